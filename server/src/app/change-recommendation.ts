import type { RecommendationStatus } from "@answerscope/api";
import type { Deps } from "./ports.ts";
import { found } from "./problem.ts";
import type { RecommendationRecord, Stores } from "./stores.ts";

/** The score that a recommendation is about: its topic's, at its stage where it has one. */
export async function currentScore(
  stores: Stores,
  brandId: string,
  { topic_id, funnel_stage }: Pick<RecommendationRecord, "topic_id" | "funnel_stage">,
): Promise<number | null> {
  if (topic_id === null) return (await stores.analytics.brandScores(brandId)).at(-1)?.score ?? null;
  const topic = await stores.topics.get(brandId, topic_id);
  return topic?.[`visibility_score_${funnel_stage ?? "overall"}`] ?? null;
}

/** Completing notes when and at what score; reopening or dismissing forgets that again. The same status changes nothing. */
export async function changeRecommendation(
  deps: Pick<Deps, "write" | "now">,
  brandId: string,
  id: string,
  input: { status: RecommendationStatus; reason?: string | undefined },
): Promise<RecommendationRecord> {
  return deps.write(brandId, async (stores) => {
    const before = found(await stores.recommendations.get(brandId, id), "recommendation");
    const reason = input.status === "dismissed" ? (input.reason ?? null) : null;
    if (before.status === input.status && before.dismissed_reason === reason) return before;
    const applied = input.status === "completed";
    await stores.recommendations.change(brandId, id, {
      status: input.status,
      dismissed_reason: reason,
      applied_at: applied ? deps.now() : null,
      score_before: applied ? await currentScore(stores, brandId, before) : null,
      score_after: null,
      updated_at: deps.now(),
    });
    return found(await stores.recommendations.get(brandId, id), "recommendation");
  });
}
