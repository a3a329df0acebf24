import { seededRandom } from "../../../server/src/domain/seeded-random.ts";
import { type Change, headlineChange, pairedChange } from "../../../server/src/domain/statistics/paired-change.ts";
import { FALSE_ALARMS, type Grid, placesOf, shareOf } from "../grid.ts";
import { drawPrompt, drawScores, populationAt } from "../population.ts";
import type { Say } from "../progress.ts";
import { brandAt, drawPanel, scanPanel, WEIGHTING } from "./headline.ts";

const RATES = [0.02, 0.1, 0.3, 0.9];
const RUNS = [1, 3, 10];

const isAlarm = ({ verdict }: Change): boolean => verdict === "up" || verdict === "down";

/** Two scans of one panel between which nothing changed: how often is a change announced? */
export function measureChange(scans: number, say: Say): Grid[] {
  const prompts = placesOf(["low", "high"], RATES, [3, 5, 10, 20, 50], RUNS).map((place) => {
    say(`false alarms, mean score: ${place.spread}, rate ${place.rate}, ${place.prompts} x ${place.runs}`);
    const random = seededRandom(JSON.stringify(["change", place]));
    const population = populationAt(place.rate, place.spread);
    const percent = shareOf(scans, () => {
      const pairs = Array.from({ length: place.prompts }, () => {
        const prompt = drawPrompt(population, random);
        const scan = () => drawScores(population, prompt, place.runs, random);
        return { before: scan(), after: scan() };
      });
      return isAlarm(pairedChange(pairs));
    });
    return { ...place, percent };
  });
  const headlines = placesOf(["low", "high"], RATES, [1, 2, 5], RUNS).map((place) => {
    say(`false alarms, headline: ${place.spread}, rate ${place.rate}, ${place.prompts} x ${place.runs}`);
    const random = seededRandom(JSON.stringify(["headline change", place]));
    const brand = brandAt(place.rate, place.spread);
    const percent = shareOf(scans, () => {
      const panel = drawPanel(brand, place.prompts, random);
      const scan = () => scanPanel(panel, place.runs, random);
      return isAlarm(headlineChange(scan(), scan(), WEIGHTING));
    });
    return { ...place, percent };
  });
  const what = `% of ${scans} pairs of scans, between which nothing changed, that are called a change at 5%`;
  return [
    {
      name: "change of a mean score",
      what: `Mean score: ${what}`,
      band: FALSE_ALARMS,
      promptsOf: "prompts",
      cells: prompts,
    },
    {
      name: "change of a headline score",
      what: `Headline score: ${what}`,
      band: FALSE_ALARMS,
      promptsOf: "prompts a stage",
      cells: headlines,
    },
  ];
}
