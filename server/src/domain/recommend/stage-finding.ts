import { evidenceOf } from "./evidence.ts";
import { gainAtStage, impactInWords, priorityOf } from "./gain.ts";
import type { Finding, SituationCell, SituationInput } from "./situation.ts";

/** A shortcoming of one topic at one stage, ranked and priced against the brand's other topics at that stage. */
export function stageFinding(
  situation: SituationInput,
  cell: SituationCell,
  words: { type: string; title: string; description: string },
): Finding {
  const gain = gainAtStage(cell, situation.cells);
  return {
    gainPts: gain?.pts ?? null,
    proposal: {
      identity: `${words.type}:${cell.topicId}:${cell.stage}`,
      type: words.type,
      topicId: cell.topicId,
      stage: cell.stage,
      title: words.title,
      description: words.description,
      priority: priorityOf(gain),
      impactEstimate: impactInWords(gain, cell.stage),
      evidence: { ...evidenceOf([cell]), score: cell.scoreMean },
    },
  };
}
