import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { exactPoints, longDay, points, shortDay } from "../format.ts";
import { t } from "../texts/index.ts";
import { useWidth } from "./use-width.ts";

export type LinePoint = { atMs: number; value: number; low?: number | undefined; high?: number | undefined };
export type LineSeries = { id: string; label: string; color: string; points: LinePoint[]; dash?: string };
/** What may come: from the last point on, wider with every step. */
export type Fan = { steps: { atMs: number; value: number; low: number; high: number }[]; level: number };
export type Break = { atMs: number; label: string };

type Props = {
  label: string;
  series: LineSeries[];
  fan?: Fan | undefined;
  breaks?: Break[];
  height?: number;
  onOpen?: (index: number) => void;
};

const MARGIN = { top: 12, right: 16, bottom: 26, left: 30 };
const CEILINGS = [10, 20, 40, 60, 80, 100];

const ceilingOf = (values: number[]): number => {
  const highest = Math.max(...values, 1);
  return CEILINGS.find((ceiling) => ceiling >= highest * 1.04) ?? 100;
};

function dayTicks(fromMs: number, toMs: number, width: number): number[] {
  const wanted = Math.max(2, Math.floor(width / 110));
  return Array.from({ length: wanted }, (_, index) => fromMs + ((toMs - fromMs) * (index + 0.5)) / wanted);
}

