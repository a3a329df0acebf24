import { isPlain } from "./folded-text.ts";
import ordinary from "./words/ordinary-words.json" with { type: "json" };
import structureWords from "./words/structure-words.json" with { type: "json" };

const ORDINARY = new Set([...ordinary.words.split(" "), ...structureWords.notItems, ...structureWords.features]);
const ACRONYMS = new Set(structureWords.acronyms);

/** Tells names from ordinary words, by a list and by the answer's own use: who writes "earbuds" names no Earbuds. */
export type Vocabulary = {
  isOrdinary(word: string): boolean;
  /** Whether the answer itself uses the word as a plain one. */
  isUsed(word: string): boolean;
};

export function isOrdinaryWord(folded: string): boolean {
  return ORDINARY.has(folded);
}

const SMALL_WORD = /(?<![\p{L}\p{N}.'’-])\p{Ll}{3,}(?![\p{L}\p{N}])/gu;
const PLAIN_SMALL_WORD = /(?<![A-Za-z0-9.'-])[a-z]{3,}(?![A-Za-z0-9])/g;

/** The words that the text writes small throughout, three letters or more. */
function plainWords(text: string): Set<string> {
  return new Set(text.match(isPlain(text) ? PLAIN_SMALL_WORD : SMALL_WORD));
}

export function vocabularyOf(text: string): Vocabulary {
  const lower = plainWords(text);
  const isKnown = (word: string) => {
    if (ORDINARY.has(word) || lower.has(word) || lower.has(`${word}s`)) return true;
    const singular = word.replace(/(?:es|s)$/, "");
    return singular !== word && (ORDINARY.has(singular) || ORDINARY.has(`${singular}e`) || lower.has(singular));
  };
  const judge = (word: string) => {
    const bare = word.replace(/['’]s$/, "").toLowerCase();
    // "Gel-based" is made of words, "Pro-Ject" and "T-fal" are made up.
    if (/^\p{L}{2,}-\p{Ll}{3,}$/u.test(word)) return true;
    if (/^\p{L}+-[\p{L}-]+$/u.test(bare)) return bare.split("-").every(isKnown);
    return isKnown(bare) || ACRONYMS.has(word);
  };
  const judged = new Map<string, boolean>();
  return {
    isUsed: (word) => lower.has(word.toLowerCase()) || lower.has(`${word.toLowerCase()}s`),
    isOrdinary: (word) => {
      const earlier = judged.get(word);
      if (earlier !== undefined) return earlier;
      const verdict = judge(word);
      judged.set(word, verdict);
      return verdict;
    },
  };
}
