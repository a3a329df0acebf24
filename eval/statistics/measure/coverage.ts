import { seededRandom } from "../../../server/src/domain/seeded-random.ts";
import { clusteredRate } from "../../../server/src/domain/statistics/clustered-rate.ts";
import type { Estimate, Sums } from "../../../server/src/domain/statistics/estimate.ts";
import { twoSidedT } from "../../../server/src/domain/statistics/student-t.ts";
import { clusteredMean } from "../../../server/src/domain/statistics/weighted-mean.ts";
import { COVERAGE, type Grid, type Place, placesOf, RATES, shareOf } from "../grid.ts";
import { drawMentions, drawPrompt, drawScores, type Population, populationAt, type Spread } from "../population.ts";
import type { Say } from "../progress.ts";

const PROMPTS = [3, 5, 10, 20, 50];
const RUNS = [1, 3, 10];

type Quantity = {
  name: string;
  draw: typeof drawMentions;
  estimate: (prompts: Sums[]) => Pick<Estimate, "low" | "high"> | null;
  truth: (population: Population) => number;
};

const RATE: Quantity = {
  name: "mention rate",
  draw: drawMentions,
  estimate: (prompts) => clusteredRate(prompts),
  truth: ({ meanRate }) => meanRate,
};
const HEADLINE_RATE: Quantity = {
  ...RATE,
  name: "mention rate as a headline number",
  estimate: (prompts) => clusteredMean(prompts, { max: 1 }),
};
const MEAN: Quantity = {
  name: "mean score",
  draw: drawScores,
  estimate: (prompts) => clusteredMean(prompts),
  truth: ({ meanScore }) => 100 * meanScore,
};

/** What is usually done: it has no width where all prompts scored nothing. */
const PLAIN_T: Quantity = { ...MEAN, name: "mean score by a plain t interval", estimate: plainT };

/** How often a 95% interval holds the truth of all prompts, when the panel's prompts were drawn from them. */
export function measureCoverage(scans: number, say: Say): Grid[] {
  return [RATE, HEADLINE_RATE, MEAN].map((quantity) =>
    coverageOf(quantity, quantity.name, ["low", "high"], scans, say),
  );
}

/** The same where prompts differ more than one panel should hold, and by the usual means. */
export function measureBeyond(scans: number, say: Say): Grid[] {
  return [
    ...[RATE, MEAN].map((quantity) =>
      coverageOf(quantity, `${quantity.name}, prompts extremely different`, ["extreme"], scans, say),
    ),
    coverageOf(PLAIN_T, PLAIN_T.name, ["low", "high"], scans, say),
  ];
}

function plainT(prompts: Sums[]): { low: number; high: number } {
  const means = prompts.map(({ sum, n }) => sum / n);
  const mean = means.reduce((sum, one) => sum + one, 0) / means.length;
  const variance = means.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (means.length - 1);
  const reach = twoSidedT(0.95, means.length - 1) * Math.sqrt(variance / means.length);
  return { low: mean - reach, high: mean + reach };
}

function coverageOf(quantity: Quantity, name: string, spreads: Spread[], scans: number, say: Say): Grid {
  return {
    name,
    what: `95% interval of a ${name}: % of ${scans} scans that hold the truth`,
    band: COVERAGE,
    promptsOf: "prompts",
    cells: placesOf(spreads, RATES, PROMPTS, RUNS).map((place) => {
      say(`${name}: ${place.spread}, rate ${place.rate}, ${place.prompts} x ${place.runs}`);
      return { ...place, percent: coverageAt(quantity, place, scans) };
    }),
  };
}

function coverageAt({ name, draw, estimate, truth }: Quantity, place: Place, scans: number): number {
  const random = seededRandom(JSON.stringify([name, place]));
  const population = populationAt(place.rate, place.spread);
  const target = truth(population);
  return shareOf(scans, () => {
    const prompts = Array.from({ length: place.prompts }, () =>
      draw(population, drawPrompt(population, random), place.runs, random),
    );
    const interval = estimate(prompts);
    return interval !== null && interval.low <= target && target <= interval.high;
  });
}
