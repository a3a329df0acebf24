import { type Forecast, forecastPool } from "../../server/src/domain/forecast/forecast.ts";
import { BASELINE_NAMES, BASELINES, type BaselineName } from "./baselines.ts";
import type { Point, Series } from "./load.ts";

/** One forecast against what came: errors in units of the history's mean step, so that series of any size compare. */
export type Trial = {
  series: string;
  scans: number;
  score: number;
  horizonDays: number;
  error: number;
  errors: Record<BaselineName, number>;
  isHeld: boolean;
};

const FEWEST_SCANS = 3;
const HORIZONS_DAYS = [14, 28];
// Where scans come at odd times, the nearest one to the day that was forecast judges.
const TOLERANCE_DAYS = 3;

/**
 * Rolling origin: on every day on which a series has a point, the whole pool is cut there and forecast, and what came two
 * and four weeks later judges. No forecast sees its own future.
 */
export function trialsOf(pool: Series[]): Trial[] {
  const cuts = [...new Set(pool.flatMap(({ points }) => points.map(({ days }) => days)))];
  return cuts.flatMap((cut) => {
    const known = pool.map(({ points }) => points.filter(({ days }) => days <= cut));
    const isJudged = (history: Point[]) => history.length >= FEWEST_SCANS && history.at(-1)?.days === cut;
    if (!known.some(isJudged)) return [];
    const forecasts = forecastPool(known);
    return pool.flatMap((series, i) => {
      const history = known[i] as Point[];
      return isJudged(history) ? judge(series, history, forecasts[i] as Forecast) : [];
    });
  });
}

function judge({ id, points }: Series, history: Point[], forecast: Forecast): Trial[] {
  const last = history.at(-1) as Point;
  const scale = meanStep(history);
  // A history that never moved gives no unit to measure errors in.
  if (scale === 0) return [];
  return HORIZONS_DAYS.flatMap((horizonDays) => {
    const target = nearest(points, last.days + horizonDays, last.days);
    if (target === null) return [];
    const [predicted, interval] =
      horizonDays === 14 ? [forecast.predicted2w, forecast.interval2w] : [forecast.predicted4w, forecast.interval4w];
    const [low, high] = interval ?? [Number.NaN, Number.NaN];
    const scaled = (score: number) => Math.abs(score - target.score) / scale;
    return {
      series: id,
      scans: history.length,
      score: last.score,
      horizonDays,
      error: scaled(predicted),
      errors: Object.fromEntries(
        BASELINE_NAMES.map((name) => [name, scaled(BASELINES[name](history, horizonDays))]),
      ) as Trial["errors"],
      isHeld: target.score >= low && target.score <= high,
    };
  });
}

function meanStep(history: Point[]): number {
  const steps = history.slice(1).map(({ score }, i) => Math.abs(score - (history[i]?.score ?? 0)));
  return steps.reduce((sum, step) => sum + step, 0) / steps.length;
}

function nearest(points: Point[], atDays: number, afterDays: number): Point | null {
  const near = points.filter(({ days }) => days > afterDays && Math.abs(days - atDays) <= TOLERANCE_DAYS);
  near.sort((a, b) => Math.abs(a.days - atDays) - Math.abs(b.days - atDays));
  return near[0] ?? null;
}
