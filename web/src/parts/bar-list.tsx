import { fitted, SvgLink } from "./svg-link.tsx";
import { useWidth } from "./use-width.ts";

export type Bar = {
  id: string;
  name: string;
  value: number;
  text: string;
  isOwn?: boolean;
  mark?: string;
  href?: string | undefined;
};

const ROW = 34;

/** Named amounts, the longest first, the own one marked in colour and in words. */
export function BarList({ label, bars }: { label: string; bars: Bar[] }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const most = Math.max(...bars.map(({ value }) => value), Number.EPSILON);
  const right = 96;
  return (
    <div ref={ref}>
      <svg data-chart role="group" aria-label={label} width={width} height={bars.length * ROW} className="block">
        {bars.map((bar, index) => (
          <g key={bar.id} transform={`translate(0 ${index * ROW})`}>
            <SvgLink href={bar.href} label={`${bar.name}: ${bar.text}`}>
              <rect
                y="2"
                width={Math.max(3, ((width - right) * bar.value) / most)}
                height={ROW - 6}
                rx="5"
                fill={bar.isOwn ? "var(--accent-soft)" : "var(--bar)"}
              />
              {bar.isOwn && <rect y="2" width="3" height={ROW - 6} rx="1.5" fill="var(--accent)" />}
              <text x="12" y={ROW / 2 + 3.5} fontSize="13" fill="var(--ink)" fontWeight={bar.isOwn ? "600" : "400"}>
                {fitted(bar.mark ? `${bar.name} · ${bar.mark}` : bar.name, width - right)}
              </text>
              <text x={width} y={ROW / 2 + 3.5} textAnchor="end" fontSize="13" fontWeight="600" fill="var(--ink)">
                {bar.text}
              </text>
            </SvgLink>
          </g>
        ))}
      </svg>
    </div>
  );
}
