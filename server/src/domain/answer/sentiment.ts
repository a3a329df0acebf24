import type { Sentiment } from "@answerscope/api/vocabulary";
import { attribute } from "./attribution.ts";
import { describeByLabels } from "./described.ts";
import { type Lexicon, lexiconFor } from "./lexicon.ts";
import { type Mention, mentionsWithin, SUBJECT } from "./mention.ts";
import type { Passage } from "./passages.ts";
import { findPhrases } from "./phrase-book.ts";
import type { Span } from "./reading.ts";
import type { Advice } from "./recommendation.ts";
import { tokenize } from "./tokens.ts";
import { weighWords } from "./tone-words.ts";

export type Tone = { sentiment: Sentiment; confidence: "high" | "low"; praise: Span[]; criticism: Span[] };

const POINT_WEIGHT = 0.8;
const ADVICE_WEIGHT = 1.5;
// A side has to lead clearly, or the text is balanced.
const LEAD = 0.6;
const LEAD_RATIO = 1.3;
const COLD_RATIO = 1.6;
/** "However, ..." weighs against the sentences before it. */
const BEFORE_TURN = 0.7;
const AFTER_TURN = 1.5;
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
  const evidence = weighPassages(text, describeByLabels(text, passages, mentions, lexicon), mentions, lexicon);
  let warm = advice.choose ? ADVICE_WEIGHT : 0;
  let cold = advice.avoid ? ADVICE_WEIGHT : 0;
  for (const { weight } of evidence) {
    if (weight > 0) warm += weight;
    else cold -= weight;
  }
  return {
    sentiment: verdict(warm, cold),
    confidence: "high",
    praise: evidence.filter(({ weight }) => weight > 0).map(({ span }) => span),
    criticism: evidence.filter(({ weight }) => weight < 0).map(({ span }) => span),
  };
}

function weighPassages(text: string, passages: Passage[], mentions: Mention[], lexicon: Lexicon) {
  const evidence: { weight: number; span: Span }[] = [];
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
  });
  return evidence;
}

function verdict(warm: number, cold: number): Sentiment {
  if (warm - cold >= LEAD && warm >= LEAD_RATIO * cold) return "positive";
  if (cold - warm >= LEAD && cold >= COLD_RATIO * warm) return "negative";
  return "neutral";
}
