import { dampedSteps, shrunkTrend, type Trend } from "./damped-trend.ts";
import { ownNoise } from "./local-level.ts";
import type { Observation } from "./observations.ts";
import { LEAST_NOISE, type PoolFit, weightsFor } from "./pool.ts";
import { toScore } from "./stable-scale.ts";

export type Prediction = { score: number; interval: [number, number] };

/** One series read with its pool's parameters, ready to be asked about any later day; all on the stable scale. */
type Outlook = {
  atDays: number;
  level: number;
  /** Of a scan on the last day, and what every day after it adds. */
  variance: number;
  driftPerDay: number;
  trend: Trend;
};

// Nine in ten normal errors lie below this many standard deviations, so eight in ten within it on both sides.
const NORMAL_90 = 1.2815515655446004;

/** Every candidate forecasts, and counts by its weight (Hoeting et al. 1999): the band also holds their disagreement. */
export function outlookOf(series: number, observations: readonly Observation[], fit: PoolFit): Outlook {
  const weights = weightsFor(series, fit);
  const mean = { level: 0, square: 0, noise: 0, variance: 0, driftPerDay: 0 };
  let atDays = 0;
  for (const [k, candidate] of fit.candidates.entries()) {
    const state = candidate.levels[series];
    if (!state) continue;
    const weight = weights[k] ?? 0;
    const noise = Math.max(LEAST_NOISE, ownNoise(state, candidate.noise));
    mean.level += weight * state.level;
    mean.square += weight * state.level * state.level;
    mean.noise += weight * noise;
    mean.variance += weight * noise * (1 + state.levelVariance);
    mean.driftPerDay += weight * noise * candidate.driftPerDay;
    atDays = state.atDays;
  }
  const disagreement = Math.max(0, mean.square - mean.level * mean.level);
  const trend = shrunkTrend(observations, mean);
  const { level, variance, driftPerDay } = mean;
  return { atDays, level, variance: variance + disagreement, driftPerDay, trend };
}

/** The score that a scan on that day would show, with the band that should hold it four times in five. */
export function predict({ trend, ...outlook }: Outlook, atDays: number): Prediction {
  const horizonDays = Math.max(0, atDays - outlook.atDays);
  const steps = dampedSteps(horizonDays / trend.stepDays);
  const centre = outlook.level + trend.slope * steps;
  const variance = outlook.variance + outlook.driftPerDay * horizonDays + trend.variance * steps * steps;
  const reach = NORMAL_90 * Math.sqrt(variance);
  return { score: toScore(centre), interval: [toScore(centre - reach), toScore(centre + reach)] };
}
