import type { Sentiment } from "@answerscope/api/vocabulary";

export const SCORE_VERSION = "1";

// The weights are judgement, not measurement: they are stored with every row so that a later version can be told apart.
const WEIGHTS = { position: 0.6, recommended: 0.25, cited: 0.15 };
const WARMTH: Record<Sentiment, number> = { positive: 1, neutral: 0.8, negative: 0.25 };

export type ScoreParts = {
  version: string;
  mentioned: boolean;
  warmth: number;
  position: number;
  recommended: number;
  /** null: the engine gave no citations, so the part is dropped and the rest scaled up. */
  cited: number | null;
};

type Scorable = {
  topicMentioned: boolean;
  mentionPosition: number | null;
  sentiment: Sentiment | null;
  recommended: boolean | null;
  ownDomainCited: boolean | null;
};

/** The visibility of one answer, 0 to 100, with the parts that make it up: each part is in points before warmth. */
export function scoreAnswer(reading: Scorable): { score: number; parts: ScoreParts } {
  if (!reading.topicMentioned) {
    return {
      score: 0,
      parts: { version: SCORE_VERSION, mentioned: false, warmth: 0, position: 0, recommended: 0, cited: null },
    };
  }
  const scale = reading.ownDomainCited === null ? 100 / (1 - WEIGHTS.cited) : 100;
  const discount = 1 / Math.log2(1 + (reading.mentionPosition ?? 1));
  const parts: ScoreParts = {
    version: SCORE_VERSION,
    mentioned: true,
    warmth: WARMTH[reading.sentiment ?? "neutral"],
    position: scale * WEIGHTS.position * discount,
    recommended: reading.recommended ? scale * WEIGHTS.recommended : 0,
    cited: reading.ownDomainCited === null ? null : reading.ownDomainCited ? scale * WEIGHTS.cited : 0,
  };
  return { score: parts.warmth * (parts.position + parts.recommended + (parts.cited ?? 0)), parts };
}
