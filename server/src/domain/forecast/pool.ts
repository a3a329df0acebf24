import { BORROWED_ERRORS, firstLevel, follow, type Level, plainNoise, USUAL_NOISE } from "./local-level.ts";
import { type Observation, sumOf } from "./observations.ts";
import { noiseOf } from "./stable-scale.ts";

/** A pool smoothed with one alpha, each series as far as it was followed; null before its first observation. */
type Smoothing = { alpha: number; driftPerDay: number; levels: (Level | null)[] };

/** How well one alpha explains the pool, and each of its series. */
export type Candidate = Smoothing & { noise: number; logPrior: number; evidence: number; evidenceOf: number[] };

/** Every candidate, with the part of the pool's evidence that counts for each of its series. */
export type PoolFit = { candidates: Candidate[]; shared: number };

// The weight of the newest of many weekly scans.
const ALPHAS = [0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98];
// A handful of scans cannot tell noise from movement: a Beta(3, 4) prior keeps alpha away from both ends until they can.
const ALPHA_PRIOR = { a: 3, b: 4 };
// Series of one pool are alike, not the same: together the others speak with the voice of this many observations.
const SHARED_OBSERVATIONS = 30;
/** No score is known better than ten thousand answers would: equal scans do not prove a noiseless one. */
export const LEAST_NOISE = noiseOf(10_000);

/** The steady-state gain of a random walk seen through noise is alpha at this variance a step (Muth 1960). */
function driftOf(alpha: number): number {
  return (alpha * alpha) / (1 - alpha);
}

export function startSmoothing(pool: readonly (readonly Observation[])[]): Smoothing[] {
  return ALPHAS.map((alpha) => ({ alpha, driftPerDay: driftOf(alpha) / 7, levels: pool.map(() => null) }));
}

/** Follows every series up to and including that day. */
export function advance(
  smoothings: readonly Smoothing[],
  pool: readonly (readonly Observation[])[],
  untilDays: number,
): void {
  for (const { driftPerDay, levels } of smoothings) {
    for (const [i, observations] of pool.entries()) {
      let level = levels[i] ?? null;
      for (let next = observations[level?.seen ?? 0]; next; next = observations[level.seen]) {
        if (next.atDays > untilDays) break;
        if (level === null) level = firstLevel(next);
        else follow(level, next, driftPerDay);
      }
      levels[i] = level;
    }
  }
}

export function fitPool(smoothings: readonly Smoothing[]): PoolFit {
  const errorCount = sumOf((smoothings[0]?.levels ?? []).map((level) => level?.errorCount ?? 0));
  const candidates = smoothings.map((smoothing) => {
    const noise = poolNoise(smoothing.levels);
    const evidenceOf = smoothing.levels.map((level) => (level === null ? 0 : logEvidence(level, noise)));
    return { ...smoothing, noise, evidenceOf, evidence: sumOf(evidenceOf), logPrior: logPrior(smoothing.alpha) };
  });
  return { candidates, shared: Math.min(1, SHARED_OBSERVATIONS / Math.max(1, errorCount)) };
}

/** The posterior weight of each candidate for one series: its own evidence whole, the rest of the pool's in part. */
export function weightsFor(series: number, { candidates, shared }: PoolFit): number[] {
  const logs = candidates.map(({ logPrior, evidence, evidenceOf }) => {
    const own = evidenceOf[series] ?? 0;
    return logPrior + own + shared * (evidence - own);
  });
  const greatest = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - greatest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

// A geometric mean, as for variances that differ by orders of magnitude (Smyth 2004): one wild series does not widen
// every band. The mean log of a variance of n errors falls short by about 1/n; few errors count for less.
function poolNoise(levels: readonly (Level | null)[]): number {
  const logs: number[] = [Math.log(USUAL_NOISE)];
  const weights: number[] = [1];
  for (const level of levels) {
    if (level === null || level.errorCount === 0) continue;
    const weight = level.errorCount / (level.errorCount + 2);
    logs.push(weight * (Math.log(Math.max(LEAST_NOISE, plainNoise(level))) + 1 / level.errorCount));
    weights.push(weight);
  }
  return Math.exp(sumOf(logs) / sumOf(weights));
}

// The likelihood of a series' errors, its variance integrated out under a scaled inverse chi-square prior centred on
// the pool's (Gelman et al., Bayesian Data Analysis, 2.6), so that one wild series does not choose alpha for all.
function logEvidence({ squaredError, errorCount, logSpread }: Level, noise: number): number {
  const prior = BORROWED_ERRORS * noise;
  const tail = ((errorCount + BORROWED_ERRORS) / 2) * Math.log(prior + squaredError);
  return (BORROWED_ERRORS / 2) * Math.log(prior) - tail - logSpread / 2;
}

function logPrior(alpha: number): number {
  return (ALPHA_PRIOR.a - 1) * Math.log(alpha) + (ALPHA_PRIOR.b - 1) * Math.log(1 - alpha);
}
