import { countInWords, topCompetitors } from "./evidence.ts";
import { type Finding, isUsuallyMentioned, type SituationInput } from "./situation.ts";
import { stageFinding } from "./stage-finding.ts";

const LATE_POSITION = 3;

/** Named in most answers, after others: readers, and the score, give most weight to the first names. */
export function namedLate(situation: SituationInput): Finding[] {
  return situation.cells
    .filter((cell) => isUsuallyMentioned(cell) && cell.positionSum / cell.mentions >= LATE_POSITION)
    .map((cell) => {
      const position = (cell.positionSum / cell.mentions).toFixed(1);
      const rival = topCompetitors([cell])[0];
      const ahead =
        rival === undefined
          ? ""
          : ` The name they give most besides it is ${rival.name}, in ${countInWords(rival.count, cell.n)}.`;
      return stageFinding(situation, cell, {
        type: "named-late",
        title: `${situation.brandName} comes after others in ${cell.stage} answers on ${cell.topicName}`,
        description:
          `${situation.brandName} is named in ${countInWords(cell.mentions, cell.n)} ${cell.stage} answers on ` +
          `${cell.topicName}, at position ${position} on average.${ahead} This week: pick the one use or buyer for which ` +
          `${situation.brandName} is the best choice in ${cell.topicName}, say so in the title and first sentence of its ` +
          "page, and back it with a figure, a test or a customer's name that an answer can repeat.",
      });
    });
}
