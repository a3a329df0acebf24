/** How often two readers said this of an answer, the one and the other. */
export type Pairs = { one: string; other: string; n: number };

export type Agreement = {
  n: number;
  /** Share of answers of which both said the same; null without any. */
  agreement: number | null;
  /** Cohen's: agreement beyond what chance would bring. Null where both always say one and the same thing. */
  kappa: number | null;
};

export function agreementOf(pairs: Pairs[]): Agreement {
  const n = sumOf(pairs);
  if (n === 0) return { n, agreement: null, kappa: null };
  const agreement = sumOf(pairs.filter(({ one, other }) => one === other)) / n;
  const words = new Set(pairs.flatMap(({ one, other }) => [one, other]));
  let byChance = 0;
  for (const word of words) {
    byChance +=
      (sumOf(pairs.filter(({ one }) => one === word)) * sumOf(pairs.filter(({ other }) => other === word))) / n ** 2;
  }
  return { n, agreement, kappa: byChance === 1 ? null : (agreement - byChance) / (1 - byChance) };
}

const sumOf = (pairs: Pairs[]): number => pairs.reduce((sum, { n }) => sum + n, 0);
