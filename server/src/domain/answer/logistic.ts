import { SENTIMENTS, type Sentiment } from "@answerscope/api/vocabulary";

/** How likely each sentiment is; together 1. */
export type Likelihoods = Record<Sentiment, number>;

/** Multinomial logistic regression over slots that are on or off: a weight per slot and sentiment, times `scale`. */
export type Logistic = { weights: ArrayLike<number>; scale: number };

export function likelihoods(slots: number[], { weights, scale }: Logistic): Likelihoods {
  const kinds = SENTIMENTS.length;
  // Long texts have more slots on: without the root they would all look certain.
  const perSlot = scale / Math.sqrt(slots.length);
  const scores = SENTIMENTS.map((_, kind) => {
    let sum = 0;
    for (const slot of slots) sum += weights[kinds * slot + kind] as number;
    return sum * perSlot;
  });
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const [positive = 0, neutral = 0, negative = 0] = powers.map((power) => power / total);
  return { positive, neutral, negative };
}
