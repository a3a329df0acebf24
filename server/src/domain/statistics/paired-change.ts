import { halfWidth, LEVEL, type Sums } from "./estimate.ts";
import { stratifiedVariance } from "./stratified-variance.ts";
import { twoSidedP, twoSidedT } from "./student-t.ts";
import { weightedMean } from "./weighted-mean.ts";
import { type PanelCell, promptMean, type WeightedPrompt, type Weighting, weighPanel } from "./weighted-panel.ts";

export type Verdict = "up" | "down" | "within noise" | "not comparable";

export type Change = {
  /** Null, like all that follows from it, where too few prompts are shared. */
  difference: number | null;
  halfWidth: number | null;
  low: number | null;
  high: number | null;
  /** How often chance alone would move the number at least as far. */
  p: number | null;
  /** Prompts that both scans answered. */
  pairs: number;
  verdict: Verdict;
};

type Options = { level?: number; max?: number };
type PromptPair = { before: WeightedPrompt; after: WeightedPrompt };

const FEWEST_PAIRS = 3;

/** Did the mean of these prompts change? Prompts weigh alike; only those that were answered both times count. */
export function pairedChange(pairs: readonly { before: Sums; after: Sums }[], options: Options = {}): Change {
  const shared = pairs.filter(({ before, after }) => before.n > 0 && after.n > 0);
  const side = (sums: Sums, index: number): WeightedPrompt => ({
    promptId: String(index),
    stratum: "",
    weight: 1 / shared.length,
    cells: [{ ...sums, engine: "", share: 1 }],
  });
  return changeOf(
    shared.map(({ before, after }, index) => ({ before: side(before, index), after: side(after, index) })),
    options,
  );
}

/**
 * Did the headline number change? Both scans are cut to the prompts, at the engines, that both answered, and weighed
 * alike: the difference is exactly that of the two headline numbers of what they share.
 */
export function headlineChange(
  before: readonly PanelCell[],
  after: readonly PanelCell[],
  weighting: Weighting = {},
  options: Options = {},
): Change {
  // No engine has a space in its name.
  const keyOf = (promptId: string, engine: string) => `${engine} ${promptId}`;
  const old = new Map(before.filter(({ n }) => n > 0).map((cell) => [keyOf(cell.promptId, cell.engine), cell]));
  const shared = after.filter(({ n, promptId, engine }) => n > 0 && old.has(keyOf(promptId, engine)));
  // The weights are those of today, also for what was answered then: a prompt that was moved counts where it stands now.
  const pairs = weighPanel(shared, weighting).map((prompt) => ({
    before: {
      ...prompt,
      cells: prompt.cells.map((cell) => ({ ...cell, ...sumsOf(old.get(keyOf(prompt.promptId, cell.engine)) as Sums) })),
    },
    after: prompt,
  }));
  return changeOf(pairs, options);
}

const sumsOf = ({ n, sum, sumSquares }: Sums): Sums => ({ n, sum, sumSquares });

/** Student's paired test on prompts: what differs between prompts, but not between scans, drops out. */
function changeOf(pairs: readonly PromptPair[], { level = LEVEL, max = 100 }: Options): Change {
  const differences = pairs.map(({ before, after }) => ({
    stratum: after.stratum,
    weight: after.weight,
    value: promptMean(after) - promptMean(before),
  }));
  const seen = stratifiedVariance(differences);
  if (pairs.length < FEWEST_PAIRS || seen === null) {
    const nothing = { difference: null, halfWidth: null, low: null, high: null, p: null };
    return { ...nothing, pairs: pairs.length, verdict: "not comparable" };
  }
  const difference = differences.reduce((sum, { weight, value }) => sum + weight * value, 0);
  const t = twoSidedT(level, Math.max(1, seen.degreesOfFreedom));
  const error = seen.variance > (1e-9 * max) ** 2 ? Math.sqrt(seen.variance) : scanNoise(pairs, level, max) / t;
  const p = twoSidedP(difference / error, Math.max(1, seen.degreesOfFreedom));
  const reach = t * error;
  const verdict = p >= 1 - level ? "within noise" : difference > 0 ? "up" : "down";
  return {
    difference,
    halfWidth: reach,
    low: difference - reach,
    high: difference + reach,
    p,
    pairs: pairs.length,
    verdict,
  };
}

/** Where every prompt moved alike, the prompts show no noise to judge by; that of the two numbers is taken instead. */
function scanNoise(pairs: readonly PromptPair[], level: number, max: number): number {
  const widths = (["before", "after"] as const).map((side) => {
    const estimate = weightedMean(
      pairs.map((pair) => pair[side]),
      { level, max, estimand: "thesePrompts" },
    );
    return estimate === null ? max : halfWidth(estimate);
  });
  return Math.hypot(...widths);
}
