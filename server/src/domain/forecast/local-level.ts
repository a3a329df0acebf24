/** One scored scan; time in days so that gaps between scans, not their count, drive the smoothing. */
export type Observation = { atDays: number; score: number };

/** What smoothing knows of one series after its last observation. Variances are in units of the noise variance. */
type Level = { level: number; levelVariance: number; squaredError: number; errorCount: number; logSpread: number };

/** What the series of a pool share. */
export type PoolFit = { alpha: number; driftPerStep: number; stepDays: number; noiseVariance: number };

// Scans run closer than this are repeats of one measurement, not steps of a history.
const SHORTEST_STEP_DAYS = 1;
const DEFAULT_STEP_DAYS = 7;

const ALPHA_GRID = [0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98];
// A handful of scans cannot tell noise from movement: a Beta(3, 4) prior keeps alpha away from both ends until they can.
const ALPHA_PRIOR = { a: 3, b: 4 };

// The noise of a scan of about a hundred answers, worth two observations: identical scans do not prove a noiseless score.
const PRIOR_NOISE = { variance: 16, weight: 2 };

/** How many observations the pool's variance counts for against a series' own. */
export const POOL_VARIANCE_WEIGHT = 4;

/**
 * Simple exponential smoothing in its state-space form, a random walk seen through noise (Muth 1960): the steady-state
 * gain is alpha when the walk's variance per step is alpha^2 / (1 - alpha) of the noise. Unlike the textbook recursion
 * it weighs early observations equally and lets the gain grow with the gap between scans.
 */
function driftOf(alpha: number): number {
  return (alpha * alpha) / (1 - alpha);
}

export function smooth(observations: readonly Observation[], driftPerStep: number, stepDays: number): Level {
  const first = observations[0];
  const state = { level: first?.score ?? 0, levelVariance: 1, squaredError: 0, errorCount: 0, logSpread: 0 };
  let atDays = first?.atDays ?? 0;
  for (const next of observations.slice(1)) {
    const before = state.levelVariance + (driftPerStep * (next.atDays - atDays)) / stepDays;
    const spread = before + 1;
    const error = next.score - state.level;
    state.level += (before / spread) * error;
    state.levelVariance = before / spread;
    state.squaredError += (error * error) / spread;
    state.errorCount += 1;
    state.logSpread += Math.log(spread);
    atDays = next.atDays;
  }
  return state;
}

export function fitPool(pool: readonly (readonly Observation[])[]): PoolFit {
  const stepDays = medianStepDays(pool);
  let best: PoolFit | null = null;
  let bestFit = Number.NEGATIVE_INFINITY;
  for (const alpha of ALPHA_GRID) {
    const driftPerStep = driftOf(alpha);
    const levels = pool.map((observations) => smooth(observations, driftPerStep, stepDays));
    const noiseVariance = pooledVariance(levels);
    const fit = logLikelihood(levels, noiseVariance) + logPrior(alpha);
    if (fit > bestFit) {
      bestFit = fit;
      best = { alpha, driftPerStep, stepDays, noiseVariance };
    }
  }
  if (best === null) throw new Error("No smoothing parameter fits: a score or a time is not a number.");
  return best;
}

/** A series' own noise variance, pulled toward the pool's. */
export function seriesVariance(level: Level, noiseVariance: number): number {
  const weighted = level.squaredError + POOL_VARIANCE_WEIGHT * noiseVariance;
  return weighted / (level.errorCount + POOL_VARIANCE_WEIGHT);
}

function pooledVariance(levels: readonly Level[]): number {
  const squaredError = levels.reduce((sum, level) => sum + level.squaredError, 0);
  const errorCount = levels.reduce((sum, level) => sum + level.errorCount, 0);
  return (squaredError + PRIOR_NOISE.weight * PRIOR_NOISE.variance) / (errorCount + PRIOR_NOISE.weight);
}

// Each series' variance is integrated out under a scaled inverse chi-square prior centred on the pool's, so that one
// wild series does not choose alpha for all.
function logLikelihood(levels: readonly Level[], noiseVariance: number): number {
  const prior = POOL_VARIANCE_WEIGHT * noiseVariance;
  return levels.reduce((sum, level) => {
    const tail = ((level.errorCount + POOL_VARIANCE_WEIGHT) / 2) * Math.log(prior + level.squaredError);
    return sum - tail + (POOL_VARIANCE_WEIGHT / 2) * Math.log(prior) - level.logSpread / 2;
  }, 0);
}

function logPrior(alpha: number): number {
  return (ALPHA_PRIOR.a - 1) * Math.log(alpha) + (ALPHA_PRIOR.b - 1) * Math.log(1 - alpha);
}

function medianStepDays(pool: readonly (readonly Observation[])[]): number {
  const gaps = pool.flatMap((series) => series.slice(1).map((next, i) => next.atDays - (series[i]?.atDays ?? 0)));
  gaps.sort((a, b) => a - b);
  const median = gaps[Math.floor((gaps.length - 1) / 2)] ?? DEFAULT_STEP_DAYS;
  return Math.max(median, SHORTEST_STEP_DAYS);
}
