import { type SeededRandom, seededRandom } from "../../../server/src/domain/seeded-random.ts";
import { weightedMean } from "../../../server/src/domain/statistics/weighted-mean.ts";
import { type PanelCell, type Weighting, weighPanel } from "../../../server/src/domain/statistics/weighted-panel.ts";
import { COVERAGE, type Grid, placesOf, RATES, shareOf } from "../grid.ts";
import { drawPrompt, drawScores, type Population, populationAt, type Spread } from "../population.ts";
import type { Say } from "../progress.ts";

const PROMPTS = [1, 2, 3, 5];
const RUNS = [1, 3, 10];
const TOPICS = [
  { id: "camping", weight: 2, visibility: 1 },
  { id: "climbing", weight: 1, visibility: 0.5 },
  { id: "skiing", weight: 1, visibility: 0.25 },
];
const STAGES = [
  { id: "awareness", visibility: 0.6 },
  { id: "evaluation", visibility: 1 },
  { id: "conversion", visibility: 0.8 },
];

export const WEIGHTING: Weighting = { topics: new Map(TOPICS.map(({ id, weight }) => [id, weight])) };

/** A brand whose topics and stages differ; `rate` is that of its most visible stage. */
export type Brand = { topicId: string; stage: string; population: Population }[];

export function brandAt(rate: number, spread: Spread): Brand {
  return TOPICS.flatMap((topic) =>
    STAGES.map((stage) => ({
      topicId: topic.id,
      stage: stage.id,
      population: populationAt(rate * topic.visibility * stage.visibility, spread),
    })),
  );
}

/** The prompts of a panel, by their place in each stage's population. */
export type Panel = { topicId: string; stage: string; population: Population; promptId: string; prompt: number }[];

export function drawPanel(brand: Brand, prompts: number, random: SeededRandom): Panel {
  return brand.flatMap((stage) =>
    Array.from({ length: prompts }, (_, index) => ({
      ...stage,
      promptId: `${stage.topicId} ${stage.stage} ${index}`,
      prompt: drawPrompt(stage.population, random),
    })),
  );
}

export function scanPanel(panel: Panel, runs: number, random: SeededRandom): PanelCell[] {
  return panel.map(({ topicId, stage, promptId, population, prompt }) => ({
    ...{ topicId, stage, promptId, engine: "chatgpt" },
    ...drawScores(population, prompt, runs, random),
  }));
}

function trueHeadline(brand: Brand): number {
  const everything = brand.map(({ topicId, stage, population }) => {
    const score = 100 * population.meanScore;
    return { topicId, stage, promptId: `${topicId} ${stage}`, engine: "", n: 1, sum: score, sumSquares: score ** 2 };
  });
  return weightedMean(weighPanel(everything, WEIGHTING))?.value ?? Number.NaN;
}

/** The brand's own number: three topics by weight, three stages each, with one to five prompts a stage. */
export function measureHeadline(scans: number, say: Say): Grid {
  return {
    name: "headline score",
    what: `95% interval of a brand's score over 3 topics of 3 stages: % of ${scans} scans that hold the truth`,
    band: COVERAGE,
    promptsOf: "prompts a stage",
    cells: placesOf(["low", "high"], RATES, PROMPTS, RUNS).map((place) => {
      say(`headline score: ${place.spread}, rate ${place.rate}, ${place.prompts} x ${place.runs}`);
      const random = seededRandom(JSON.stringify(["headline", place]));
      const brand = brandAt(place.rate, place.spread);
      const truth = trueHeadline(brand);
      const percent = shareOf(scans, () => {
        const cells = scanPanel(drawPanel(brand, place.prompts, random), place.runs, random);
        const interval = weightedMean(weighPanel(cells, WEIGHTING));
        return interval !== null && interval.low <= truth && truth <= interval.high;
      });
      return { ...place, percent };
    }),
  };
}
