import type { Span } from "./reading.ts";
import structureWords from "./words/structure-words.json" with { type: "json" };

const ABBREVIATIONS = new Set(structureWords.abbreviations);

/** Sentences of one line, also where two are glued ("works well.Acme is"): engines lose the space between them. */
export function splitSentences(text: string, { from, to }: Span): Span[] {
  const sentences: Span[] = [];
  let start = from;
  for (const { index } of text.slice(from, to).matchAll(/[.!?。！？]/g)) {
    const at = from + index;
    if (at < start || !endsSentence(text, at, start)) continue;
    let end = at + 1;
    while (end < to && /[.!?。！？)"'”’*]/.test(text.charAt(end))) end++;
    sentences.push({ from: start, to: end });
    start = end;
  }
  if (start < to) sentences.push({ from: start, to });
  return sentences.filter((sentence) => /\S/.test(text.slice(sentence.from, sentence.to)));
}

function endsSentence(text: string, at: number, start: number): boolean {
  const mark = text.charAt(at);
  if (mark === "。" || mark === "！" || mark === "？") return true;
  const next = text.charAt(at + 1);
  if (next === "" || /[\s)"'”’*[]/.test(next)) return mark !== "." || !isAbbreviation(text, at, start);
  return /\p{Lu}/u.test(next) && /[\p{Ll})]/u.test(text.charAt(at - 1));
}

function isAbbreviation(text: string, dot: number, start: number): boolean {
  const tail = text.slice(Math.max(start, dot - 8), dot);
  const word = /[\p{L}.]+$/u.exec(tail)?.[0].toLowerCase() ?? "";
  const isOrdinal = dot - start <= 5 && /^[\s*]*\d{1,2}$/.test(tail);
  return isOrdinal || ABBREVIATIONS.has(word);
}
