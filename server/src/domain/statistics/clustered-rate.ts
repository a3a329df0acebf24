import { type Estimate, LEVEL, type Sums } from "./estimate.ts";
import { intraclassCorrelation } from "./intraclass-correlation.ts";
import { twoSidedT } from "./student-t.ts";
import { widenedForFewHits, wilson } from "./wilson.ts";

/**
 * The share of answers that are hits, with prompts as clusters: Wilson's interval for as many answers as these are worth,
 * n / (1 + (r - 1) rho) by Kish (1965), where r is Kish's size of a cluster, sum of squares / n, when prompts were
 * answered unequally often. The quantile is Student's with M - 1 degrees of freedom, since rho is known from M prompts;
 * one prompt says nothing of others, so it gets the widest there is, one degree of freedom.
 */
export function clusteredRate(prompts: readonly Sums[], level = LEVEL): Estimate | null {
  const answered = prompts.filter(({ n }) => n > 0);
  const n = answered.reduce((total, prompt) => total + prompt.n, 0);
  if (n === 0) return null;
  const hits = answered.reduce((total, prompt) => total + prompt.sum, 0);
  const size = answered.reduce((total, prompt) => total + prompt.n ** 2, 0) / n;
  // A hit is a one, whose square is itself.
  const correlation = intraclassCorrelation(answered.map((one) => ({ n: one.n, sum: one.sum, sumSquares: one.sum })));
  const nEffective = n / (1 + (size - 1) * correlation);
  const value = hits / n;
  const bounds = wilson(value, 1 / nEffective, twoSidedT(level, Math.max(1, answered.length - 1)));
  const { low, high } = widenedForFewHits(bounds, value, { hits, misses: n - hits }, level);
  return { value, low, high, level, n, nEffective, clusters: answered.length };
}
