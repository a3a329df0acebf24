// Plain means and counts over result rows, for pictures of one scan. Intervals and tests are the server's alone.
import { FUNNEL_STAGES, type FunnelStage, type ScanResultRow } from "@answerscope/api";

export type Summary = { answers: number; mentions: number; mentionRate: number; score: number; recommended: number };

/** Null when there is no answer to sum up. */
export function summarise(rows: readonly ScanResultRow[]): Summary | null {
  if (rows.length === 0) return null;
  const mentions = rows.filter((row) => row.topic_mentioned).length;
  return {
    answers: rows.length,
    mentions,
    mentionRate: mentions / rows.length,
    score: rows.reduce((sum, row) => sum + (row.score ?? 0), 0) / rows.length,
    recommended: rows.filter((row) => row.action_recommendation).length,
  };
}

export const byStage = (rows: readonly ScanResultRow[]): { stage: FunnelStage; summary: Summary | null }[] =>
  FUNNEL_STAGES.map((stage) => ({ stage, summary: summarise(rows.filter((row) => row.funnel_stage === stage)) }));

/** Engines with the mean score highest first, each by stage. */
export function engineByStage(rows: readonly ScanResultRow[]) {
  return [...Map.groupBy(rows, (row) => row.engine)]
    .map(([engine, own]) => ({ engine, all: summarise(own), stages: byStage(own) }))
    .sort((a, b) => (b.all?.score ?? 0) - (a.all?.score ?? 0));
}

export type Counted = { name: string; count: number };

function counted(names: Iterable<string>): Counted[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** In how many answers each competitor is named. */
export const competitorCounts = (rows: readonly ScanResultRow[]): Counted[] =>
  counted(rows.flatMap((row) => [...new Set(row.competitors_mentioned ?? [])]));

const domainOf = (address: string): string => {
  try {
    return new URL(address).hostname.replace(/^www\./, "");
  } catch {
    return address;
  }
};

export const belongsTo = (domain: string, own: string | null): boolean =>
  own !== null && (domain === own || domain.endsWith(`.${own}`));

/** In how many answers each domain is cited. */
export const sourceCounts = (rows: readonly ScanResultRow[]): Counted[] =>
  counted(rows.flatMap((row) => [...new Set((row.sources_cited ?? []).map(domainOf))]));

export type Voice = { own: number; others: Counted[]; total: number };

/** Mentions of the own brand and of the known competitors named most, as parts of one whole. */
export function shareOfVoice(rows: readonly ScanResultRow[], known: readonly string[]): Voice {
  const own = rows.filter((row) => row.topic_mentioned).length;
  const others = competitorCounts(rows).filter(({ name }) => known.includes(name));
  return { own, others, total: own + others.reduce((sum, { count }) => sum + count, 0) };
}
