/**
 * Which of many tests to believe so that, on average, at most a share `q` of the believed ones is chance: the largest k
 * whose k-th smallest p is at most q k / m, and all that are as small (Benjamini and Hochberg 1995). In the order given.
 */
export function benjaminiHochberg(pValues: readonly number[], q = 0.1): boolean[] {
  const rising = [...pValues].sort((a, b) => a - b);
  const last = rising.findLastIndex((p, index) => p <= (q * (index + 1)) / rising.length);
  const limit = rising[last];
  return pValues.map((p) => limit !== undefined && p <= limit);
}
