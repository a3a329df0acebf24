import { foldText } from "./folded-text.ts";
import functionWords from "./words/function-words.json" with { type: "json" };

const SAMPLE_CHARS = 800;
/** Running text of a language that is listed has more of its small words than this. */
const LEAST_SHARE = 0.12;
const LEAST_SHARE_PLAIN = 0.04;
const LEAST_ACCENTED = 0.02;
/** Shorter than this, a text may be names and labels alone. */
const FEW_WORDS = 10;

/** Letters that one of the languages has and its neighbours have not. */
const OWN_LETTERS: [string, RegExp][] = [
  ["pt", /[ãõ]|ç(?:ão|a|o)/i],
  ["es", /[ñ¿¡]/i],
  ["de", /ß/],
  ["pl", /[łąęśż]/i],
  ["cs", /[řůě]/i],
  ["tr", /[ışğ]/],
  ["ro", /[șță]/i],
  ["hu", /[őű]/i],
  ["sv", /å/i],
  ["vi", /[ơưđ]/i],
];
const OWN_LETTER_WEIGHT = 2;
/** "I'd", "isn't": taken apart they look like small words of other languages. */
const CONTRACTIONS = /n['’]t\b|\b(?:I|you|we|they|he|she|it|that)['’](?:d|m|ve|ll|re|s)\b/i;

/** English first: it is what a text without any small words is taken for. */
const LANGUAGES = Object.keys(functionWords);
const LANGUAGES_OF = new Map<string, number[]>();
Object.values(functionWords).forEach((words, language) => {
  for (const word of words) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
});

/** The language (ISO 639-1) that a text is written in, by its script and its small words; null when none is known. */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, SAMPLE_CHARS);
  const own = /['’]/.test(sample) && CONTRACTIONS.test(sample) ? ["en"] : [];
  // Plain letters alone: no other script to weigh, and no accents.
  if (!/[^\s!-\x7f]/.test(sample)) return byFunctionWords(sample.toLowerCase().match(/[a-z]+/g) ?? [], own, false);
  const letters = count(sample, /\p{L}/gu);
  if (count(sample, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.1 * letters) return "ja";
  if (count(sample, /\p{Script=Latin}/gu) < 0.5 * letters) return null;
  const accented = count(sample, /[\u00C0-\u024F]/g);
  const words = foldText(sample).text.match(/\p{L}+/gu) ?? [];
  const hints = OWN_LETTERS.filter(([, theirs]) => theirs.test(sample)).map(([language]) => language);
  return byFunctionWords(words, [...own, ...hints], accented > LEAST_ACCENTED * letters);
}

/** A small word of any language: never a name, even where a sentence starts with it. */
export function isFunctionWord(folded: string): boolean {
  return LANGUAGES_OF.has(folded);
}

function byFunctionWords(words: string[], hints: string[], isAccented: boolean): string | null {
  const counts = LANGUAGES.map((language): number => (hints.includes(language) ? OWN_LETTER_WEIGHT : 0));
  for (const word of words) {
    const languages = LANGUAGES_OF.get(word);
    if (languages) for (const language of languages) (counts[language] as number)++;
  }
  const most = Math.max(...counts);
  const best = LANGUAGES[counts.indexOf(most)] as string;
  // Lists of features have few small words, in English too; but English has no accents.
  const least = best === "en" && !isAccented ? LEAST_SHARE_PLAIN : LEAST_SHARE;
  if (most === 0 && !isAccented) return best;
  const isEnough = most >= least * words.length;
  return isEnough || (words.length < FEW_WORDS && !isAccented) ? best : null;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
