import { foldPhrase, foldText } from "./folded-text.ts";
import type { Span } from "./reading.ts";
import commonWords from "./words/common-words.json" with { type: "json" };

/** Whose name stands there: 0 is the subject, n the n-th competitor. */
export type Mention = Span & { who: number };

export const SUBJECT = 0;

export type NamePattern = {
  who: number;
  /** Folded, as it would stand in folded text. */
  needle: string;
  /** A name that is also an ordinary word counts in its own spelling alone. */
  spelling: string | null;
};

const COMMON_WORDS = new Set(commonWords);
const SHORT_NAME_CHARS = 3;

export function compileNames(namesOf: string[][]): NamePattern[] {
  const patterns = new Map<string, NamePattern>();
  namesOf.forEach((names, who) => {
    for (const name of names) {
      for (const needle of spellings(name)) {
        const isCommon = needle.length <= SHORT_NAME_CHARS || COMMON_WORDS.has(needle);
        if (!patterns.has(needle)) patterns.set(needle, { who, needle, spelling: isCommon ? name.trim() : null });
      }
    }
  });
  return [...patterns.values()];
}

/** Whole-word names in `visible`, in order, the longest where several overlap. */
export function findMentions(visible: string, patterns: NamePattern[]): Mention[] {
  const folded = foldText(visible);
  const found: Mention[] = [];
  for (const { who, needle, spelling } of patterns) {
    for (let at = folded.text.indexOf(needle); at !== -1; at = folded.text.indexOf(needle, at + 1)) {
      const from = folded.starts[at] as number;
      const to = folded.ends[at + needle.length - 1] as number;
      if (!isWholeWord(visible, from, to) || isInDomainName(visible, from, to)) continue;
      if (spelling !== null && visible.slice(from, to) !== spelling) continue;
      found.push({ from, to, who });
    }
  }
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  const kept: Mention[] = [];
  for (const mention of found) {
    if (mention.from >= (kept.at(-1)?.to ?? 0)) kept.push(mention);
  }
  return kept;
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

function spellings(name: string): string[] {
  const plain = foldPhrase(name);
  if (!/[\p{L}\p{N}]/u.test(plain)) return [];
  const split = foldPhrase(name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
  const closed = plain.replaceAll(" ", "");
  const spelledAnd = [plain.replaceAll("&", "and"), plain.replaceAll(" and ", " & ")];
  return [...new Set([plain, split, closed, ...spelledAnd])];
}

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;
// Scripts that put no space between words: there a neighbouring letter says nothing about where a word ends.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Hangul}ー]/u;
const KATAKANA = /\p{Script=Katakana}/u;

function isWholeWord(text: string, from: number, to: number): boolean {
  return (
    !joins(characterBefore(text, from), characterAt(text, from)) &&
    !joins(characterAt(text, to), characterBefore(text, to))
  );
}

function joins(neighbour: string, edge: string): boolean {
  if (!WORD_CHARACTER.test(neighbour) || UNSPACED.test(neighbour)) return false;
  if (KATAKANA.test(neighbour)) return KATAKANA.test(edge);
  return !UNSPACED.test(edge) && !KATAKANA.test(edge) && WORD_CHARACTER.test(edge);
}

function characterAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? "" : String.fromCodePoint(point);
}

function characterBefore(text: string, at: number): string {
  const last = text.charAt(at - 1);
  return /[\uDC00-\uDFFF]/.test(last) ? text.slice(Math.max(0, at - 2), at) : last;
}

/** "acme.example" or "@acme" points somewhere, it does not speak of Acme; "works well.Acme is" does. */
function isInDomainName(text: string, from: number, to: number): boolean {
  const before = text.charAt(from - 1);
  if (before === "@") return true;
  if (before === "." && /[a-z0-9]/.test(text.charAt(from - 2)) && /[a-z]/.test(text.charAt(from))) return true;
  return text.charAt(to) === "." && /^[a-z]{2}/.test(text.slice(to + 1, to + 3));
}
