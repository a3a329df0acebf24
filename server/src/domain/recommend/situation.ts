import type { FunnelStage, Priority } from "@answerscope/api/vocabulary";

/** One topic at one stage of one completed scan, all engines together. Counts are of answers. */
export type SituationCell = {
  topicId: string;
  topicName: string;
  stage: FunnelStage;
  n: number;
  mentions: number;
  /** Over the answers that mention the topic. */
  positionSum: number;
  recommended: number;
  positive: number;
  negative: number;
  /** Answers that cite the brand's own domain, of those that carry citations at all. */
  ownCited: number;
  withCitations: number;
  scoreMean: number;
  competitors: { name: string; count: number }[];
  sources: { domain: string; count: number }[];
  quotes: { resultId: string; text: string }[];
};

export type SituationInput = { brandName: string; ownDomain: string | null; cells: SituationCell[] };

export type Proposal = {
  /** The same shortcoming has the same identity in every scan, so that a dismissed proposal stays dismissed. */
  identity: string;
  type: string;
  topicId: string | null;
  stage: FunnelStage | null;
  title: string;
  description: string;
  priority: Priority;
  impactEstimate: string | null;
  evidence: Record<string, unknown>;
};

/** A proposal with what it is ranked by; null when there is nothing to compare the topic with. */
export type Finding = { gainPts: number | null; proposal: Proposal };

/** A share of fewer answers than this is too much a matter of luck to send someone to work. */
export const FEWEST_ANSWERS = 5;

export function mentionRate(cell: SituationCell): number {
  return cell.n === 0 ? 0 : cell.mentions / cell.n;
}

/** Named in at least half of the answers, and often enough for shares of the mentions to mean something. */
export function isUsuallyMentioned(cell: SituationCell): boolean {
  return cell.mentions >= FEWEST_ANSWERS && mentionRate(cell) >= 0.5;
}

export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
