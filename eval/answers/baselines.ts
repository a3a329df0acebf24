import type { Sentiment } from "@answerscope/api/vocabulary";
import vader from "vader-sentiment";
import type { TargetRow, TrapCase } from "./load.ts";

type Target = Pick<TargetRow, "text" | "from" | "to">;

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
  const own = answer.search(wordPattern(brand, "iu"));
  if (own === -1) return null;
  const before = others.map((name) => answer.search(wordPattern(name, "iu"))).filter((at) => at !== -1 && at < own);
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
export function vaderSentiment(row: Target): Sentiment {
  const { compound } = vader.SentimentIntensityAnalyzer.polarity_scores(sentenceAround(row));
  return compound >= 0.05 ? "positive" : compound <= -0.05 ? "negative" : "neutral";
}

/** A word of advice in the sentence around the target. */
export const adviceByKeyword = (row: Target): boolean =>
  /\b(?:recommend|best|ideal|great (?:choice|option)|top pick)/i.test(sentenceAround(row));

/** All fields of a case by the simple ways above. */
export function simpleReading({ answer, topic, competitors = [], citations = [] }: TrapCase) {
  const names = [topic.brand, topic.name, ...(topic.aliases ?? [])].filter((name) => name !== undefined);
  const found = names.map((name) => wordPattern(name, "iu").exec(answer)).find((match) => match !== null);
  const others = competitors.map(({ name }) => name).filter((name) => mentionsByWord(answer, name));
  const row = found && { text: answer, target: found[0], from: found.index, to: found.index + found[0].length };
  return {
    topicMentioned: row !== undefined,
    mentionPosition: row ? rankByFirstMention(answer, row.target, others) : null,
    sentiment: row ? vaderSentiment(row) : null,
    recommended: row ? adviceByKeyword(row) : null,
    sources: citations,
    competitors: others,
  };
}

function sentenceAround({ text, from, to }: Target): string {
  const before = Math.max(...[". ", "! ", "? ", "\n"].map((end) => text.lastIndexOf(end, from - 1))) + 1;
  const ends = [". ", "! ", "? ", "\n"].map((end) => text.indexOf(end, to)).filter((at) => at !== -1);
  return text.slice(before, ends.length === 0 ? text.length : Math.min(...ends) + 1);
}
