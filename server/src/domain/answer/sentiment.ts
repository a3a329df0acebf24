import type { Sentiment } from "@answerscope/api/vocabulary";
import { type Attribution, attributeWords } from "./attribution.ts";
import { foldPhrase } from "./folded-text.ts";
import { type Mention, mentionsWithin, SUBJECT } from "./mention.ts";
import type { Passage } from "./passages.ts";
import type { Span } from "./reading.ts";
import type { Advice } from "./recommendation.ts";
import words from "./words/sentiment-words.json" with { type: "json" };

export type Tone = { sentiment: Sentiment; praise: Span[]; criticism: Span[] };

const WEIGHTS = new Map([
  ...words.praise.map((word) => [word, 1] as const),
  ...words.highPraise.map((word) => [word, 1.5] as const),
  ...words.criticism.map((word) => [word, -1] as const),
  ...words.harshCriticism.map((word) => [word, -1.5] as const),
]);
const NEGATORS = new Set(words.negators);
const TURNS = new Set(words.turns);
const CONCESSIONS = new Set(words.concessions);
const NEGATION_REACH_WORDS = 3;
const POINT_WEIGHT = 0.8;
const ADVICE_WEIGHT = 1.5;
// A side has to lead clearly, or the text is balanced.
const LEAD = 0.6;
const LEAD_RATIO = 1.3;

/** How warmly the answer speaks of the subject, over the words that are about it. */
export function readTone(text: string, passages: Passage[], mentions: Mention[], advice: Advice): Tone {
  const tone = { praise: [] as Span[], criticism: [] as Span[] };
  let warm = advice.choose ? ADVICE_WEIGHT : 0;
  let cold = advice.avoid ? ADVICE_WEIGHT : 0;
  const add = (weight: number, span: Span) => {
    if (weight > 0) warm += weight;
    else cold -= weight;
    (weight > 0 ? tone.praise : tone.criticism).push({ from: span.from, to: span.to });
  };
  let carried: number | null = null;
  passages.forEach((passage, index) => {
    if (passages[index - 1]?.line !== passage.line) carried = null;
    const named = mentionsWithin(mentions, passage);
    if (passage.leaning !== null) {
      if (passage.owner === SUBJECT) add(passage.leaning === "pro" ? POINT_WEIGHT : -POINT_WEIGHT, passage);
      return;
    }
    const about = attributeWords(text, passage, named, carried);
    for (const { weight, span } of weighWords(about.words)) add(weight, span);
    carried = about.subject;
  });
  return { sentiment: verdict(warm, cold), ...tone };
}

function verdict(warm: number, cold: number): Sentiment {
  if (warm - cold >= LEAD && warm >= LEAD_RATIO * cold) return "positive";
  if (cold - warm >= LEAD && cold >= LEAD_RATIO * warm) return "negative";
  return "neutral";
}

function weighWords(sentence: Attribution["words"]): { weight: number; span: Span }[] {
  const weighed: { weight: number; span: Span }[] = [];
  let negatedUntil = -1;
  let conceding = false;
  sentence.forEach((word, at) => {
    const folded = foldPhrase(word.text);
    if (NEGATORS.has(folded) || folded.endsWith("n't")) negatedUntil = at + NEGATION_REACH_WORDS;
    if (CONCESSIONS.has(folded)) conceding = true;
    else if (word.afterComma) conceding = false;
    // What comes before "but" is granted, what comes after it is meant.
    if (TURNS.has(folded)) for (const earlier of weighed) earlier.weight *= 0.8;
    const weight = WEIGHTS.get(folded);
    if (weight === undefined || !word.aboutSubject) return;
    const turned = at <= negatedUntil ? -0.8 * weight : weight;
    weighed.push({ weight: conceding ? turned * 0.5 : turned, span: word });
  });
  return weighed;
}
