import { scaleLinear } from "d3-scale";
import { engineColor, enginePath } from "./engine.tsx";
import { fitted, SvgLink } from "./svg-link.tsx";
import { useWidth } from "./use-width.ts";

export type Dot = {
  id: string;
  name: string;
  value: number;
  low?: number | undefined;
  high?: number | undefined;
  engine?: string;
  text: string;
  href?: string | undefined;
};

const ROW = 36;
const AXIS = 24;

/** Rows compared on one axis from zero: a dot for the value, a whisker for how sure it is. Sorted, so overlap shows. */
export function DotWhisker({
  label,
  dots,
  most,
  format,
}: {
  label: string;
  dots: Dot[];
  most: number;
  format: (value: number) => string;
}) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const left = Math.min(190, width * 0.36);
  const right = width < 420 ? 64 : 104;
  const sorted = dots.toSorted((a, b) => b.value - a.value);
  const x = scaleLinear([0, most], [left, width - right]);
  const height = sorted.length * ROW + AXIS;
  return (
    <div ref={ref}>
      <svg data-chart role="group" aria-label={label} width={width} height={height} className="block">
        {x.ticks(4).map((tick) => (
          <g key={tick}>
            <path d={`M${x(tick)} 0V${height - AXIS}`} stroke="var(--line)" />
            <text x={x(tick)} y={height - 6} textAnchor="middle" fontSize="11" fill="var(--faint)">
              {format(tick)}
            </text>
          </g>
        ))}
        {sorted.map((dot, index) => (
          <g key={dot.id} transform={`translate(0 ${index * ROW})`}>
            <SvgLink href={dot.href} label={`${dot.name}: ${dot.text}`}>
              <rect width={width} height={ROW} fill="transparent" />
              <text x="0" y={ROW / 2 + 4.5} fontSize="13" fill="var(--ink)">
                {fitted(dot.name, left - 12)}
              </text>
              {dot.low !== undefined && dot.high !== undefined && (
                <path
                  d={`M${x(dot.low)} ${ROW / 2}H${x(dot.high)}M${x(dot.low)} ${ROW / 2 - 5}v10M${x(dot.high)} ${ROW / 2 - 5}v10`}
                  stroke={dot.engine ? engineColor(dot.engine) : "var(--accent)"}
                  strokeWidth="1.75"
                />
              )}
              {dot.engine ? (
                <path
                  d={enginePath(dot.engine)}
                  fill={engineColor(dot.engine)}
                  fillRule="evenodd"
                  stroke="var(--panel)"
                  strokeWidth="0.75"
                  transform={`translate(${x(dot.value) - 7} ${ROW / 2 - 7}) scale(1.4)`}
                />
              ) : (
                <circle
                  cx={x(dot.value)}
                  cy={ROW / 2}
                  r="5.5"
                  fill="var(--accent)"
                  stroke="var(--panel)"
                  strokeWidth="1.5"
                />
              )}
              <text x={width} y={ROW / 2 + 4.5} textAnchor="end" fontSize="13" fontWeight="600" fill="var(--ink)">
                {dot.text}
              </text>
            </SvgLink>
          </g>
        ))}
      </svg>
    </div>
  );
}
