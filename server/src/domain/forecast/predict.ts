import { dampedSteps, shrunkTrend, type Trend } from "./damped-trend.ts";
import { type Observation, POOL_VARIANCE_WEIGHT, type PoolFit, seriesVariance, smooth } from "./local-level.ts";

export type Prediction = { score: number; interval: [number, number] };

/** One series read with its pool's parameters, ready to be asked about any later day. */
type Outlook = {
  lastDays: number;
  level: number;
  levelVariance: number;
  noiseVariance: number;
  freedom: number;
  trend: Trend;
  fit: PoolFit;
};

const NORMAL_90 = 1.2815515655446004;

export function outlookOf(observations: readonly Observation[], fit: PoolFit): Outlook {
  const state = smooth(observations, fit.driftPerStep, fit.stepDays);
  const noiseVariance = seriesVariance(state, fit.noiseVariance);
  return {
    lastDays: observations.at(-1)?.atDays ?? 0,
    level: state.level,
    levelVariance: state.levelVariance,
    noiseVariance,
    freedom: state.errorCount + POOL_VARIANCE_WEIGHT,
    trend: shrunkTrend(observations, { ...fit, noiseVariance }),
    fit,
  };
}

/** The score that a scan on that day would show, with the band that should hold it four times in five. */
export function predict(outlook: Outlook, atDays: number): Prediction {
  const horizonSteps = Math.max(0, atDays - outlook.lastDays) / outlook.fit.stepDays;
  const damped = dampedSteps(horizonSteps);
  const centre = outlook.level + outlook.trend.slope * damped;
  const walk = outlook.levelVariance + outlook.fit.driftPerStep * horizonSteps;
  const variance = outlook.noiseVariance * (walk + 1) + (outlook.trend.standardError * damped) ** 2;
  const reach = studentQuantile90(outlook.freedom) * Math.sqrt(variance);
  return { score: clip(centre), interval: [clip(centre - reach), clip(centre + reach)] };
}

export function clip(score: number): number {
  return Math.min(100, Math.max(0, score));
}

// Cornish-Fisher expansion of Student's t about the normal (Abramowitz and Stegun 26.7.5), within .001 of the 90%
// quantile from four degrees of freedom up.
function studentQuantile90(freedom: number): number {
  const z = NORMAL_90;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}
