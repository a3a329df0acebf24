import { fitPool, type Observation } from "./local-level.ts";
import { outlookOf, predict } from "./predict.ts";

/** Fewer observations than this make no forecast, in the past or now. */
export const FEWEST_SCANS = 3;

// Two weeks, less a day for scans that start a little early.
const LEAST_HORIZON_DAYS = 13;
// Half a year of weekly scans: enough to judge by, and old errors say little of how the score moves today.
const MOST_CUTS = 26;

/**
 * The mean absolute error, in points, of the two-week forecasts that would have been made on past scan days. At every
 * cut the whole pool is refitted on what was known that day, so no forecast sees its own future. Null where no scan is
 * old enough to be judged. In the order of the pool.
 */
export function backtestPool(pool: readonly (readonly Observation[])[]): (number | null)[] {
  const totals = pool.map(() => ({ error: 0, count: 0 }));
  for (const cutDays of cutsOf(pool)) {
    const known = pool.map((series) => series.filter((point) => point.atDays <= cutDays));
    const fit = fitPool(known);
    for (const [i, series] of pool.entries()) {
      const history = known[i] ?? [];
      const target = targetAfter(series, history, cutDays);
      const total = totals[i];
      if (target === undefined || total === undefined) continue;
      total.error += Math.abs(predict(outlookOf(history, fit), target.atDays).score - target.score);
      total.count += 1;
    }
  }
  return totals.map(({ error, count }) => (count === 0 ? null : error / count));
}

function cutsOf(pool: readonly (readonly Observation[])[]): number[] {
  const cuts = new Set<number>();
  for (const series of pool) {
    for (const [i, point] of series.entries()) {
      if (targetAfter(series, series.slice(0, i + 1), point.atDays) !== undefined) cuts.add(point.atDays);
    }
  }
  return [...cuts].sort((a, b) => a - b).slice(-MOST_CUTS);
}

// A series is judged only on its own scan days: between them its history, and so its forecast, is that of the last cut.
function targetAfter(
  series: readonly Observation[],
  history: readonly Observation[],
  cutDays: number,
): Observation | undefined {
  if (history.length < FEWEST_SCANS || history.at(-1)?.atDays !== cutDays) return undefined;
  return series.find((point) => point.atDays >= cutDays + LEAST_HORIZON_DAYS);
}
