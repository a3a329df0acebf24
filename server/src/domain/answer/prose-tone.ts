import { SENTIMENTS, type Sentiment } from "@answerscope/api/vocabulary";
import type { FoldedText } from "./folded-text.ts";
import type { Likelihoods } from "./logistic.ts";
import { type Mention, SUBJECT } from "./mention.ts";
import type { Passage } from "./passages.ts";
import type { Scene } from "./scene.ts";
import { likelyTone } from "./tone-model.ts";

/** Praise and criticism that words were found to express, as sums of their weights. */
export type Balance = { warm: number; cold: number };

const MOST_MENTIONS = 3;
/** In so short a text, and with so clear a lead, words alone are right more often than the model. */
const SHORT_TEXT_CHARS = 90;
const CLEAR_LEAD = 1.5;
const WORD_WEIGHT = 0.3;
const MOST_WORDS = 3;

/**
 * Running text of one paragraph, where nothing but the sentence says whom a word is about, is judged by a model of
 * reviews and news; null where words decide, as they do in everything that is set out in blocks.
 */
export function judgeProse(folded: FoldedText, scene: NonNullable<Scene>, balance: Balance): Sentiment | null {
  const { lexicon } = scene;
  const { source: text } = folded;
  const prose = proseMentions(scene);
  const first = prose[0]?.mention;
  if (lexicon.language !== "en" || first === undefined) return null;
  const isName = /^[\p{Lu}\p{N}]/u.test(text.slice(first.from, first.from + 2));
  const isClear = text.length <= SHORT_TEXT_CHARS || Math.abs(balance.warm - balance.cold) >= CLEAR_LEAD;
  if (isName && isClear) return null;
  const all = prose.map(({ passage, mention }) => likelyTone(folded, passage, mention, lexicon));
  // Of a common noun ("the decor") a review says much in few words: there the model needs no help.
  return likeliest(all, balance, isName ? WORD_WEIGHT : 0);
}

function proseMentions({ passages, sentences }: NonNullable<Scene>): { passage: Passage; mention: Mention }[] {
  const lastLine = passages.at(-1)?.line ?? 0;
  if (passages.some(({ owner, line }) => owner === SUBJECT || line !== lastLine)) return [];
  return sentences
    .filter(({ passage, isQuestion }) => passage.owner === null && !isQuestion)
    .flatMap(({ passage, named }) => named.map((mention) => ({ passage, mention })))
    .filter(({ mention }) => mention.who === SUBJECT)
    .slice(0, MOST_MENTIONS);
}

function likeliest(all: Likelihoods[], { warm, cold }: Balance, wordWeight: number): Sentiment {
  const mean = (sentiment: Sentiment) => all.reduce((sum, likely) => sum + likely[sentiment], 0) / all.length;
  const scores = {
    positive: Math.log(mean("positive")) + wordWeight * Math.min(MOST_WORDS, warm),
    neutral: Math.log(mean("neutral")),
    negative: Math.log(mean("negative")) + wordWeight * Math.min(MOST_WORDS, cold),
  };
  return SENTIMENTS.reduce((best, sentiment) => (scores[sentiment] > scores[best] ? sentiment : best));
}
