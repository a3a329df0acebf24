import type { SituationCell } from "./situation.ts";

type Counted = { name: string; count: number };

const MOST_LISTED = 5;
const MOST_QUOTES = 2;

/** Everything a reader needs to check a proposal: the counts, who else is named, what is cited, and two answers. */
export function evidenceOf(cells: readonly SituationCell[]): Record<string, unknown> {
  const sum = (pick: (cell: SituationCell) => number) => cells.reduce((total, cell) => total + pick(cell), 0);
  const answers = sum((cell) => cell.n);
  const mentions = sum((cell) => cell.mentions);
  return {
    answers,
    mentions,
    mention_rate: share(mentions, answers),
    average_position: share(
      sum((cell) => cell.positionSum),
      mentions,
    ),
    recommended: sum((cell) => cell.recommended),
    positive: sum((cell) => cell.positive),
    negative: sum((cell) => cell.negative),
    own_site_cited: sum((cell) => cell.ownCited),
    answers_with_citations: sum((cell) => cell.withCitations),
    competitors: topCompetitors(cells).slice(0, MOST_LISTED),
    sources: topSources(cells).slice(0, MOST_LISTED),
    quotes: cells
      .flatMap((cell) => cell.quotes)
      .slice(0, MOST_QUOTES)
      .map(({ resultId, text }) => ({ result_id: resultId, text })),
  };
}

/** Most often named first. */
export function topCompetitors(cells: readonly SituationCell[]): Counted[] {
  return countedByName(cells.flatMap((cell) => cell.competitors));
}

/** Most often cited first. */
function topSources(cells: readonly SituationCell[]): { domain: string; count: number }[] {
  const counts = countedByName(
    cells.flatMap((cell) => cell.sources.map(({ domain, count }) => ({ name: domain, count }))),
  );
  return counts.map(({ name, count }) => ({ domain: name, count }));
}

/** Most often cited first, without the brand's own site: the places where someone else decides what is said. */
export function thirdPartySources(
  cells: readonly SituationCell[],
  ownDomain: string | null,
): { domain: string; count: number }[] {
  return topSources(cells).filter(({ domain }) => ownDomain === null || !belongsTo(domain, ownDomain));
}

/** "6 of 20 (30%)": a share is never shown without what it is a share of. */
export function countInWords(count: number, total: number): string {
  return `${count} of ${total} (${Math.round(100 * (share(count, total) ?? 0))}%)`;
}

/** "a", "a and b", "a, b and c". */
export function listInWords(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function share(count: number, total: number): number | null {
  return total === 0 ? null : count / total;
}

function countedByName(rows: readonly Counted[]): Counted[] {
  const totals = new Map<string, number>();
  for (const { name, count } of rows) totals.set(name, (totals.get(name) ?? 0) + count);
  return [...totals]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function belongsTo(domain: string, ownDomain: string): boolean {
  const host = domain.toLowerCase();
  const own = ownDomain.toLowerCase().replace(/^www\./, "");
  return host === own || host.endsWith(`.${own}`);
}
