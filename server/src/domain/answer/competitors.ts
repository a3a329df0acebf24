import { type Mention, SUBJECT } from "./mention.ts";
import type { OfferedItem } from "./offered-items.ts";
import type { Span } from "./reading.ts";

export type Competitor = { name: string; span: Span; known: boolean };

/** The named competitors in order of appearance, then the brands that the answer itself sets out. */
export function findCompetitors(names: string[], mentions: Mention[], items: OfferedItem[]): Competitor[] {
  const known = new Map<number, Competitor>();
  const appearances = [...mentions, ...items.flatMap(({ who, label }) => (who === null ? [] : [{ who, ...label }]))];
  for (const { who, from, to } of appearances.sort((a, b) => a.from - b.from)) {
    const name = names[who - 1];
    if (who === SUBJECT || name === undefined || known.has(who)) continue;
    known.set(who, { name, span: { from, to }, known: true });
  }
  const discovered = new Map<string, Competitor>();
  for (const { who, brand, name, nameSpan } of items) {
    if (who === null && !discovered.has(brand)) discovered.set(brand, { name, span: nameSpan, known: false });
  }
  return [...known.values(), ...discovered.values()];
}
