import { type Mention, SUBJECT } from "./mention.ts";
import type { OfferedItem } from "./offered-items.ts";

/**
 * The subject's rank among the distinct brands that the answer offers: by the list, headings or table it stands in,
 * else by who is named before it.
 */
export function rankSubject(items: OfferedItem[], mentions: Mention[]): number {
  const list = listWithSubject(items);
  if (list !== null) return brandsUpToSubject(list, items).size;
  const first = mentions.find(({ who }) => who === SUBJECT)?.from ?? 0;
  const before = new Set(
    mentions.filter(({ from, who }) => from < first && who !== SUBJECT).map(({ who }) => `#${who}`),
  );
  for (const item of items) {
    if (item.label.from < first && item.who === null && !item.isAward) before.add(item.brand);
  }
  return before.size + 1;
}

/** The list that names the most known brands, the earliest of equals; a list of one ranks nothing. */
function listWithSubject(items: OfferedItem[]): OfferedItem[] | null {
  const lists = Map.groupBy(items, ({ shape }) => shape);
  const hasIntroductions = items.some((item) => !item.isAward);
  let best: OfferedItem[] | null = null;
  let bestKnown = 0;
  for (const list of lists.values()) {
    if (!list.some(({ who }) => who === SUBJECT) || (hasIntroductions && list[0]?.isAward)) continue;
    if (new Set(list.map(({ brand }) => brand)).size < 2) continue;
    const known = new Set(list.map(({ who }) => who)).size;
    if (known > bestKnown) [best, bestKnown] = [list, known];
  }
  return best;
}

/** A second list goes on counting where an earlier one, without the subject, has stopped. */
function brandsUpToSubject(list: OfferedItem[], items: OfferedItem[]): Set<string> {
  const start = list[0]?.label.from ?? 0;
  const withSubject = new Set(items.filter(({ who }) => who === SUBJECT).map(({ shape }) => shape));
  const earlier = items.filter(
    ({ label, shape, isAward }) => label.from < start && !isAward && !withSubject.has(shape),
  );
  const brands = new Set(earlier.map(({ brand }) => brand));
  for (const item of list) {
    brands.add(item.brand);
    if (item.who === SUBJECT) break;
  }
  return brands;
}
