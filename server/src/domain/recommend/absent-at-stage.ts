import type { FunnelStage } from "@answerscope/api/vocabulary";
import { countInWords, listInWords, thirdPartySources, topCompetitors } from "./evidence.ts";
import {
  FEWEST_ANSWERS,
  type Finding,
  median,
  mentionRate,
  type SituationCell,
  type SituationInput,
} from "./situation.ts";
import { stageFinding } from "./stage-finding.ts";

const RARE_MENTION_RATE = 0.25;
const LEAST_SHORTFALL = 0.2;
const COMPETITOR_RATE = 0.5;

/** A brand that engines know elsewhere goes unnamed here, where they do name someone else. */
export function absentAtStage(situation: SituationInput): Finding[] {
  const usual = median(situation.cells.filter((cell) => cell.n > 0).map(mentionRate));
  if (usual === null) return [];
  return situation.cells
    .filter((cell) => cell.n >= FEWEST_ANSWERS)
    .filter((cell) => mentionRate(cell) < RARE_MENTION_RATE && usual - mentionRate(cell) >= LEAST_SHORTFALL)
    .flatMap((cell) => {
      const rivals = topCompetitors([cell]).filter(({ count }) => count / cell.n >= COMPETITOR_RATE);
      const first = rivals[0];
      if (first === undefined) return [];
      return stageFinding(situation, cell, {
        type: "absent-at-stage",
        title: `${situation.brandName} is missing from ${cell.stage} answers on ${cell.topicName}`,
        description: describe(situation, cell, usual, first),
      });
    });
}

function describe(
  situation: SituationInput,
  cell: SituationCell,
  usual: number,
  rival: { name: string; count: number },
): string {
  const { brandName } = situation;
  const sources = thirdPartySources([cell], situation.ownDomain)
    .slice(0, 3)
    .map(({ domain }) => domain);
  const found =
    `${brandName} is named in ${countInWords(cell.mentions, cell.n)} ${cell.stage} answers on ${cell.topicName}; ` +
    `its median over all topics and stages is ${Math.round(usual * 100)}%. ` +
    `${rival.name} is named in ${countInWords(rival.count, cell.n)}.`;
  const outreach =
    sources.length === 0
      ? ""
      : ` Then ask the sites these answers cite most, ${listInWords(sources)}, to add ${brandName} to the pages they cite.`;
  return `${found} This week: ${pageFor(cell.stage, cell.topicName, brandName, rival.name)}.${outreach}`;
}

function pageFor(stage: FunnelStage, topicName: string, brandName: string, rivalName: string): string {
  const pages: Record<FunnelStage, string> = {
    awareness: `publish one guide to choosing ${topicName} that says in its first paragraph what ${brandName} offers`,
    evaluation: `publish one comparison of ${brandName} and ${rivalName} for ${topicName}, with figures for each`,
    conversion: `put price, availability and terms for ${topicName} on one page, as plain text`,
  };
  return pages[stage];
}
