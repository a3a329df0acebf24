import { type Mention, SUBJECT } from "./mention.ts";
import type { OfferedItem } from "./offered-items.ts";
import type { Span } from "./reading.ts";

export type Place = { rank: number; decidedBy: Span };

/**
 * The subject's rank among the distinct brands that the answer offers: by the list, headings or table it stands in,
 * else by who is named before it. null when it is nowhere.
 */
export function rankSubject(items: OfferedItem[], mentions: Mention[]): Place | null {
  const introductions = introducing(items);
  const own = introductions.find(({ who }) => who === SUBJECT);
  if (own) return { rank: brandsUpToSubject(introductions).size, decidedBy: own.label };
  const at = mentions.find(({ who }) => who === SUBJECT) ?? items.find(({ who }) => who === SUBJECT)?.label;
  if (!at) return null;
  const before = new Set<string>();
  for (const { from, who } of mentions) if (from < at.from && who !== SUBJECT) before.add(`#${who}`);
  for (const { label, brand } of introductions) if (label.from < at.from) before.add(brand);
  // "Top brands: **A**, **B** and **C**": in bold alone, where no list says more.
  if (introductions.length === 0)
    for (const { label, brand, form } of items) if (form === "bold" && label.from < at.from) before.add(brand);
  return { rank: before.size + 1, decidedBy: { from: at.from, to: at.to } };
}

/** A prize in a list of prizes, a price entry or a name in passing repeats what a list has introduced. */
function introducing(items: OfferedItem[]): OfferedItem[] {
  const offered = items.filter(({ form }) => form !== "carousel" && form !== "bold" && form !== "column");
  const introduced = offered.filter(({ isAward, isTitle }) => !isAward || isTitle);
  return introduced.length > 0 ? introduced : offered;
}

/** The list that holds the subject and the most brands, after the brands of earlier lists that do not hold it. */
function brandsUpToSubject(items: OfferedItem[]): Set<string> {
  const brands = new Set<string>();
  for (const { brand, who, form } of items) {
    if (form !== "prose") continue;
    brands.add(brand);
    if (who === SUBJECT) return brands;
  }
  const { list, holding } = listWithSubject(items);
  const start = list[0]?.label.from ?? 0;
  for (const { label, shape, brand } of items) if (label.from < start && !holding.has(shape)) brands.add(brand);
  for (const { brand, who } of isCountdown(list) ? list.toReversed() : list) {
    brands.add(brand);
    if (who === SUBJECT) break;
  }
  return brands;
}

function listWithSubject(items: OfferedItem[]): { list: OfferedItem[]; holding: Set<string> } {
  let list: OfferedItem[] = [];
  let most = 0;
  const holding = new Set<string>();
  for (const [shape, members] of Map.groupBy(items, (item) => item.shape)) {
    if (!members.some(({ who }) => who === SUBJECT)) continue;
    holding.add(shape);
    const size = new Set(members.map(({ brand }) => brand)).size;
    if (size > most) [list, most] = [members, size];
  }
  return { list, holding };
}

/** "3. A, 2. B, 1. C" puts C first. */
function isCountdown(list: OfferedItem[]): boolean {
  if (list.length < 2 || list.at(-1)?.number !== 1) return false;
  return list.every(({ number }, at) => at === 0 || (number ?? 0) < (list[at - 1]?.number ?? 0));
}
