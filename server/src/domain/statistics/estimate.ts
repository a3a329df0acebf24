/** What is known of one prompt, or of one prompt at one engine: enough for every mean and variance. */
export type Sums = { n: number; sum: number; sumSquares: number };

export type Estimate = {
  value: number;
  low: number;
  high: number;
  /** How often an interval made this way holds the truth. */
  level: number;
  /** Answers. */
  n: number;
  /** How many independent answers would tell as much. */
  nEffective: number;
  /** Prompts. */
  clusters: number;
};

export const LEVEL = 0.95;

/**
 * What an interval is about. `likeThese` is what people read a score as, so it is the default: another panel, written the
 * same way, would land in it. `thesePrompts` is about asking the very same prompts again, and the only one that more
 * answers alone make as narrow as one likes.
 */
export const ESTIMANDS = {
  likeThese:
    "prompts like those of this panel, in its topics and funnel stages, at its engines, on the day of the scan",
  thesePrompts: "the prompts of this panel and no others, at its engines, on the day of the scan",
} as const;

export type Estimand = keyof typeof ESTIMANDS;

export const halfWidth = ({ low, high }: Pick<Estimate, "low" | "high">): number => (high - low) / 2;
