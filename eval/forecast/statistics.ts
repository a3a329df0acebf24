import { seededRandom } from "../../server/src/domain/seeded-random.ts";
import type { Trial } from "./trials.ts";

export type Estimate = { value: number; low: number; high: number };

const RESAMPLES = 1000;

type Sums = { n: number; error: number; naive: number; held: number };

function sumsOf(trials: Trial[]): Sums {
  const sums = { n: trials.length, error: 0, naive: 0, held: 0 };
  for (const { error, errors, isHeld } of trials) {
    sums.error += error;
    sums.naive += errors.naive;
    if (isHeld) sums.held += 1;
  }
  return sums;
}

/**
 * A figure of all trials, its 95% interval by a bootstrap over series: the trials of one series share their luck. The
 * draws are the same on every machine.
 */
function bootstrap(trials: Trial[], figure: (sums: Sums) => number): Estimate {
  const bySeries = [...Map.groupBy(trials, ({ series }) => series).values()].map(sumsOf);
  const random = seededRandom("eval:forecast");
  const draws = Array.from({ length: RESAMPLES }, () => {
    const total = { n: 0, error: 0, naive: 0, held: 0 };
    for (const _ of bySeries) {
      const one = random.pick(bySeries);
      total.n += one.n;
      total.error += one.error;
      total.naive += one.naive;
      total.held += one.held;
    }
    return figure(total);
  }).sort((a, b) => a - b);
  const quantile = (share: number) => draws[Math.round(share * (RESAMPLES - 1))] ?? Number.NaN;
  return { value: figure(sumsOf(trials)), low: quantile(0.025), high: quantile(0.975) };
}

export const ratioToNaive = (trials: Trial[]): Estimate => bootstrap(trials, ({ error, naive }) => error / naive);
export const coverage = (trials: Trial[]): Estimate => bootstrap(trials, ({ held, n }) => held / n);

export const meanOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
