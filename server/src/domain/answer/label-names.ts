import { type FoldedText, foldedSlice, foldPhrase } from "./folded-text.ts";
import { wellKnownBrand } from "./known-brands.ts";
import type { Label } from "./labels.ts";
import type { Line } from "./lines.ts";
import type { Vocabulary } from "./ordinary-words.ts";
import type { Span } from "./reading.ts";
import structureWords from "./words/structure-words.json" with { type: "json" };

/** What a label names, and whether it does so as a prize: "Best overall: X". */
export type LabelNames = { names: Span[]; isAward: boolean };

const AWARD = new RegExp(`^(?:${structureWords.awards.map(foldPhrase).join("|")})(?=[ :]|$)`);
const CATEGORY_WORDS = new Set(structureWords.categoryWords);
const LONGEST_NAME_CHARS = 90;
const LEADING =
  /^(?:[\s*_[("“”'#>•]|\p{Extended_Pictographic}|\uFE0F|\u200D|\u20E3|\d{1,2}[.)](?:\s|(?=\p{L}))|#\d{1,2}\s)+/u;
const NAME_END =
  /[([\]:：|,;!?$~<>\x7f\n*]|\\[$~]| [–—-] |[–—]| (?:with|for|featuring|at|from|in|on|that|which|is|are|has|offers|by far|mit|für|avec|pour|con|para|met|voor) |\.(?:\s|$)/u;
const SEVERAL = / \/ | vs\.? | or | oder | ou /;

export function namesIn(folded: FoldedText, label: Label, line: Line, vocabulary: Vocabulary): LabelNames {
  const { source: text } = folded;
  const head = trimmed(text, label);
  const inner = text.slice(head.from, head.to);
  const isAward = AWARD.test(foldedSlice(folded, head.from, Math.min(head.to, head.from + 60)));
  const cut = /[:：]\s| [–—-] /.exec(inner);
  const isGeneric = isAward || isCategory(inner.slice(0, cut?.index ?? inner.length), vocabulary);
  if (cut && isGeneric)
    return { names: split(text, { from: head.from + cut.index + cut[0].length, to: head.to }), isAward: true };
  if (!isGeneric) return { names: split(text, head), isAward: false };
  const value = valueAfter(text, label, line);
  if (value) return { names: split(text, value), isAward: true };
  return { names: isAward ? [] : split(text, head), isAward };
}

/** "For small kitchens", "Budget pick": says for whom, and a name follows. */
function isCategory(words: string, vocabulary: Vocabulary): boolean {
  const found = words.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  if (found.length < 2 || !found.some((word) => CATEGORY_WORDS.has(word.toLowerCase()))) return false;
  return found.every((word) => vocabulary.isOrdinary(word)) && wellKnownBrand(found) === null;
}

/** The name after "**Best for beginners:**", as far as its words are written like a name's. */
function valueAfter(text: string, label: Label, line: Line): Span | null {
  if (label.form === "heading" || label.form === "carousel") return null;
  const rest = text.slice(label.to, Math.min(line.to, label.to + LONGEST_NAME_CHARS + 10));
  const opening = /^[*_\s]*[:：–—-][*_\s:：]*[[*_]*(?:the |der |die |das |le |la |el )?/iu.exec(rest);
  if (!opening) return null;
  const name =
    /^(?:[\p{Lu}\p{N}][^\s]*|\p{Ll}+\p{Lu}[^\s]*|&|and|of|de|la|by)(?:\s+(?:[\p{Lu}\p{N}(][^\s]*|\p{Ll}+\p{Lu}[^\s]*|&|of|de|la|by|\/|or))*/u.exec(
      rest.slice(opening[0].length),
    );
  if (!name) return null;
  const from = label.to + opening[0].length;
  return { from, to: from + name[0].length };
}

function trimmed(text: string, { from, to }: Span): Span {
  const inner = text.slice(from, Math.min(to, from + 2 * LONGEST_NAME_CHARS));
  const skipped = LEADING.exec(inner)?.[0].length ?? 0;
  return { from: from + skipped, to: from + inner.length };
}

/** "Acme X1 / Beta Z (both cheap)": each of them, without what is only said about it. */
function split(text: string, whole: Span): Span[] {
  const { from, to } = trimmed(text, whole);
  const inner = text.slice(from, to);
  const end = NAME_END.exec(inner)?.index ?? inner.length;
  const names: Span[] = [];
  let at = 0;
  for (const part of inner.slice(0, end).split(SEVERAL)) {
    const found = inner.indexOf(part, at);
    if (/[\p{L}\p{N}]/u.test(part)) names.push({ from: from + found, to: from + found + part.length });
    at = found + part.length;
  }
  return names;
}
