import type { Sentiment } from "@answerscope/api/vocabulary";

/** Of the formula; the weights in it have a version of their own. */
export const SCORE_VERSION = "1";

/** Three parts that sum to 1, and what a neutral or negative answer is worth beside a positive one. */
export type ScoreWeights = {
  prominence: number;
  recommendation: number;
  own_source: number;
  neutral: number;
  negative: number;
};

/** Judgement, not measurement: a server or a brand may have its own, and every row says by which it was scored. */
export const DEFAULT_WEIGHTS: ScoreWeights = {
  prominence: 0.6,
  recommendation: 0.25,
  own_source: 0.15,
  neutral: 0.8,
  negative: 0.25,
};

/** The weights themselves, short enough to stand with every row. */
export const weightsVersion = ({ prominence, recommendation, own_source, neutral, negative }: ScoreWeights): string =>
  [prominence, recommendation, own_source, neutral, negative].join("/");

/** Rows from before there was a choice carry no version: they were scored by the defaults. */
export function weightsOf(version: string | undefined): ScoreWeights {
  if (version === undefined) return DEFAULT_WEIGHTS;
  const [prominence = 0, recommendation = 0, own_source = 0, neutral = 0, negative = 0] = version
    .split("/")
    .map(Number);
  return { prominence, recommendation, own_source, neutral, negative };
}

export type ScoreParts = {
  version: string;
  weights: string;
  mentioned: boolean;
  warmth: number;
  position: number;
  recommended: number;
  /** null: the engine gave no citations, so the part is dropped and the rest scaled up. */
  cited: number | null;
};

export type Scorable = {
  topicMentioned: boolean;
  mentionPosition: number | null;
  sentiment: Sentiment | null;
  recommended: boolean | null;
  ownDomainCited: boolean | null;
};

/** The visibility of one answer, 0 to 100, with the parts that make it up: each part is in points before warmth. */
export function scoreAnswer(
  reading: Scorable,
  weights: ScoreWeights = DEFAULT_WEIGHTS,
): { score: number; parts: ScoreParts } {
  const versions = { version: SCORE_VERSION, weights: weightsVersion(weights) };
  if (!reading.topicMentioned) {
    return {
      score: 0,
      parts: { ...versions, mentioned: false, warmth: 0, position: 0, recommended: 0, cited: null },
    };
  }
  const { prominence, recommendation, own_source, neutral, negative } = weights;
  const warmth: Record<Sentiment, number> = { positive: 1, neutral, negative };
  const scale = reading.ownDomainCited === null ? 100 / (prominence + recommendation) : 100;
  const discount = 1 / Math.log2(1 + (reading.mentionPosition ?? 1));
  const parts: ScoreParts = {
    ...versions,
    mentioned: true,
    warmth: warmth[reading.sentiment ?? "neutral"],
    position: scale * prominence * discount,
    recommended: reading.recommended ? scale * recommendation : 0,
    cited: reading.ownDomainCited === null ? null : reading.ownDomainCited ? scale * own_source : 0,
  };
  return { score: parts.warmth * (parts.position + parts.recommended + (parts.cited ?? 0)), parts };
}
