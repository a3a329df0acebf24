import type { Estimate } from "./statistics.ts";

/** One line of the table: our estimate beside those of the baselines. */
export type Figure = {
  name: FigureName;
  ours: Estimate;
  baselines: { name: string; estimate: Estimate }[];
};

/**
 * What each figure is to reach on answers that nobody has tuned to, and the floor below which the command fails. A floor
 * is the target where the data here reaches it, else what has been reached so far (null: nothing yet).
 */
export const FIGURES = {
  "mention, recall": { target: 0.995, floor: 0.995 },
  "mention, precision": { target: null, floor: 0.99 },
  "position, brands known": { target: 0.97, floor: 0.97 },
  "position, brands unknown": { target: 0.9, floor: 0.9 },
  "discovered competitors, precision": { target: 0.85, floor: 0.85 },
  "discovered competitors, recall": { target: 0.9, floor: 0.9 },
  citations: { target: null, floor: 0.99 },
  "sentiment in AI answers, macro-F1": { target: 0.75, floor: 0.48 },
  "sentiment toward restaurants and people, macro-F1": { target: 0.6, floor: 0.6 },
  "recommendation, macro-F1": { target: 0.72, floor: 0.72 },
  "hand-written traps passed": { target: 0.93, floor: 0.93 },
} as const satisfies Record<string, { target: number | null; floor: number | null }>;

export type FigureName = keyof typeof FIGURES;
