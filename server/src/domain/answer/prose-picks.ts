import type { OfferedItem } from "./offered-items.ts";

const INTRO_CHARS = 1500;
const MOST_BRANDS = 30;
const PRAISED =
  /^[^.!?:\n]{0,50}(?:stands? out|(?:is|are|remains) (?:often |widely |generally |frequently |usually )?(?:considered|regarded|praised|recommended|the best|a top|the top|an excellent|a great)|top (?:pick|contender|choice)|best (?:overall|choice|bet))/;

/**
 * "The Acme X1 stands out as a top contender. Other options: ..." offers Acme before its list does. Numbers overrule
 * this: what stands before a numbered list only leads up to it.
 */
export function prosePicks(text: string, items: OfferedItem[]): OfferedItem[] {
  const first = items[0];
  if (!first || items.some(({ number }) => number !== null)) return [];
  const intro = text.slice(Math.max(0, first.label.from - INTRO_CHARS), first.label.from);
  const offset = first.label.from - intro.length;
  const brands = new Map(items.filter(({ isAward }) => !isAward).map((item) => [item.brand, item]));
  const picks: OfferedItem[] = [];
  for (const item of [...brands.values()].slice(0, MOST_BRANDS)) {
    const at = item.name.length > 2 ? intro.indexOf(item.name) : -1;
    if (at === -1 || !PRAISED.test(intro.slice(at + item.name.length, at + item.name.length + 110))) continue;
    const span = { from: offset + at, to: offset + at + item.name.length };
    picks.push({ ...item, form: "prose", shape: "prose", label: span, nameSpan: span, isTitle: false });
  }
  return picks.sort((a, b) => a.label.from - b.label.from);
}
