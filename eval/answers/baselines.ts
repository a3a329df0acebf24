import type { Sentiment } from "@answerscope/api/vocabulary";
import vader from "vader-sentiment";
import type { TargetRow } from "./load.ts";

// What a simple tool would do: the reader has to earn its complexity against these.

export const mentionsBySubstring = (answer: string, brand: string): boolean =>
  answer.toLowerCase().includes(brand.toLowerCase());

export const mentionsByWord = (answer: string, brand: string): boolean => wordPattern(brand, "iu").test(answer);

/** Whole words of `name`, as Unicode sees them. */
export function wordPattern(name: string, flags: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, flags);
}

/** 1 + how many of the others are first named before it. */
export function rankByFirstMention(answer: string, brand: string, others: string[]): number | null {
  const lower = answer.toLowerCase();
  const own = lower.indexOf(brand.toLowerCase());
  if (own === -1) return null;
  const before = others.map((name) => lower.indexOf(name.toLowerCase())).filter((at) => at !== -1 && at < own);
  return before.length + 1;
}

/** The first word of everything that is bold, a heading, a link or stands before a colon. */
export function labelledNames(answer: string): { name: string; from: number }[] {
  const labels =
    /(?:\*\*|#{1,6} |\[|\n|\. ?|:\s)(?:\d{1,2}\. )?(?<name>\p{Lu}[\p{L}\p{N}&'+-]{1,30})(?=[^:*\]\n.]{0,60}(?::|\*\*|\]))/gu;
  const first = new Map<string, number>();
  for (const match of answer.matchAll(labels)) {
    const name = match.groups?.name ?? "";
    if (!first.has(name)) first.set(name, match.index + match[0].length - name.length);
  }
  return [...first].map(([name, from]) => ({ name, from }));
}

/** VADER on the sentence around the target, by its authors' thresholds. */
export function vaderSentiment(row: TargetRow): Sentiment {
  const { compound } = vader.SentimentIntensityAnalyzer.polarity_scores(sentenceAround(row));
  return compound >= 0.05 ? "positive" : compound <= -0.05 ? "negative" : "neutral";
}

/** A word of advice in the sentence around the target. */
export const adviceByKeyword = (row: TargetRow): boolean =>
  /\b(?:recommend|best|ideal|great (?:choice|option)|top pick)/i.test(sentenceAround(row));

function sentenceAround({ text, from, to }: TargetRow): string {
  const before = Math.max(...[". ", "! ", "? ", "\n"].map((end) => text.lastIndexOf(end, from - 1))) + 1;
  const ends = [". ", "! ", "? ", "\n"].map((end) => text.indexOf(end, to)).filter((at) => at !== -1);
  return text.slice(before, ends.length === 0 ? text.length : Math.min(...ends) + 1);
}
