import type { Observation } from "./local-level.ts";

/** A slope in points per step, already shrunk, with the standard error that is left in it. */
export type Trend = { slope: number; standardError: number };

const NO_TREND: Trend = { slope: 0, standardError: 0 };
const FEWEST_POINTS = 20;
const DAMPING_PER_STEP = 0.85;

/**
 * The least-squares slope of the last twenty points, shrunk by the positive-part James-Stein factor 1 - se^2 / slope^2.
 * The error is the slope's own under the fitted random walk with noise, which drifts without any trend: a slope that
 * such drift explains shrinks to nothing.
 */
export function shrunkTrend(
  observations: readonly Observation[],
  fit: { stepDays: number; driftPerStep: number; noiseVariance: number },
): Trend {
  if (observations.length < FEWEST_POINTS) return NO_TREND;
  const recent = observations.slice(-FEWEST_POINTS);
  const meanDays = recent.reduce((sum, point) => sum + point.atDays, 0) / recent.length;
  const steps = recent.map((point) => (point.atDays - meanDays) / fit.stepDays);
  const spread = steps.reduce((sum, step) => sum + step * step, 0);
  const slope = recent.reduce((sum, point, i) => sum + (steps[i] ?? 0) * point.score, 0) / spread;
  const variance = slopeVariance(steps, spread, fit);
  const kept = Math.max(0, 1 - variance / (slope * slope || Number.MIN_VALUE));
  return { slope: slope * kept, standardError: Math.sqrt(kept * variance) };
}

/** How many steps of full slope a damped trend amounts to over a horizon: phi + phi^2 + ... up to that step. */
export function dampedSteps(horizonSteps: number): number {
  return (DAMPING_PER_STEP * (1 - DAMPING_PER_STEP ** horizonSteps)) / (1 - DAMPING_PER_STEP);
}

// The slope is a weighted sum of scores; a walk's increment before point k moves every later score, so its weight is
// the sum of theirs.
function slopeVariance(
  steps: readonly number[],
  spread: number,
  fit: { driftPerStep: number; noiseVariance: number },
): number {
  let laterWeight = 0;
  let walk = 0;
  for (let k = steps.length - 1; k > 0; k -= 1) {
    const step = steps[k] ?? 0;
    laterWeight += step / spread;
    walk += laterWeight * laterWeight * (step - (steps[k - 1] ?? 0));
  }
  return fit.noiseVariance * (1 / spread + fit.driftPerStep * walk);
}
