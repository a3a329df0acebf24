import { seededRandom } from "../../../server/src/domain/seeded-random.ts";
import { clusteredRate } from "../../../server/src/domain/statistics/clustered-rate.ts";
import type { Estimate, Sums } from "../../../server/src/domain/statistics/estimate.ts";
import { clusteredMean } from "../../../server/src/domain/statistics/weighted-mean.ts";
import { COVERAGE, type Grid, type Place, placesOf, RATES, shareOf } from "../grid.ts";
import { drawMentions, drawPrompt, drawScores, type Population, populationAt, type Spread } from "../population.ts";
import type { Say } from "../progress.ts";

const PROMPTS = [3, 5, 10, 20, 50];
const RUNS = [1, 3, 10];

type Quantity = {
  name: string;
  draw: typeof drawMentions;
  estimate: (prompts: Sums[]) => Estimate | null;
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

/** How often a 95% interval holds the truth of all prompts, when the panel's prompts were drawn from them. */
export function measureCoverage(scans: number, say: Say, spreads: Spread[] = ["low", "high"]): Grid[] {
  return [RATE, HEADLINE_RATE, MEAN].map((quantity) => ({
    name: `${quantity.name}${spreads.includes("extreme") ? ", prompts extremely different" : ""}`,
    what: `95% interval of a ${quantity.name}: % of ${scans} scans that hold the truth`,
    band: COVERAGE,
    promptsOf: "prompts",
    cells: placesOf(spreads, RATES, PROMPTS, RUNS).map((place) => {
      say(`${quantity.name}: ${place.spread}, rate ${place.rate}, ${place.prompts} x ${place.runs}`);
      return { ...place, percent: coverageAt(quantity, place, scans) };
    }),
  }));
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
