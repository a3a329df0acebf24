import type { Sums } from "./estimate.ts";

/** How alike answers to one prompt usually are, and how many prompts that knowledge is worth. */
export const PRIOR = { correlation: 0.15, prompts: 10 };

/**
 * The intraclass correlation of answers to one prompt, shrunk toward the usual: a handful of prompts says little about
 * how far prompts differ. (M r + 10 * .15) / (M + 10), and the usual alone where there is nothing to estimate it from.
 */
export function intraclassCorrelation(prompts: readonly Sums[]): number {
  const estimated = anovaCorrelation(prompts);
  if (estimated === null) return PRIOR.correlation;
  const known = prompts.length;
  const shrunk = (known * estimated + PRIOR.prompts * PRIOR.correlation) / (known + PRIOR.prompts);
  return Math.min(1, Math.max(0, shrunk));
}

/**
 * The analysis-of-variance estimate (Fisher), with Donner's n0 for unequal numbers of answers (1986): may be negative,
 * null where no prompt has two answers or all answers are the same.
 */
export function anovaCorrelation(prompts: readonly Sums[]): number | null {
  const clusters = prompts.length;
  const n = prompts.reduce((total, prompt) => total + prompt.n, 0);
  if (clusters < 2 || n <= clusters) return null;
  const mean = prompts.reduce((total, prompt) => total + prompt.sum, 0) / n;
  let between = 0;
  let within = 0;
  let squaredSizes = 0;
  for (const prompt of prompts) {
    const own = prompt.sum / prompt.n;
    between += prompt.n * (own - mean) ** 2;
    within += Math.max(0, prompt.sumSquares - prompt.n * own * own);
    squaredSizes += prompt.n ** 2;
  }
  const usualSize = (n - squaredSizes / n) / (clusters - 1);
  const meanBetween = between / (clusters - 1);
  const meanWithin = within / (n - clusters);
  const total = meanBetween + (usualSize - 1) * meanWithin;
  return total > 0 ? (meanBetween - meanWithin) / total : null;
}
