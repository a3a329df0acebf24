import { area, line } from "d3-shape";

type Point = { value: number; low?: number | undefined; high?: number | undefined };

/** The shape of a history, from zero, with its band. Too small to read figures from: those stand beside it. */
export function Sparkline({
  points,
  label,
  width = 96,
  height = 28,
}: {
  points: Point[];
  label: string;
  width?: number;
  height?: number;
}) {
  if (points.length < 2) return null;
  const highest = Math.max(10, ...points.map(({ high, value }) => high ?? value));
  const x = (index: number) => 2 + (index * (width - 6)) / (points.length - 1);
  const y = (value: number) => height - 2 - (value / highest) * (height - 5);
  const path =
    line<Point>(
      (_, index) => x(index),
      ({ value }) => y(value),
    )(points) ?? "";
  const banded = points.every(({ low, high }) => low !== undefined && high !== undefined);
  const band =
    area<Point>(
      (_, index) => x(index),
      ({ low }) => y(low ?? 0),
      ({ high }) => y(high ?? 0),
    )(points) ?? "";
  const last = points.at(-1) as Point;
  return (
    <svg width={width} height={height} role="img" aria-label={label} className="inline-block align-middle">
      {banded && <path d={band} fill="var(--accent)" opacity="0.12" />}
      <path d={path} fill="none" stroke="var(--accent)" strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx={x(points.length - 1)} cy={y(last.value)} r="2.25" fill="var(--accent)" />
    </svg>
  );
}
