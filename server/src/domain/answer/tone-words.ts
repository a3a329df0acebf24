import type { Lexicon, ToneKind } from "./lexicon.ts";
import { findPhrases, type Hit } from "./phrase-book.ts";
import type { Span } from "./reading.ts";
import type { Token } from "./tokens.ts";

/** A word of praise (above 0) or criticism (below), with what stands around it taken into account. */
export type WeighedWord = { weight: number; span: Span; token: number };

const WEIGHTS: Partial<Record<ToneKind, number>> = { praise: 1, highPraise: 1.5, criticism: -1, harshCriticism: -1.5 };
const NEGATION_REACH_TOKENS = 4;
const NEGATED_PRAISE = -0.8;
const NEGATED_CRITICISM = -0.6;
/** What comes before "but" is granted, what comes after it is meant. */
const BEFORE_TURN = 0.8;
const CONCEDED = 0.5;
const HEARD = 0.3;

export function weighWords(tokens: Token[], lexicon: Lexicon): WeighedWord[] {
  const hits = findPhrases(lexicon.tone, tokens);
  const weighed: WeighedWord[] = [];
  let conceding = false;
  let heard = false;
  let negatedFrom = Number.NEGATIVE_INFINITY;
  hits.forEach((hit, index) => {
    const at = hit.first;
    if (conceding && tokens.slice(hits[index - 1]?.last ?? 0, at + 1).some(({ afterBreak }) => afterBreak))
      conceding = false;
    if (hit.kind === "negators") negatedFrom = hit.last;
    if (hit.kind === "hearsay") heard = true;
    if (hit.kind === "concessions") conceding = true;
    if (hit.kind === "turns") {
      heard = false;
      negatedFrom = Number.NEGATIVE_INFINITY;
      for (const earlier of weighed) earlier.weight *= BEFORE_TURN;
    }
    const weight = WEIGHTS[hit.kind];
    if (weight === undefined || isInName(tokens, hit)) return;
    const isNegated =
      lexicon.spelling === "every character"
        ? isDeniedBehind(hit, hits)
        : at - negatedFrom <= NEGATION_REACH_TOKENS && !hasBreak(tokens, negatedFrom, at);
    if (isNegated) negatedFrom = reachOn(tokens, hit, hits[index + 1]);
    const turned = isNegated ? weight * (weight > 0 ? NEGATED_PRAISE : NEGATED_CRITICISM) : weight;
    const kept = turned * (conceding ? CONCEDED : 1) * (heard ? HEARD : 1);
    weighed.push({ weight: kept, span: spanOf(tokens, hit), token: at });
  });
  return weighed;
}

/** "the Great Lakes", "a Best Buy shop": capitals in running text make a name of what would be praise. */
function isInName(tokens: Token[], { first, last }: Hit<ToneKind>): boolean {
  const token = tokens[first] as Token;
  const before = tokens[first - 1];
  const after = tokens[last + 1];
  if (!token.isCapitalised || token.afterBreak || before === undefined || before.isCapitalised) return false;
  return after?.isCapitalised === true && !after.afterBreak;
}

/** One "not" denies one word, and those strung to it: "not light or durable", but not "not light and feels flimsy". */
function reachOn(tokens: Token[], hit: Hit<ToneKind>, next: Hit<ToneKind> | undefined): number {
  const isStrung = next !== undefined && next.first - hit.last <= 2 && !hasBreak(tokens, hit.last, next.first);
  return isStrung ? hit.last : Number.NEGATIVE_INFINITY;
}

/** Japanese denies behind the word: "良くない". */
function isDeniedBehind(hit: Hit<ToneKind>, hits: Hit<ToneKind>[]): boolean {
  return hits.some(
    ({ kind, first }) => kind === "negators" && first > hit.last && first - hit.last <= NEGATION_REACH_TOKENS,
  );
}

function hasBreak(tokens: Token[], from: number, to: number): boolean {
  for (let at = from + 1; at <= to; at++) if (tokens[at]?.afterBreak) return true;
  return false;
}

function spanOf(tokens: Token[], { first, last }: Hit<ToneKind>): Span {
  return { from: (tokens[first] as Token).from, to: (tokens[last] as Token).to };
}
