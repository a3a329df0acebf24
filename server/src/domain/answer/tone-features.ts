import { hashText } from "../seeded-random.ts";
import type { FoldedText } from "./folded-text.ts";
import type { Lexicon } from "./lexicon.ts";
import { findPhrases } from "./phrase-book.ts";
import type { Span } from "./reading.ts";
import { type Token, tokenize } from "./tokens.ts";
import { weighWords } from "./tone-words.ts";

/** How far around a name the model looks. */
const WINDOW_TOKENS = 40;
const WINDOW_CHARS = 400;
const NEGATION_REACH_TOKENS = 4;

/** How many slots features are hashed into. */
export const SLOT_COUNT = 1 << 17;

/** What the model sees of one mention: the slots of its features, each once. */
export function toneSlots(folded: FoldedText, sentence: Span, mention: Span, lexicon: Lexicon): number[] {
  return [
    ...new Set(toneFeatures(folded, sentence, mention, lexicon).map((feature) => hashText(feature) % SLOT_COUNT)),
  ];
}

function toneFeatures(folded: FoldedText, sentence: Span, mention: Span, lexicon: Lexicon): string[] {
  const { tokens, first, last } = windowAround(folded, sentence, mention, lexicon);
  const clause = clausesOf(tokens, lexicon);
  const negated = negatedTokens(tokens, lexicon);
  const own = clause[first] ?? 0;
  const words = tokens.map(({ text: word }, at) => (at >= first && at <= last ? "@" : (negated[at] ? "!" : "") + word));
  const features: string[] = ["bias"];
  for (let at = first; at <= last; at++) features.push(`t ${tokens[at]?.text}`);
  features.push(
    `n ${words[first - 1]} ${words[last + 1]}`,
    `l ${words[first - 2]} ${words[first - 1]}`,
    `r ${words[last + 1]} ${words[last + 2]}`,
    `rr ${words[last + 1]} ${words[last + 2]} ${words[last + 3]}`,
  );
  words.forEach((word, at) => {
    if (word === "@") return;
    const distance = at < first ? at - first : at - last;
    const near = (clause[at] ?? 0) - own;
    features.push(`w ${word}`, `c ${Math.max(-2, Math.min(2, near))} ${word}`);
    if (word.length > 6) features.push(`s ${word.slice(0, 5)}`);
    const next = words[at + 1];
    if (next !== undefined && Math.abs(distance) <= 14) features.push(`b ${word} ${next}`);
    if (near === 0) features.push(`i ${distance < 0 ? "<" : ">"} ${word}`);
  });
  features.push(...weightFeatures(tokens, lexicon, clause, own, first));
  return features;
}

function weightFeatures(tokens: Token[], lexicon: Lexicon, clause: number[], own: number, first: number): string[] {
  const sums = { all: 0, own: 0, left: 0, right: 0, near: 0 };
  for (const { weight, token } of weighWords(tokens, lexicon)) {
    sums.all += weight;
    if (clause[token] === own) sums.own += weight;
    if (Math.abs((clause[token] ?? 0) - own) === 1) sums.near += weight;
    if (token < first) sums.left += weight / (1 + 0.1 * (first - token));
    else sums.right += weight / (1 + 0.1 * (token - first));
  }
  return Object.entries(sums).map(([name, sum]) => `# ${name} ${Math.max(-3, Math.min(3, Math.round(sum * 1.5)))}`);
}

/** Tokens of the sentence around the mention, and which of them are the name. */
function windowAround(folded: FoldedText, sentence: Span, mention: Span, lexicon: Lexicon) {
  const from = Math.max(sentence.from, mention.from - WINDOW_CHARS);
  const to = Math.max(mention.to, Math.min(sentence.to, mention.to + WINDOW_CHARS));
  const all = tokenize(folded, { from, to }, lexicon.spelling);
  const at = all.findIndex((token) => token.to > mention.from);
  const start = Math.max(0, at - WINDOW_TOKENS);
  const tokens = all.slice(start, at + WINDOW_TOKENS);
  const first = at - start;
  let last = first;
  while ((tokens[last + 1]?.from ?? mention.to) < mention.to) last++;
  return { tokens, first, last };
}

/** The number of the clause that each token stands in. */
function clausesOf(tokens: Token[], lexicon: Lexicon): number[] {
  let clause = 0;
  return tokens.map(({ afterBreak, text }) => {
    if (afterBreak || lexicon.joiners.has(text)) clause++;
    return clause;
  });
}

function negatedTokens(tokens: Token[], lexicon: Lexicon): boolean[] {
  const negated = tokens.map(() => false);
  for (const { kind, last } of findPhrases(lexicon.tone, tokens)) {
    if (kind !== "negators") continue;
    for (let at = last + 1; at <= last + NEGATION_REACH_TOKENS && at < tokens.length; at++) {
      if (tokens[at]?.afterBreak) break;
      negated[at] = true;
    }
  }
  return negated;
}
