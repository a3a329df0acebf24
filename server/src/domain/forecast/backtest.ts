import { type Observation, observationsOf, type ScoreHistory } from "./observations.ts";
import { advance, fitPool, startSmoothing } from "./pool.ts";
import { outlookOf, predict } from "./predict.ts";
import { toScore } from "./stable-scale.ts";

/** Fewer observations than this make no forecast, in the past or now. */
export const FEWEST_SCANS = 3;

/** The forecast that a series would have had on its scan of that day, and the scan that judges it. */
type Trial = { series: number; cutDays: number; target: Observation };

// Two weeks, less a day for scans that start a little early.
const LEAST_HORIZON_DAYS = 13;
// Half a year of weekly scans: enough to judge by, and old errors say little of how the score moves today.
const MOST_CUTS = 26;

/**
 * The mean absolute error, in points, of the two-week forecasts that would have been made on past scan days. Each is made
 * from what the whole pool knew that day, so none sees its own future. Null where no scan is old enough to be judged. In
 * the order of the pool.
 */
export function backtestPool(histories: readonly ScoreHistory[], now?: string): (number | null)[] {
  const pool = histories.map((history) => observationsOf(history, now));
  const errors = pool.map(() => ({ sum: 0, count: 0 }));
  const smoothings = startSmoothing(pool);
  for (const [cutDays, trials] of latestCuts(pool.flatMap(trialsOf))) {
    advance(smoothings, pool, cutDays);
    const fit = fitPool(smoothings);
    for (const { series, target } of trials) {
      const known = (pool[series] ?? []).filter(({ atDays }) => atDays <= cutDays);
      const error = errors[series];
      if (error === undefined) continue;
      error.sum += Math.abs(predict(outlookOf(series, known, fit), target.atDays).score - toScore(target.value));
      error.count += 1;
    }
  }
  return errors.map(({ sum, count }) => (count === 0 ? null : sum / count));
}

function trialsOf(observations: readonly Observation[], series: number): Trial[] {
  const trials: Trial[] = [];
  let ahead = 0;
  for (const { atDays: cutDays } of observations.slice(FEWEST_SCANS - 1)) {
    while ((observations[ahead]?.atDays ?? Number.POSITIVE_INFINITY) < cutDays + LEAST_HORIZON_DAYS) ahead += 1;
    const target = observations[ahead];
    if (target) trials.push({ series, cutDays, target });
  }
  return trials;
}

function latestCuts(trials: readonly Trial[]): [number, Trial[]][] {
  const byCut = Map.groupBy(trials, ({ cutDays }) => cutDays);
  return [...byCut].sort(([a], [b]) => a - b).slice(-MOST_CUTS);
}
