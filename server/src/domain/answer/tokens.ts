import { foldText, isPlain } from "./folded-text.ts";
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

export function tokenize(text: string, { from, to }: Span, spelling: Spelling): Token[] {
  const folded = foldText(text.slice(from, to));
  const tokens: Token[] = [];
  let end = 0;
  const words = spelling === "apostrophes join" && isPlain(folded.text) ? PLAIN_WORDS : WORDS[spelling];
  for (const match of folded.text.matchAll(words)) {
    const word = match[0].replace(/'s?$/, "");
    const first = folded.starts[match.index] as number;
    const last = folded.ends[match.index + match[0].length - 1] as number;
    tokens.push({
      from: from + first,
      to: from + last,
      text: word,
      afterBreak: isBreak(folded.text, end, match.index),
      isCapitalised: isCapital(text.charAt(from + first)),
    });
    end = match.index + match[0].length;
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
