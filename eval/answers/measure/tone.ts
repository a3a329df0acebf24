import { adviceByKeyword, vaderSentiment } from "../baselines.ts";
import type { Figure } from "../figure.ts";
import type { TargetRow } from "../load.ts";
import { readFor } from "../read-for.ts";
import { type Judged, macroF1Estimate } from "../statistics.ts";

const judged = (rows: TargetRow[], truth: (row: TargetRow) => unknown, said: (row: TargetRow) => unknown): Judged[] =>
  rows.map((row) => ({ truth: String(truth(row)), said: String(said(row)) }));

const read = ({ text, target }: TargetRow) => readFor({ answer: text, topic: { name: target }, language: "en" });

/** Sentiment toward the target; several files count as the mean of theirs would: all their rows together. */
export function measureSentiment(name: Figure["name"], rows: TargetRow[]): Figure {
  const estimate = (said: (row: TargetRow) => string) =>
    macroF1Estimate(
      judged(rows, (row) => row.label, said),
      name,
    );
  return {
    name,
    // A target that is not read as a mention has no sentiment; the labels call that neutral.
    ours: estimate((row) => read(row).sentiment ?? "neutral"),
    baselines: [{ name: "VADER, the sentence", estimate: estimate(vaderSentiment) }],
  };
}

export function measureRecommendation(rows: TargetRow[]): Figure {
  const labelled = rows.filter(({ recommended }) => recommended !== undefined);
  const estimate = (said: (row: TargetRow) => boolean) =>
    macroF1Estimate(
      judged(labelled, (row) => row.recommended, said),
      "recommendation",
    );
  return {
    name: "recommendation, macro-F1",
    ours: estimate((row) => read(row).recommended ?? false),
    baselines: [{ name: "a word of advice in the sentence", estimate: estimate(adviceByKeyword) }],
  };
}
