import { foldPhrase } from "./folded-text.ts";
import { isOrdinaryWord } from "./ordinary-words.ts";
import commonWords from "./words/common-words.json" with { type: "json" };

export type NamePattern = {
  who: number;
  /** Folded, as it would stand in folded text. */
  needle: string;
  /** A name that is also an ordinary word counts only where it is written like a name. */
  isCommon: boolean;
  /** Two or three letters count in this spelling alone. */
  spelling: string | null;
};

const COMMON_WORDS = new Set(commonWords);
const SHORT_NAME_CHARS = 3;

/** By how they open, so that one pass over a text meets all of them, however many there are; X and the like apart. */
export type NamePatterns = {
  byOpening: Map<number, NamePattern[]>;
  /** By the low byte of a first unit, whether any name may open with it. */
  opensAny: Uint8Array;
  ofOneLetter: NamePattern[];
};

/** The first two units as one number: hardly two names of a brand share them. */
export const openingAt = (text: string, at: number): number => text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);

export function compileNames(namesOf: string[][]): NamePatterns {
  const patterns = new Map<string, NamePattern>();
  namesOf.forEach((names, who) => {
    for (const name of names) {
      for (const needle of spellings(name)) {
        if (patterns.has(needle)) continue;
        const isShort = needle.length <= SHORT_NAME_CHARS && /^[\x20-\x7e]+$/.test(needle);
        // Given without any capital, it is meant as the word it is; iPhone is no word, however often it is written.
        const isCommon = /\p{Lu}/u.test(name) && !/\p{Ll}\p{Lu}/u.test(name) && isOrdinaryName(needle);
        patterns.set(needle, { who, needle, isCommon, spelling: isShort ? name.trim() : null });
      }
    }
  });
  const all = [...patterns.values()];
  const opensAny = new Uint8Array(0x100);
  for (const { needle } of all) opensAny[needle.charCodeAt(0) & 0xff] = 1;
  return {
    opensAny,
    byOpening: Map.groupBy(
      all.filter(({ needle }) => needle.length > 1),
      ({ needle }) => openingAt(needle, 0),
    ),
    ofOneLetter: all.filter(({ needle }) => needle.length === 1),
  };
}

function isOrdinaryName(needle: string): boolean {
  if (COMMON_WORDS.has(needle)) return true;
  return needle.split(" ").every((word) => COMMON_WORDS.has(word) || isOrdinaryWord(word));
}

function spellings(name: string): string[] {
  const plain = foldPhrase(name);
  if (!/[\p{L}\p{N}]/u.test(plain)) return [];
  const split = foldPhrase(name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
  const closed = plain.replaceAll(" ", "");
  const spelledAnd = [plain.replaceAll("&", "and"), plain.replaceAll(" and ", " & ")];
  const bare = [plain.replaceAll("'", ""), plain.replace(/[®™℠]/g, "").trim(), withoutForm(plain)];
  return [...new Set([plain, split, closed, ...spelledAnd, ...bare])].filter((needle) => /[\p{L}\p{N}]/u.test(needle));
}

/** "Acme Inc." is called Acme. */
function withoutForm(name: string): string {
  const short = name.replace(/,? (?:inc|llc|ltd|gmbh|corp|co|plc|ag|s\.?a|s\.?r\.?l|b\.?v|株式会社)\.?$/, "");
  return short.length > SHORT_NAME_CHARS ? short : name;
}
