import { foldText } from "./folded-text.ts";
import functionWords from "./words/function-words.json" with { type: "json" };

const SAMPLE_CHARS = 1500;
/** Running text of a language that is listed has more of its small words than this. */
const LEAST_SHARE = 0.12;
/** Shorter than this, a text may be names and labels alone. */
const FEW_WORDS = 10;

const LANGUAGES_OF = new Map<string, string[]>();
for (const [language, words] of Object.entries(functionWords)) {
  for (const word of words) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
}

/** The language (ISO 639-1) that a text is written in, by its script and its small words; null when none is known. */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, SAMPLE_CHARS);
  const letters = count(sample, /\p{L}/gu);
  if (count(sample, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.1 * letters) return "ja";
  if (count(sample, /\p{Script=Latin}/gu) < 0.5 * letters) return null;
  return byFunctionWords(foldText(sample).text.match(/\p{L}+/gu) ?? []);
}

function byFunctionWords(words: string[]): string | null {
  const counts = new Map<string, number>();
  for (const word of words) {
    for (const language of LANGUAGES_OF.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  let best = "en";
  for (const [language, hits] of counts) if (hits > (counts.get(best) ?? 0)) best = language;
  const isEnough = (counts.get(best) ?? 0) >= LEAST_SHARE * words.length;
  return isEnough || words.length < FEW_WORDS ? best : null;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
