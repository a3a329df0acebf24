import { fitted } from "./svg-link.tsx";
import { useWidth } from "./use-width.ts";

export type Part = { id: string; name: string; value: number; color: string; text: string };
export type Stack = { id: string; name: string; parts: Part[] };

const BAR = 22;
const ROW = 34;

/** One bar a row, cut into its parts; all rows share one scale. */
export function StackedBar({
  label,
  stacks,
  total,
  isLegendShown = true,
}: {
  label: string;
  stacks: Stack[];
  total: number;
  isLegendShown?: boolean;
}) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const isNamed = stacks.length > 1;
  const left = isNamed ? 64 : 0;
  const scale = (value: number) => (value / total) * (width - left);
  return (
    <div ref={ref}>
      <svg data-chart role="img" aria-label={label} width={width} height={stacks.length * ROW} className="block">
        {stacks.map((stack, row) => (
          <g key={stack.id} transform={`translate(0 ${row * ROW})`}>
            {isNamed && (
              <text x="0" y={BAR / 2 + 8} fontSize="12" fill="var(--quiet)">
                {fitted(stack.name, left)}
              </text>
            )}
            <rect x={left} y={4} width={Math.max(0, width - left)} height={BAR} rx="3" fill="var(--sunken)" />
            {withStarts(stack.parts).map(({ part, start }) => (
              <g key={part.id}>
                <rect
                  x={left + scale(start)}
                  y={4}
                  width={Math.max(0, scale(part.value) - 1.5)}
                  height={BAR}
                  rx="3"
                  fill={part.color}
                >
                  <title>{`${part.name}: ${part.text}`}</title>
                </rect>
              </g>
            ))}
          </g>
        ))}
      </svg>
      {isLegendShown && <Legend parts={stacks.at(-1)?.parts ?? []} />}
    </div>
  );
}

function withStarts(parts: Part[]): { part: Part; start: number }[] {
  let sum = 0;
  return parts.map((part) => {
    const start = sum;
    sum += part.value;
    return { part, start };
  });
}

function Legend({ parts }: { parts: Part[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1.5 text-[0.8125rem]">
      {parts.map((part, index) => (
        <li key={part.id} className={`inline-flex items-center gap-2 ${index === 0 ? "font-semibold" : "text-quiet"}`}>
          <span className="size-2.5 rounded-[3px]" style={{ backgroundColor: part.color }} aria-hidden="true" />
          {part.name} <span className="figures">{part.text}</span>
        </li>
      ))}
    </ul>
  );
}
