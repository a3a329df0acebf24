import { attribute } from "./attribution.ts";
import { describeByLabels } from "./described.ts";
import type { FoldedText } from "./folded-text.ts";
import { type Lexicon, lexiconFor } from "./lexicon.ts";
import { type Mention, mentionsWithin, SUBJECT } from "./mention.ts";
import type { Passage } from "./passages.ts";
import { type Token, tokenize } from "./tokens.ts";

/** A sentence that may be about the subject, word by word. */
export type Sentence = {
  passage: Passage;
  tokens: Token[];
  named: Mention[];
  /** Per token, how far it is about the subject; see Attribution. */
  share: number[];
  isQuestion: boolean;
};

/** What tone and advice are read from; null where nobody here knows the language. */
export type Scene = { lexicon: Lexicon; passages: Passage[]; sentences: Sentence[] } | null;

/** No sentence is longer: what is, was made to be slow. */
const LONGEST_SENTENCE_CHARS = 2000;

export function readScene(
  folded: FoldedText,
  passages: Passage[],
  mentions: Mention[],
  language: string | null,
): Scene {
  const { source: text } = folded;
  const lexicon = lexiconFor(text, language);
  if (lexicon === null) return null;
  const described = describeByLabels(folded, passages.map(shortened), mentions, lexicon);
  const sentences: Sentence[] = [];
  let carried: number | null = null;
  described.forEach((passage, index) => {
    if (described[index - 1]?.line !== passage.line) carried = null;
    const named = mentionsWithin(mentions, passage);
    const concerns = passage.owner === SUBJECT || carried === SUBJECT || named.some(({ who }) => who === SUBJECT);
    if (!concerns) {
      if (named.length > 0) carried = null;
      return;
    }
    const tokens = tokenize(folded, passage, lexicon.spelling);
    const { share, subject } = attribute(text, passage, tokens, named, carried, lexicon);
    carried = subject;
    tokens.forEach((token, at) => {
      if (named.length > 0 && isWithinName(token, named)) share[at] = 0;
    });
    sentences.push({ passage, tokens, named, share, isQuestion: isQuestion(text, passage) });
  });
  return { lexicon, passages: described, sentences };
}

/** A name says nothing of its bearer: "Best Buy", "Beats". */
function isWithinName(token: Token, named: Mention[]): boolean {
  return named.some(({ from, to }) => token.from >= from && token.to <= to);
}

function shortened(passage: Passage): Passage {
  return { ...passage, to: Math.min(passage.to, passage.from + LONGEST_SENTENCE_CHARS) };
}

/** "Is X any good?" says nothing of X. */
function isQuestion(text: string, { from, to }: Passage): boolean {
  return /[?？]\W{0,3}$/.test(text.slice(Math.max(from, to - 5), to));
}
