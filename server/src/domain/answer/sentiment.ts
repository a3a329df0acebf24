import type { Sentiment } from "@answerscope/api/vocabulary";
import type { FoldedText } from "./folded-text.ts";
import type { Lexicon } from "./lexicon.ts";
import { SUBJECT } from "./mention.ts";
import { findPhrases } from "./phrase-book.ts";
import { type Balance, judgeProse } from "./prose-tone.ts";
import type { Span } from "./reading.ts";
import type { Advice } from "./recommendation.ts";
import type { Scene } from "./scene.ts";
import type { Token } from "./tokens.ts";
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
export function readTone(folded: FoldedText, { scene, choose, avoid }: Advice): Tone {
  if (scene === null) return { sentiment: "neutral", confidence: "low", praise: [], criticism: [] };
  const evidence = weighSentences(scene);
  const balance = weigh(evidence, choose !== null, avoid !== null);
  const byWords = verdict(balance);
  const byModel = judgeProse(folded, scene, balance);
  return {
    sentiment: byModel ?? byWords,
    confidence: byModel === null || byModel === byWords ? "high" : "low",
    praise: evidence.filter(({ weight }) => weight > 0).map(({ span }) => span),
    criticism: evidence.filter(({ weight }) => weight < 0).map(({ span }) => span),
  };
}

function weigh(evidence: Evidence[], isChosen: boolean, isAvoided: boolean): Balance {
  const balance = { warm: isChosen ? ADVICE_WEIGHT : 0, cold: isAvoided ? ADVICE_WEIGHT : 0 };
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

function weighSentences({ sentences, lexicon }: NonNullable<Scene>): Evidence[] {
  const evidence: Evidence[] = [];
  for (const { passage, tokens, share, isQuestion } of sentences) {
    if (passage.leaning !== null && passage.owner === SUBJECT) {
      const weight = passage.leaning === "pro" ? POINT_WEIGHT : -POINT_WEIGHT;
      evidence.push({ weight, span: { from: passage.from, to: passage.to } });
    } else if (!isQuestion) addSentence(evidence, tokens, share, lexicon);
  }
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
  const scale = Math.min(turns ? AFTER_TURN : 1, MOST_PER_SENTENCE / total);
  evidence.push(...weighed.map(({ weight, span }) => ({ weight: weight * scale, span })));
}
