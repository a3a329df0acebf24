import { type FoldedText, placeOf } from "./folded-text.ts";
import type { Span } from "./reading.ts";

/** A word as it stands in folded text, with its place in the answer. */
export type Token = Span & {
  text: string;
  /** A comma, colon, dash or bracket stands before it: a clause may start here. */
  afterBreak: boolean;
  isCapitalised: boolean;
};

/** Which marks belong to a word: "isn't" is one word of English, "n'est" are two of French, Japanese has no spaces. */
export type Spelling = "apostrophes join" | "apostrophes part" | "every character";

const WORDS: Record<Spelling, RegExp> = {
  "apostrophes join": /[\p{L}\p{N}][\p{L}\p{N}']*/gu,
  "apostrophes part": /[\p{L}\p{N}]+/gu,
  "every character": /[a-z0-9]+|[\p{L}\p{N}]/gu,
};
const PLAIN_WORDS = /[a-z0-9][a-z0-9']*/g;
const SPACE = 32;
const BREAK = /[,;:()[\]–—|、。，：（）!?！？"“”]|\.\s/u;

/** The words of a span of the source. */
export function tokenize(folded: FoldedText, { from, to }: Span, spelling: Spelling): Token[] {
  const { source, text, starts, ends } = folded;
  const tokens: Token[] = [];
  const stop = placeOf(folded, to);
  const words = spelling === "apostrophes join" && folded.isPlain ? PLAIN_WORDS : WORDS[spelling];
  let gapFrom = placeOf(folded, from);
  words.lastIndex = gapFrom;
  for (let match = words.exec(text); match !== null && match.index < stop; match = words.exec(text)) {
    const word = match[0].length > stop - match.index ? match[0].slice(0, stop - match.index) : match[0];
    const end = match.index + word.length;
    const first = starts[match.index] as number;
    tokens.push({
      from: first,
      to: ends[end - 1] as number,
      text: word.includes("'") ? word.replace(/'s?$/, "") : word,
      afterBreak: isBreak(text, gapFrom, match.index),
      isCapitalised: isCapital(source.charAt(first)),
    });
    gapFrom = end;
  }
  return tokens;
}

function isBreak(text: string, from: number, to: number): boolean {
  const isPlainGap = to === from || (to === from + 1 && text.charCodeAt(from) === SPACE);
  return !isPlainGap && BREAK.test(text.slice(from, to));
}

function isCapital(letter: string): boolean {
  return letter !== letter.toLowerCase();
}
