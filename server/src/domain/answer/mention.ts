import type { FoldedText } from "./folded-text.ts";
import { isInAddress, isWholeWord } from "./name-boundaries.ts";
import { judgeCommonName } from "./name-context.ts";
import { type NamePattern, type NamePatterns, openingAt } from "./name-patterns.ts";
import type { Span } from "./reading.ts";

/** Whose name stands there: 0 is the subject, n the n-th competitor. */
export type Mention = Span & {
  who: number;
  /** An ordinary word where any word has a capital: it counts when something else speaks for it. */
  isWeak?: boolean;
};

export const SUBJECT = 0;

/** An item of the answer's own lists, as far as mentions are concerned. */
type Named = { who: number | null; label: Span; nameSpan: Span };

/** Whole-word names in a visible text, in order, the longest where several overlap. */
export function findMentions(folded: FoldedText, { byOpening, opensAny, ofOneLetter }: NamePatterns): Mention[] {
  const { source: visible, text, starts, ends } = folded;
  const found: Mention[] = [];
  const note = (pattern: NamePattern, at: number) => {
    const { needle, who } = pattern;
    const from = starts[at] as number;
    const to = ends[at + needle.length - 1] as number;
    const evidence = judge(visible, from, to, pattern);
    if (evidence === "name") found.push({ from, to, who });
    else if (evidence === "weak") found.push({ from, to, who, isWeak: true });
  };
  for (let at = 0; at < text.length - 1; at++) {
    if (opensAny[text.charCodeAt(at) & 0xff] === 0) continue;
    const opening = byOpening.get(openingAt(text, at));
    if (opening) for (const pattern of opening) if (text.startsWith(pattern.needle, at)) note(pattern, at);
  }
  for (const pattern of ofOneLetter) {
    for (let at = text.indexOf(pattern.needle); at !== -1; at = text.indexOf(pattern.needle, at + 1)) note(pattern, at);
  }
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  const kept: Mention[] = [];
  for (const mention of found) {
    if (mention.from >= (kept.at(-1)?.to ?? 0)) kept.push(mention);
  }
  return kept;
}

function judge(visible: string, from: number, to: number, pattern: NamePattern): "name" | "weak" | "word" {
  const { isCommon, spelling } = pattern;
  if (!isWholeWord(visible, from, to, !isCommon && spelling === null) || isInAddress(visible, from, to)) return "word";
  if (spelling !== null && visible.slice(from, to).replaceAll("\\", "") !== spelling) return "word";
  return isCommon ? judgeCommonName(visible, from, to) : "name";
}

/** Weak mentions stay where a sure one of the same name, or an item of the answer's own list, speaks for them. */
export function withSupport(mentions: Mention[], items: Named[]): Mention[] {
  const sure = new Set(mentions.filter(({ isWeak }) => !isWeak).map(({ who }) => who));
  const listed = new Set(items.flatMap(({ who, label }) => (who === null ? [] : mentionsWithin(mentions, label))));
  return mentions.filter((mention) => !mention.isWeak || sure.has(mention.who) || listed.has(mention));
}

/** An item that is somebody's without saying so, as an iPhone is Apple's, names them. */
export function withImplied(mentions: Mention[], items: Named[]): Mention[] {
  const implied = items.flatMap(({ who, label, nameSpan: { from, to } }) =>
    who === null || mentionsWithin(mentions, label).length > 0 ? [] : [{ who, from, to }],
  );
  return implied.length === 0 ? mentions : [...mentions, ...implied].sort((a, b) => a.from - b.from);
}

/** The mentions that start in a span; `mentions` are in order. */
export function mentionsWithin(mentions: Mention[], { from, to }: Span): Mention[] {
  let low = 0;
  let high = mentions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((mentions[middle] as Mention).from < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < mentions.length && (mentions[end] as Mention).from < to) end++;
  return mentions.slice(low, end);
}
