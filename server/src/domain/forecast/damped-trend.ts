import type { Observation } from "./observations.ts";

/** A slope a step, already shrunk, with the variance that is left in it. */
export type Trend = { slope: number; variance: number; stepDays: number };

const NO_TREND: Trend = { slope: 0, variance: 0, stepDays: 1 };
const FEWEST_POINTS = 20;
const DAMPING_PER_STEP = 0.85;
// Scans run closer than this are repeats of one measurement, not steps of a history.
const SHORTEST_STEP_DAYS = 1;
// What Akaike's criterion (1974) asks of one more parameter, in units of its variance.
const PRICE = 2;

/**
 * The least-squares slope of the last twenty points, less what it costs: shrunk by 1 - 2 variance / slope^2, as James and
 * Stein (1961) shrink means, down to nothing. The variance is the slope's own under the fitted random walk with noise,
 * which drifts without any trend: a slope that such drift explains is gone.
 */
export function shrunkTrend(
  observations: readonly Observation[],
  { noise, driftPerDay }: { noise: number; driftPerDay: number },
): Trend {
  if (observations.length < FEWEST_POINTS) return NO_TREND;
  const recent = observations.slice(-FEWEST_POINTS);
  const stepDays = medianStepDays(recent);
  const meanDays = recent.reduce((sum, point) => sum + point.atDays, 0) / recent.length;
  const steps = recent.map((point) => (point.atDays - meanDays) / stepDays);
  const spread = steps.reduce((sum, step) => sum + step * step, 0);
  const slope = recent.reduce((sum, point, i) => sum + (steps[i] ?? 0) * point.value, 0) / spread;
  const variance = noise / spread + driftPerDay * stepDays * walkVariance(steps, spread);
  const kept = Math.max(0, 1 - (PRICE * variance) / (slope * slope || Number.MIN_VALUE));
  return { slope: slope * kept, variance: kept * variance, stepDays };
}

/** How many steps of full slope a damped trend amounts to over a horizon (Gardner and McKenzie 1985): phi + phi^2 + ... */
export function dampedSteps(horizonSteps: number): number {
  return (DAMPING_PER_STEP * (1 - DAMPING_PER_STEP ** horizonSteps)) / (1 - DAMPING_PER_STEP);
}

// The slope is a weighted sum of scores; a walk's increment before point k moves every later score, so its weight is
// the sum of theirs.
function walkVariance(steps: readonly number[], spread: number): number {
  let laterWeight = 0;
  let variance = 0;
  for (let k = steps.length - 1; k > 0; k -= 1) {
    const step = steps[k] ?? 0;
    laterWeight += step / spread;
    variance += laterWeight * laterWeight * (step - (steps[k - 1] ?? 0));
  }
  return variance;
}

function medianStepDays(recent: readonly Observation[]): number {
  const gaps = recent.slice(1).map((next, i) => next.atDays - (recent[i]?.atDays ?? 0));
  gaps.sort((a, b) => a - b);
  return Math.max(SHORTEST_STEP_DAYS, gaps[Math.floor(gaps.length / 2)] ?? SHORTEST_STEP_DAYS);
}
