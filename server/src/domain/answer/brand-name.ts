import { isPlain } from "./folded-text.ts";
import { isPublisher, wellKnownBrand } from "./known-brands.ts";
import type { Vocabulary } from "./ordinary-words.ts";
import type { Span } from "./reading.ts";
import structureWords from "./words/structure-words.json" with { type: "json" };

export type Word = Span & { text: string };
/** The brand within a product's name, and how sure its spelling makes us that it is one. */
export type BrandName = Span & { name: string; isWellKnown: boolean };

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.+*-]*[\p{L}\p{M}\p{N}+!]|[\p{L}\p{N}]\+?|&/gu;
const PLAIN_WORD = /[A-Za-z0-9][A-Za-z0-9'.+*-]*[A-Za-z0-9+!]|[A-Za-z0-9]\+?|&/g;
const JOINERS = new Set(["&", "and", "of", "'n'", "und", "et", "y", "e", "en", "x"]);
const OPENERS = new Set(structureWords.nameOpeners);
const PREFIXES = new Set(structureWords.namePrefixes);
const MODEL_WORDS = new Set(structureWords.modelWords);
const MOST_WORDS = 4;
const MOST_OTHERS = 20;

export function wordsOf(text: string, { from, to }: Span): Word[] {
  const inner = text.slice(from, to);
  const words: Word[] = [];
  for (const match of inner.matchAll(isPlain(inner) ? PLAIN_WORD : WORD)) {
    const bare = match[0].replace(/[.'’-]+$/, "");
    words.push({ from: from + match.index, to: from + match.index + bare.length, text: bare });
  }
  return words;
}

/** "Garmin Forerunner 255" is a Garmin: the words at its head that are the maker's, not the model's. */
export function brandOf(words: Word[], vocabulary: Vocabulary, seenHeads: Map<string, Word[][]>): BrandName | null {
  let start = 0;
  while (start < words.length - 1 && PREFIXES.has((words[start] as Word).text.toLowerCase())) start++;
  if (words[0]?.text === "The" && (words[1]?.text === "New" || PREFIXES.has(words[1]?.text.toLowerCase() ?? "")))
    start = 2;
  for (const at of start === 0 ? [0] : [0, start]) {
    const known = wellKnownAt(words, at);
    if (known) return known;
  }
  const by = words.findIndex(({ text }) => text === "by");
  const maker = by > 0 ? wellKnownAt(words, by + 1) : null;
  if (maker) return maker;
  const name = words.slice(start);
  const first = name[0];
  if (!first) return null;
  const count = countBrandWords(name, vocabulary, seenHeads);
  const last = name[count - 1] ?? first;
  const text = name
    .slice(0, count)
    .map((word) => word.text)
    .join(" ");
  return isPublisher(text) ? null : { from: first.from, to: last.to, name: text, isWellKnown: false };
}

function wellKnownAt(words: Word[], at: number): BrandName | null {
  const found = wellKnownBrand(words.slice(at, at + 5).map(({ text }) => text));
  const first = words[at];
  const last = words[at + (found?.words ?? 0) - 1];
  if (!found || !first || !last) return null;
  return { from: first.from, to: last.to, name: found.brand, isWellKnown: true };
}

function countBrandWords(name: Word[], vocabulary: Vocabulary, seenHeads: Map<string, Word[][]>): number {
  const at = (index: number) => name[index]?.text ?? "";
  const joined = JOINERS.has(at(1).toLowerCase()) && name.length > 2;
  if (joined) return 3;
  if (OPENERS.has(at(0).toLowerCase()) && name.length > 1) return 2;
  const others = seenHeads.get(at(0).toLowerCase())?.slice(0, MOST_OTHERS) ?? [];
  if (!vocabulary.isOrdinary(at(0))) {
    const hasModels = others.some((other) => other.length > 1 && other[1]?.text !== at(1));
    return !hasModels && isOneName(name, vocabulary) ? 2 : 1;
  }
  const shared = sharedWords(name, others);
  if (shared > 0) return shared;
  // "Camel Up", "Mint Mobile": ordinary words make a name together, up to where a model number starts.
  const model = name.findIndex(({ text }, index) => index > 0 && /\d/.test(text));
  return Math.min(model === -1 ? name.length : model, MOST_WORDS);
}

/** "Paula's Choice", "Pluto TV": the second word is no model, and not what the answer calls such things. */
function isOneName(name: Word[], vocabulary: Vocabulary): boolean {
  const [first, second] = name;
  if (!first || !second || !/^\p{Lu}/u.test(second.text)) return false;
  if (/['’]s$/.test(first.text)) return true;
  if (MODEL_WORDS.has(second.text.toLowerCase())) return false;
  return name.length === 2 && vocabulary.isOrdinary(second.text) && !vocabulary.isUsed(second.text);
}

/** How many words two products of one maker have in common at their heads. */
function sharedWords(name: Word[], others: Word[][]): number {
  let most = 0;
  for (const other of others) {
    let same = 0;
    while (same < name.length && same < other.length && name[same]?.text === other[same]?.text) same++;
    if (same < name.length || same < other.length) most = Math.max(most, same);
  }
  return most;
}
