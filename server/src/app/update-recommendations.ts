import { type Proposal, recommend } from "../domain/recommend/recommend.ts";
import { currentScore } from "./change-recommendation.ts";
import type { Deps } from "./ports.ts";
import type { RecommendationRecord, Stores } from "./stores.ts";

/**
 * Holds what the scan shows against the recommendations that stand. The same situation keeps its recommendation, with
 * new numbers; what a person has completed or dismissed is left as they left it, but for the score since.
 */
export async function updateRecommendations(
  deps: Pick<Deps, "now" | "newId">,
  stores: Stores,
  brandId: string,
  scanId: string,
): Promise<void> {
  const brand = await stores.brands.get(brandId);
  const cells = await stores.analytics.situation(brandId, scanId);
  const proposals = recommend({ brandName: brand.name, ownDomain: brand.domain, cells });
  const standing = new Map((await stores.recommendations.all(brandId)).map((one) => [one.identity, one]));

  const fresh: RecommendationRecord[] = [];
  for (const proposal of proposals) {
    const before = standing.get(proposal.identity);
    if (!before) fresh.push(newRecommendation(deps, scanId, proposal));
    else if (before.status === "pending") {
      await stores.recommendations.change(brandId, before.id, {
        ...wordsOf(proposal),
        scan_id: scanId,
        updated_at: deps.now(),
      });
    }
  }
  await stores.recommendations.insert(brandId, fresh);

  const measured = new Set(cells.map(({ topicId }) => topicId));
  for (const one of standing.values()) {
    // A topic that this scan did not ask about still has the score from before.
    if (one.status !== "completed" || (one.topic_id !== null && !measured.has(one.topic_id))) continue;
    const score = await currentScore(stores, brandId, one);
    if (score !== null)
      await stores.recommendations.change(brandId, one.id, { score_after: score, updated_at: deps.now() });
  }
}

const wordsOf = (proposal: Proposal) => ({
  title: proposal.title,
  description: proposal.description,
  priority: proposal.priority,
  impact_estimate: proposal.impactEstimate,
  evidence: proposal.evidence,
});

const newRecommendation = (
  deps: Pick<Deps, "now" | "newId">,
  scanId: string,
  proposal: Proposal,
): RecommendationRecord => ({
  id: deps.newId(),
  identity: proposal.identity,
  topic_id: proposal.topicId,
  scan_id: scanId,
  funnel_stage: proposal.stage,
  type: proposal.type,
  ...wordsOf(proposal),
  status: "pending",
  applied_at: null,
  score_before: null,
  score_after: null,
  dismissed_reason: null,
  created_at: deps.now(),
  updated_at: deps.now(),
});
