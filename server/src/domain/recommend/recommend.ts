import { absentAtStage } from "./absent-at-stage.ts";
import { coldWords } from "./cold-words.ts";
import { namedLate } from "./named-late.ts";
import { notRecommended } from "./not-recommended.ts";
import { ownSiteNotCited } from "./own-site-not-cited.ts";
import type { Finding, Proposal, SituationInput } from "./situation.ts";

export type { Proposal, SituationInput } from "./situation.ts";

const GENERATORS = [absentAtStage, namedLate, notRecommended, ownSiteNotCited, coldWords];

/** What this scan gives reason to work on, the largest expected gain first. A brand without shortcomings gets nothing. */
export function recommend(situation: SituationInput): Proposal[] {
  return GENERATORS.flatMap((generate) => generate(situation))
    .sort((a, b) => rank(b) - rank(a) || (a.proposal.identity < b.proposal.identity ? -1 : 1))
    .map(({ proposal }) => proposal);
}

// Above the median there is no gain left to expect, and without peers none to claim.
function rank({ gainPts }: Finding): number {
  return Math.max(0, gainPts ?? 0);
}
