import { seededRandom } from "../../server/src/domain/seeded-random.ts";

/** A figure from 0 to 1 with its 95% interval, over `n` judgements. */
export type Estimate = { value: number; low: number; high: number; n: number };

/** What was right, and what was said. */
export type Judged = { truth: string; said: string };

const Z = 1.96;
const RESAMPLES = 1000;

/** Wilson's interval: it holds for shares near 0 and 1, where most of ours are. */
export function proportion(hits: number, n: number): Estimate {
  if (n === 0) return { value: Number.NaN, low: 0, high: 1, n };
  const share = hits / n;
  const scale = 1 + Z ** 2 / n;
  const middle = (share + Z ** 2 / (2 * n)) / scale;
  const reach = (Z / scale) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return { value: share, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach), n };
}

/** The mean of every class's F1: a rare class counts as much as a common one. */
export function macroF1(rows: Judged[], classes: string[]): number {
  const scores = classes.map((name) => {
    const hits = rows.filter(({ truth, said }) => truth === name && said === name).length;
    const wrong = rows.filter(({ truth, said }) => (truth === name) !== (said === name)).length;
    return hits === 0 ? 0 : (2 * hits) / (2 * hits + wrong);
  });
  return scores.reduce((sum, score) => sum + score, 0) / classes.length;
}

/** Macro-F1 over the classes that occur, its interval by a bootstrap whose draws are the same on every machine. */
export function macroF1Estimate(rows: Judged[], seed: string): Estimate {
  const classes = [...new Set(rows.map(({ truth }) => truth))].sort();
  const random = seededRandom(seed);
  const draws = Array.from({ length: RESAMPLES }, () =>
    macroF1(
      rows.map(() => random.pick(rows)),
      classes,
    ),
  ).sort((a, b) => a - b);
  const quantile = (share: number) => draws[Math.round(share * (RESAMPLES - 1))] ?? Number.NaN;
  return { value: macroF1(rows, classes), low: quantile(0.025), high: quantile(0.975), n: rows.length };
}
