import { REREAD_FIELDS, type Reader, type RereadField, type Sentiment } from "@answerscope/api/vocabulary";
import type { Reading } from "./answer/reading.ts";
import type { ScoreParts } from "./score.ts";

/** What a result row keeps of a reading. */
export type ResultRow = {
  topic_mentioned: boolean;
  mention_position: number | null;
  sentiment: Sentiment | null;
  score: number;
  action_recommendation: boolean | null;
  own_domain_cited: boolean | null;
  sources_cited: string[];
  competitors_mentioned: string[];
  score_parts: ScoreParts;
  rule_version: string;
  read_by: Reader;
};

export const resultRow = (
  reading: Omit<Reading, "evidence">,
  { score, parts }: { score: number; parts: ScoreParts },
): ResultRow => ({
  topic_mentioned: reading.topicMentioned,
  mention_position: reading.mentionPosition,
  sentiment: reading.sentiment,
  score,
  action_recommendation: reading.recommended,
  own_domain_cited: reading.ownDomainCited,
  sources_cited: reading.sources,
  competitors_mentioned: reading.competitors,
  score_parts: parts,
  rule_version: reading.ruleVersion,
  read_by: "local",
});

type Value = string | number | boolean | string[] | null;
export type RowChange = { field: RereadField; before: Value; after: Value };

/** Less than this is the last digit of a sum, and nobody is shown it. */
const SAME_SCORE = 1e-9;

/** What a second reading makes different, of all that a row shows. */
export function changesBetween(before: ResultRow, after: ResultRow): RowChange[] {
  const changes = REREAD_FIELDS.map((field) => ({ field, before: before[field], after: after[field] }));
  return changes.filter((one) => !isSame(one.before, one.after));
}

function isSame(one: Value, other: Value): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => item === other[index]);
  }
  if (typeof one === "number" && typeof other === "number") return Math.abs(one - other) < SAME_SCORE;
  return one === other;
}

/** How many answers changed, in all and by field. */
export type ChangeCounts = { answers: number } & Record<RereadField, number>;

export const noChanges = (): ChangeCounts =>
  ({ answers: 0, ...Object.fromEntries(REREAD_FIELDS.map((field) => [field, 0])) }) as ChangeCounts;

export function countChanges(counts: ChangeCounts, changes: RowChange[]): void {
  if (changes.length > 0) counts.answers++;
  for (const { field } of changes) counts[field]++;
}
