import type { Sentiment } from "@answerscope/api/vocabulary";
import type { ResultRow } from "./result-row.ts";
import { type ScoreWeights, scoreAnswer } from "./score.ts";
import { hashText } from "./seeded-random.ts";

/** What a second reader says of an answer, and what the first one said of the same. */
export type JudgedReading = {
  topic_mentioned: boolean;
  mention_position: number | null;
  sentiment: Sentiment | null;
  action_recommendation: boolean | null;
};

export const judgedPart = (row: JudgedReading): JudgedReading => ({
  topic_mentioned: row.topic_mentioned,
  mention_position: row.mention_position,
  sentiment: row.sentiment,
  action_recommendation: row.action_recommendation,
});

/** The row as it is when the judge's word counts; sources and competitors stay what the rules found. */
export function withJudged(row: ResultRow, judged: JudgedReading, weights: ScoreWeights): ResultRow {
  const { score, parts } = scoreAnswer(
    {
      topicMentioned: judged.topic_mentioned,
      mentionPosition: judged.mention_position,
      sentiment: judged.sentiment,
      recommended: judged.action_recommendation,
      ownDomainCited: row.own_domain_cited,
    },
    weights,
  );
  return { ...row, ...judgedPart(judged), score, score_parts: parts, read_by: "judge" };
}

/** Which answers a judge is to read: that share of them, rounded up, and the same ones whenever it is asked. */
export function judgeSample(seed: string, ids: string[], share: number): string[] {
  const placed = ids.map((id) => ({ id, place: hashText(`${seed}:${id}`) }));
  placed.sort((one, other) => one.place - other.place || (one.id < other.id ? -1 : 1));
  return placed.slice(0, Math.ceil(ids.length * share)).map(({ id }) => id);
}