/** Scores over time from zero, each scan a dot, its interval a band, the forecast a fan in a lighter tone. */
export function LineChart({ label, series, fan, breaks = [], height = 260, onOpen }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const [hovered, setHovered] = useState<number | null>(null);
  const main = series[0]?.points ?? [];
  const all = series.flatMap((one) => one.points);
  const last = main.at(-1);
  const fanPoints =
    fan && last ? [{ atMs: last.atMs, value: last.value, low: last.value, high: last.value }, ...fan.steps] : [];
  const times = [...all, ...fanPoints].map(({ atMs }) => atMs);
  const [fromMs, toMs] = [Math.min(...times), Math.max(...times)];
  const ceiling = ceilingOf([...all, ...fanPoints].map(({ high, value }) => high ?? value));
  const x = scaleLinear([fromMs, toMs], [MARGIN.left, width - MARGIN.right]);
  const y = scaleLinear([0, ceiling], [height - MARGIN.bottom, MARGIN.top]);
  const pathOf = line<{ atMs: number; value: number }>(
    (one) => x(one.atMs),
    (one) => y(one.value),
  );
  const bandOf = area<{ atMs: number; low: number; high: number }>(
    (one) => x(one.atMs),
    (one) => y(one.low),
    (one) => y(one.high),
  );
  const banded = (one: LineSeries) => one.points.filter(hasBand);

  const follow = (event: PointerEvent<HTMLElement>) => {
    const pointerMs = x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left);
    const nearest = main.reduce(
      (best, one, index) => {
        const distance = Math.abs(one.atMs - pointerMs);
        return distance < best.distance ? { index, distance } : best;
      },
      { index: -1, distance: Number.POSITIVE_INFINITY },
    );
    setHovered(nearest.index < 0 ? null : nearest.index);
  };
  const shown = hovered === null ? undefined : main[hovered];
  const step = (event: KeyboardEvent) => {
    const at = hovered ?? main.length;
    if (event.key === "ArrowLeft") setHovered(Math.max(0, at - 1));
    if (event.key === "ArrowRight") setHovered(Math.min(main.length - 1, at + 1));
    if (event.key === "Enter" && hovered !== null) onOpen?.(hovered);
    if (event.key.startsWith("Arrow")) event.preventDefault();
  };

  return (
    <div className="relative">
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={main.length}
        aria-valuenow={(hovered ?? main.length - 1) + 1}
        aria-valuetext={inWords(shown ?? last)}
        className={`rounded-lg ${onOpen ? "cursor-pointer" : ""}`}
        onPointerMove={follow}
        onPointerLeave={() => setHovered(null)}
        onBlur={() => setHovered(null)}
        onKeyDown={step}
        onClick={() => hovered !== null && onOpen?.(hovered)}
      >
        <svg data-chart aria-hidden="true" width={width} height={height} className="block">
          {y.ticks(4).map((tick) => (
            <g key={tick}>
              <path d={`M${MARGIN.left} ${y(tick)}H${width - MARGIN.right}`} stroke="var(--line)" />
              <text x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end" fontSize="11" fill="var(--faint)">
                {points(tick)}
              </text>
            </g>
          ))}
          {dayTicks(fromMs, toMs, width - MARGIN.left - MARGIN.right).map((tick) => (
            <text key={tick} x={x(tick)} y={height - 8} textAnchor="middle" fontSize="11" fill="var(--faint)">
              {shortDay(tick)}
            </text>
          ))}
          {breaks.map((one) => (
            <g key={one.atMs}>
              <path
                d={`M${x(one.atMs)} ${MARGIN.top}V${height - MARGIN.bottom}`}
                stroke="var(--warn)"
                strokeDasharray="2 3"
              />
              <text x={x(one.atMs) + 4} y={MARGIN.top + 9} fontSize="11" fill="var(--warn)">
                {one.label}
              </text>
            </g>
          ))}
          {fanPoints.length > 1 && (
            <g>
              <path d={bandOf(fanPoints) ?? ""} fill="var(--accent)" opacity="0.1" />
              <path
                d={pathOf(fanPoints) ?? ""}
                fill="none"
                stroke="var(--accent)"
                strokeWidth="1.5"
                strokeDasharray="1 5"
                strokeLinecap="round"
                opacity="0.8"
              />
            </g>
          )}
          {series.map((one) => (
            <g key={one.id}>
              {banded(one).length > 1 && <path d={bandOf(banded(one)) ?? ""} fill={one.color} opacity="0.13" />}
              <path
                d={pathOf(one.points) ?? ""}
                fill="none"
                stroke={one.color}
                strokeWidth="1.75"
                strokeLinejoin="round"
                strokeDasharray={one.dash}
              />
              {one.points.map((point) => (
                <circle
                  key={point.atMs}
                  cx={x(point.atMs)}
                  cy={y(point.value)}
                  r={series.length > 1 ? 2 : 2.75}
                  fill={one.color}
                />
              ))}
            </g>
          ))}
          {shown && (
            <g pointerEvents="none">
              <path d={`M${x(shown.atMs)} ${MARGIN.top}V${height - MARGIN.bottom}`} stroke="var(--line-strong)" />
              <circle
                cx={x(shown.atMs)}
                cy={y(shown.value)}
                r="5"
                fill={series[0]?.color}
                stroke="var(--panel)"
                strokeWidth="2"
              />
            </g>
          )}
        </svg>
      </div>
      {shown && (
        <div
          className="float pointer-events-none absolute top-0 z-10 px-3 py-2 text-xs"
          style={{ left: Math.min(Math.max(x(shown.atMs) - 80, 0), width - 170), width: 170 }}
        >
          <p className="text-quiet">{longDay(shown.atMs)}</p>
          {series.map((one) => {
            const point = one.points.find(({ atMs }) => atMs === shown.atMs);
            return (
              point && (
                <p key={one.id} className="figures flex justify-between gap-2">
                  <span className="truncate">{one.label}</span>
                  <span className="font-semibold">
                    {exactPoints(point.value)}
                    {hasBand(point) && (
                      <span className="font-normal text-quiet"> {t.range(points(point.low), points(point.high))}</span>
                    )}
                  </span>
                </p>
              )
            );
          })}
        </div>
      )}
      {series.length > 1 && <Legend series={series} />}
    </div>
  );
}

const inWords = (point: LinePoint | undefined): string =>
  point ? `${longDay(point.atMs)}: ${exactPoints(point.value)}` : t.none;

type Banded = LinePoint & { low: number; high: number };
const hasBand = (point: LinePoint): point is Banded => point.low !== undefined && point.high !== undefined;

function Legend({ series }: { series: LineSeries[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-quiet">
      {series.map((one) => (
        <li key={one.id} className="inline-flex items-center gap-2">
          <svg width="18" height="6" aria-hidden="true">
            <path d="M0 3H18" stroke={one.color} strokeWidth="2" strokeDasharray={one.dash} />
          </svg>
          {one.label}
        </li>
      ))}
    </ul>
  );
}
