import { countInWords, evidenceOf, listInWords, thirdPartySources } from "./evidence.ts";
import { gainOfTopic, impactInWords, priorityOf } from "./gain.ts";
import { FEWEST_ANSWERS, type Finding, type SituationCell, type SituationInput } from "./situation.ts";

const RARE_CITATION_RATE = 0.1;
const FREQUENT_CITATION_RATE = 0.3;
const TYPE = "own-site-not-cited";

/** Engines build their answers on this topic from other people's pages. */
export function ownSiteNotCited(situation: SituationInput): Finding[] {
  const { ownDomain } = situation;
  if (ownDomain === null) return [];
  return [...Map.groupBy(situation.cells, (cell) => cell.topicId).values()].flatMap((stages) => {
    const answers = stages.reduce((sum, cell) => sum + cell.withCitations, 0);
    const ownCited = stages.reduce((sum, cell) => sum + cell.ownCited, 0);
    if (answers < FEWEST_ANSWERS || ownCited / answers >= RARE_CITATION_RATE) return [];
    const frequent = thirdPartySources(stages, ownDomain).filter(
      ({ count }) => count / answers >= FREQUENT_CITATION_RATE,
    );
    return frequent.length === 0 ? [] : [findingFor(situation, ownDomain, stages, { ownCited, answers, frequent })];
  });
}

function findingFor(
  situation: SituationInput,
  ownDomain: string,
  stages: SituationCell[],
  cited: { ownCited: number; answers: number; frequent: { domain: string; count: number }[] },
): Finding {
  const { topicId = "", topicName = "" } = stages[0] ?? {};
  const gain = gainOfTopic(topicId, situation.cells);
  const named = cited.frequent
    .slice(0, 5)
    .map(({ domain, count }) => `${domain} in ${countInWords(count, cited.answers)}`);
  return {
    gainPts: gain?.pts ?? null,
    proposal: {
      identity: `${TYPE}:${topicId}`,
      type: TYPE,
      topicId,
      stage: null,
      title: `Answers on ${topicName} cite other sites, not ${ownDomain}`,
      description:
        `${ownDomain} is cited in ${countInWords(cited.ownCited, cited.answers)} answers on ${topicName} that carry ` +
        `citations; ${listInWords(named)}. This week: open the most cited of these pages, and publish on ${ownDomain} ` +
        "one page that answers the same question first and more exactly, with a date and figures; check that robots.txt " +
        `lets AI crawlers read it. Where a cited page leaves out ${situation.brandName} or has it wrong, write to its editor.`,
      priority: priorityOf(gain),
      impactEstimate: impactInWords(gain, null),
      evidence: { ...evidenceOf(stages), frequent_sources: cited.frequent },
    },
  };
}
