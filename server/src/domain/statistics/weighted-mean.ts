import { type Estimand, type Estimate, LEVEL, type Sums } from "./estimate.ts";
import { PRIOR } from "./intraclass-correlation.ts";
import { combineVariances, stratifiedVariance, type Variance } from "./stratified-variance.ts";
import { twoSidedT } from "./student-t.ts";
import { promptMean, type WeightedPrompt } from "./weighted-panel.ts";
import { widenedForFewHits, wilson } from "./wilson.ts";

const ROUNDING = 1e-9;
// In prompts, and in degrees of freedom: the least with which intervals still hold where a brand is rarely named.
const USUAL_WORTH = 3;

type Options = {
  estimand?: Estimand;
  level?: number;
  /** The most that one answer can score. */
  max?: number;
};

/** The mean score of prompts that weigh alike: cluster-t on prompt means, drawn in toward 0 and the most it can be. */
export function clusteredMean(prompts: readonly Sums[], options: Options = {}): Estimate | null {
  const answered = prompts.filter(({ n }) => n > 0);
  const panel = answered.map((sums, index) => ({
    promptId: String(index),
    stratum: "",
    weight: 1 / answered.length,
    cells: [{ ...sums, engine: "", share: 1 }],
  }));
  return weightedMean(panel, options);
}

/**
 * A headline number with its interval, prompts as clusters: the variance of the weighted sum of prompt means and its
 * degrees of freedom by `stratifiedVariance`, Student's quantile, Wilson's form. A plain t interval fails where a brand is
 * rarely named: most small panels then hold nothing but zeros, whose variance is 0. Wilson's form needs the variance as a
 * part of m (1 - m), the most that a mean m allows; that part is shrunk toward what the answers' own spread and the usual
 * correlation within a prompt would give. With one prompt that is all there is, at one degree of freedom: nothing has
 * been seen of how prompts differ, and the interval is as wide as that.
 */
export function weightedMean(panel: readonly WeightedPrompt[], options: Options = {}): Estimate | null {
  if (panel.length === 0) return null;
  const { estimand = "likeThese", level = LEVEL, max = 100 } = options;
  const value = snapped(panel.reduce((sum, prompt) => sum + prompt.weight * promptMean(prompt), 0) / max);
  const all = panel.flatMap(({ cells }) => cells);
  const n = all.reduce((sum, cell) => sum + cell.n, 0);
  const answerSpread = spreadOfAnswers(all, n, max);
  const usual = answerSpread * usualSpread(panel, estimand);
  const seen = estimand === "likeThese" ? betweenPrompts(panel) : withinPrompts(panel);
  const most = value * (1 - value) * max ** 2;
  const { spread, degreesOfFreedom } = shrunkSpread(most > 0 ? seen : null, most, usual, panel.length);
  const bounds = wilson(value, spread, twoSidedT(level, degreesOfFreedom));
  const { low, high } = widenedForFewHits(bounds, value, wholeHits(all, n, max), level);
  return {
    value: value * max,
    low: low * max,
    high: high * max,
    level,
    n,
    nEffective: Math.min(n, answerSpread / spread),
    clusters: panel.length,
  };
}

/** Weights that add up to a hair less than 1 must not make a perfect score an imperfect one. */
function snapped(share: number): number {
  if (share < ROUNDING) return 0;
  return share > 1 - ROUNDING ? 1 : share;
}

/** Satterthwaite's degrees of freedom for the mixture: what was seen has its own, the usual as many as it is worth. */
function shrunkSpread(seen: Variance | null, most: number, usual: number, prompts: number) {
  if (seen === null) return { spread: usual, degreesOfFreedom: prompts < 2 ? 1 : USUAL_WORTH };
  const seenPart = (prompts * seen.variance) / most / (prompts + USUAL_WORTH);
  const usualPart = (USUAL_WORTH * usual) / (prompts + USUAL_WORTH);
  const uncertainty = seenPart ** 2 / seen.degreesOfFreedom + usualPart ** 2 / USUAL_WORTH;
  return { spread: seenPart + usualPart, degreesOfFreedom: (seenPart + usualPart) ** 2 / uncertainty };
}

function betweenPrompts(panel: readonly WeightedPrompt[]): Variance | null {
  return stratifiedVariance(
    panel.map((prompt) => ({ stratum: prompt.stratum, weight: prompt.weight, value: promptMean(prompt) })),
  );
}

/** The same prompts asked again: every cell is a stratum of its own, and its answers are the values. */
function withinPrompts(panel: readonly WeightedPrompt[]): Variance | null {
  return combineVariances(
    panel.flatMap(({ weight, cells }) =>
      cells.map(({ n, sum, sumSquares, share }) => ({
        squaredWeights: (weight * share) ** 2 / n,
        sampleVariance: n < 2 ? 0 : Math.max(0, sumSquares - sum ** 2 / n) / (n - 1),
        degreesOfFreedom: n - 1,
      })),
    ),
  );
}

/** How many answers scored everything and nothing, where all did one or the other; else none, as hits are not whole. */
function wholeHits(cells: readonly Sums[], n: number, max: number): { hits: number; misses: number } {
  const isWhole = cells.every(({ sum, sumSquares }) => Math.abs(sumSquares - max * sum) <= 1e-9 * max * sum);
  const hits = Math.round(cells.reduce((total, { sum }) => total + sum, 0) / max);
  return isWhole ? { hits, misses: n - hits } : { hits: 0, misses: 0 };
}

/** The variance of one answer as a part of m (1 - m); where few points were scored, nearer to 1, the most it can be. */
function spreadOfAnswers(cells: readonly Sums[], n: number, max: number): number {
  const points = cells.reduce((sum, cell) => sum + cell.sum, 0) / max;
  const squares = cells.reduce((sum, cell) => sum + cell.sumSquares, 0) / max ** 2;
  const mean = points / n;
  const most = n * mean * (1 - mean);
  if (!(most > 0)) return 1;
  const seen = Math.min(1, Math.max(0, (squares - n * mean * mean) / most));
  const weight = Math.min(points, n - points);
  return (weight * seen + 1) / (weight + 1);
}

/** The sum's variance in units of one answer's, when answers to a prompt are as alike as usual. */
function usualSpread(panel: readonly WeightedPrompt[], estimand: Estimand): number {
  return panel.reduce((sum, { weight, cells }) => {
    const oneAnswer = cells.reduce((part, { share, n }) => part + share ** 2 / n, 0);
    const between = estimand === "likeThese" ? PRIOR.correlation : 0;
    return sum + weight ** 2 * (between + (1 - PRIOR.correlation) * oneAnswer);
  }, 0);
}
