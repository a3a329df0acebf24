import { countInWords } from "./evidence.ts";
import type { Finding, SituationInput } from "./situation.ts";
import { stageFinding } from "./stage-finding.ts";

const NEGATIVE_RATE = 0.15;
const FEWEST_NEGATIVE = 3;

/** Answers that name the brand and speak against it, more often than a stray one. */
export function coldWords(situation: SituationInput): Finding[] {
  return situation.cells
    .filter((cell) => cell.negative >= FEWEST_NEGATIVE && cell.negative / cell.mentions >= NEGATIVE_RATE)
    .map((cell) =>
      stageFinding(situation, cell, {
        type: "cold-words",
        title: `Some ${cell.stage} answers on ${cell.topicName} speak against ${situation.brandName}`,
        description:
          `Of the ${cell.stage} answers on ${cell.topicName} that name ${situation.brandName}, ` +
          `${countInWords(cell.negative, cell.mentions)} are negative. This week: read them and note the complaint they ` +
          "repeat. If it is out of date, correct it on your own page and ask the sites these answers cite to do the same; if it is " +
          "true, say on that page what you are doing about it and by when.",
      }),
    );
}
