import { type FoldedText, foldedSlice, foldPhrase } from "./folded-text.ts";
import type { Span } from "./reading.ts";
import phrases from "./words/absence-phrases.json" with { type: "json" };

const DENIALS = new Set(phrases.denials);
const FINDING = new Set(phrases.finding);
const FINDINGS = new Set(phrases.findings);
const anyOf = (parts: string[]) => parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
const FIXED = new RegExp(anyOf(phrases.fixed.map(foldPhrase)), "u");
const DENIED = new RegExp(`(?:^|[^\\p{L}])(?:${anyOf(phrases.denials)})(?:[^\\p{L}]|$)|n't`, "u");
const GUESSES = phrases.guesses.map(foldPhrase);
const REACH_WORDS = 6;
const TURN =
  /[,;–—] *(?:but|however|though|although|while|whereas|which|aber|jedoch|mais|pero|mas|ma|maar)\b|(?<=^\W{0,3}(?:while|although|though|obwohl|bien que|aunque)\b[^,]{0,160}),/giu;
/** "the price of X", "X's warranty terms": what is not known is a detail of what is. */
const DETAIL_BEFORE =
  /\b(?:price|prices|pricing|cost|costs|warranty|availability|terms|specs|specifications|dimensions|weight|release date)\b[^,.;]{0,24}\b(?:of|for|on) (?:the )?$/i;
const DETAIL_AFTER = /^['’]s \p{Ll}/u;

export function isOnlyDetail(text: string, { from, to }: Span): boolean {
  return DETAIL_AFTER.test(text.slice(to, to + 5)) || DETAIL_BEFORE.test(text.slice(Math.max(0, from - 60), from));
}

/** "I could not find reliable information about X": the clauses of a sentence in which a name is no mention. */
export function denyingClauses(folded: FoldedText, { from, to }: Span): Span[] {
  const whole = foldedSlice(folded, from, to);
  if (!DENIED.test(whole) && !FIXED.test(whole)) return [];
  const starts = [from, ...Array.from(folded.source.slice(from, to).matchAll(TURN), ({ index }) => from + index), to];
  const clauses = starts.slice(0, -1).map((start, at) => ({ from: start, to: starts[at + 1] as number }));
  return clauses.filter((clause) => deniesKnowledge(foldedSlice(folded, clause.from, clause.to)));
}

/** "It may be a small brand", "could you tell me more?": what an answer adds once it has nothing to tell. */
export function onlyGuesses(folded: string): boolean {
  return folded.endsWith("?") || GUESSES.some((phrase) => folded.includes(phrase));
}

function deniesKnowledge(folded: string): boolean {
  if (FIXED.test(folded)) return true;
  if (!DENIED.test(folded)) return false;
  const words = folded.match(/[\p{L}']+/gu) ?? [];
  let deniedAt = Number.NEGATIVE_INFINITY;
  let soughtAt = Number.NEGATIVE_INFINITY;
  return words.some((word, at) => {
    if (DENIALS.has(word) || word.endsWith("n't")) deniedAt = at;
    if (FINDING.has(word) && at - deniedAt <= REACH_WORDS) soughtAt = at;
    return FINDINGS.has(word) && at - soughtAt <= REACH_WORDS;
  });
}
