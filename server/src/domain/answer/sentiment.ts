import type { Sentiment } from "@answerscope/api/vocabulary";
import { attribute } from "./attribution.ts";
import { describeByLabels } from "./described.ts";
import { type Lexicon, lexiconFor } from "./lexicon.ts";
import { type Mention, mentionsWithin, SUBJECT } from "./mention.ts";
import type { Passage } from "./passages.ts";
import { findPhrases } from "./phrase-book.ts";
import { type Balance, judgeProse } from "./prose-tone.ts";
import type { Span } from "./reading.ts";
import type { Advice } from "./recommendation.ts";
import { isQuestion } from "./sentence-mood.ts";
import { type Token, tokenize } from "./tokens.ts";
import { weighWords } from "./tone-words.ts";

export type Tone = { sentiment: Sentiment; confidence: "high" | "low"; praise: Span[]; criticism: Span[] };

type Evidence = { weight: number; span: Span };

const POINT_WEIGHT = 0.8;
const ADVICE_WEIGHT = 2;
// A side has to lead clearly, or the text is balanced; it takes more to call it cold.
const LEAD = 0.6;
const WARM_RATIO = 1.3;
const COLD_RATIO = 1.6;
/** "However, ..." weighs against the sentences before it. */
const BEFORE_TURN = 0.7;
const AFTER_TURN = 1.5;
/** One long sentence of praise is one sentence. */
const MOST_PER_SENTENCE = 2;

/** How warmly the answer speaks of the subject, over the words that are about it. */
export function readTone(
  text: string,
  passages: Passage[],
  mentions: Mention[],
  advice: Advice,
  language: string | null = null,
): Tone {
  const lexicon = lexiconFor(text, language);
  if (lexicon === null) return { sentiment: "neutral", confidence: "low", praise: [], criticism: [] };
  const described = describeByLabels(text, passages, mentions, lexicon);
  const evidence = weighPassages(text, described, mentions, lexicon);
  const balance = weigh(evidence, advice);
  const byWords = verdict(balance);
  const byModel = judgeProse(text, described, mentions, balance, lexicon);
  return {
    sentiment: byModel ?? byWords,
    confidence: byModel === null || byModel === byWords ? "high" : "low",
    praise: evidence.filter(({ weight }) => weight > 0).map(({ span }) => span),
    criticism: evidence.filter(({ weight }) => weight < 0).map(({ span }) => span),
  };
}

function weigh(evidence: Evidence[], advice: Advice): Balance {
  const balance = { warm: advice.choose ? ADVICE_WEIGHT : 0, cold: advice.avoid ? ADVICE_WEIGHT : 0 };
  for (const { weight } of evidence) {
    if (weight > 0) balance.warm += weight;
    else balance.cold -= weight;
  }
  return balance;
}

function verdict({ warm, cold }: Balance): Sentiment {
  if (warm - cold >= LEAD && warm >= WARM_RATIO * cold) return "positive";
  if (cold - warm >= LEAD && cold >= COLD_RATIO * warm) return "negative";
  return "neutral";
}

function weighPassages(text: string, passages: Passage[], mentions: Mention[], lexicon: Lexicon): Evidence[] {
  const evidence: Evidence[] = [];
  let carried: number | null = null;
  passages.forEach((passage, index) => {
    if (passages[index - 1]?.line !== passage.line) carried = null;
    const named = mentionsWithin(mentions, passage);
    const mayConcern = passage.owner === SUBJECT || carried === SUBJECT || named.some(({ who }) => who === SUBJECT);
    if (!mayConcern) {
      if (named.length > 0) carried = null;
      return;
    }
    if (passage.leaning !== null && passage.owner === SUBJECT) {
      const weight = passage.leaning === "pro" ? POINT_WEIGHT : -POINT_WEIGHT;
      evidence.push({ weight, span: { from: passage.from, to: passage.to } });
      return;
    }
    const tokens = tokenize(text, passage, lexicon.spelling);
    const { share, subject } = attribute(text, passage, tokens, named, carried, lexicon);
    carried = subject;
    if (!isQuestion(text, passage)) addSentence(evidence, tokens, share, lexicon);
  });
  return evidence;
}

function addSentence(evidence: Evidence[], tokens: Token[], share: number[], lexicon: Lexicon): void {
  const weighed = weighWords(tokens, lexicon)
    .map(({ weight, span, token }) => ({ weight: weight * (share[token] ?? 0), span }))
    .filter(({ weight }) => weight !== 0);
  const turns = findPhrases(lexicon.tone, tokens.slice(0, 3)).some(
    ({ kind, first }) => kind === "turns" && first === 0,
  );
  if (turns) for (const earlier of evidence) earlier.weight *= BEFORE_TURN;
  const total = weighed.reduce((sum, { weight }) => sum + Math.abs(weight), 0);
  const scale = Math.min(1, MOST_PER_SENTENCE / total) * (turns ? AFTER_TURN : 1);
  evidence.push(...weighed.map(({ weight, span }) => ({ weight: weight * scale, span })));
}
