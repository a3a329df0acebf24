import { countInWords } from "./evidence.ts";
import { type Finding, isUsuallyMentioned, type SituationInput } from "./situation.ts";
import { stageFinding } from "./stage-finding.ts";

const RARE_RECOMMENDATION_RATE = 0.1;

/** Engines know the brand and list it, and stop short of telling the reader to choose it. */
export function notRecommended(situation: SituationInput): Finding[] {
  return situation.cells
    .filter((cell) => isUsuallyMentioned(cell) && cell.recommended / cell.mentions < RARE_RECOMMENDATION_RATE)
    .map((cell) =>
      stageFinding(situation, cell, {
        type: "not-recommended",
        title: `${situation.brandName} is listed but not recommended in ${cell.stage} answers on ${cell.topicName}`,
        description:
          `${situation.brandName} is named in ${countInWords(cell.mentions, cell.n)} ${cell.stage} answers on ` +
          `${cell.topicName}. Of those, ${countInWords(cell.recommended, cell.mentions)} recommend it. This week: ` +
          `write down who should choose ${situation.brandName} for ${cell.topicName} and who should not, with the reason ` +
          "for each, on the page itself; and ask three customers of that kind for a review that says why they chose it.",
      }),
    );
}
