import { engineColor, enginePath } from "./engine.tsx";
import { fitted, SvgLink } from "./svg-link.tsx";
import { useWidth } from "./use-width.ts";

export type HeatCell = { value: number | null; text: string; under?: string; label: string; href?: string | undefined };
type Row = { id: string; name: string; engine?: string; cells: HeatCell[] };
type Props = {
  label: string;
  columns: string[];
  rows: Row[];
  /** The value that has the full tone. */
  full: number;
};

const GAP = 4;
const HEAD = 26;
const CELL = 44;

/** Values by row and column, each written in its cell: the tone only helps the eye along. */
export function HeatMap({ label, columns, rows, full }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const left = Math.min(170, Math.max(96, width * 0.3));
  const cellWidth = (width - left - GAP * (columns.length - 1)) / columns.length;
  const x = (column: number) => left + column * (cellWidth + GAP);
  const y = (row: number) => HEAD + row * (CELL + GAP);
  return (
    <div ref={ref}>
      <svg data-chart role="group" aria-label={label} width={width} height={y(rows.length)} className="block">
        {columns.map((column, index) => (
          <text key={column} x={x(index) + cellWidth / 2} y={14} textAnchor="middle" fontSize="12" fill="var(--quiet)">
            {fitted(column, cellWidth + GAP)}
          </text>
        ))}
        {rows.map((row, at) => (
          <g key={row.id} transform={`translate(0 ${y(at)})`}>
            {row.engine && (
              <path
                d={enginePath(row.engine)}
                fill={engineColor(row.engine)}
                fillRule="evenodd"
                transform={`translate(1 ${CELL / 2 - 5})`}
              />
            )}
            <text x={row.engine ? 20 : 0} y={CELL / 2 + 4.5} fontSize="13" fill="var(--ink)">
              {fitted(row.name, left - (row.engine ? 26 : 6))}
            </text>
            {row.cells.map((cell, index) => (
              <SvgLink key={columns[index]} href={cell.href} label={cell.label}>
                <Cell cell={cell} x={x(index)} width={cellWidth} full={full} />
              </SvgLink>
            ))}
          </g>
        ))}
      </svg>
    </div>
  );
}

function Cell({ cell, x, width, full }: { cell: HeatCell; x: number; width: number; full: number }) {
  const strength = cell.value === null ? 0 : Math.min(1, Math.max(0, cell.value / full));
  const tone =
    cell.value === null ? "none" : `rgb(var(--heat) / calc(0.05 + var(--heat-most) * ${strength.toFixed(3)}))`;
  return (
    <>
      <rect
        x={x + 0.5}
        y={0.5}
        width={width - 1}
        height={CELL - 1}
        rx="6"
        fill={tone}
        stroke={cell.value === null ? "var(--line)" : "none"}
        strokeDasharray="3 3"
      />
      <text
        x={x + width / 2}
        y={cell.under ? 19 : 27}
        textAnchor="middle"
        fontSize="13"
        fontWeight="600"
        fill="var(--ink)"
      >
        {cell.text}
      </text>
      {cell.under && (
        <text x={x + width / 2} y={34} textAnchor="middle" fontSize="10.5" fill="var(--quiet)">
          {fitted(cell.under, width + 8)}
        </text>
      )}
    </>
  );
}
