import { changeRecommendation } from "../../app/change-recommendation.ts";
import type { Handlers } from "../bind.ts";
import { paged, showRecommendation } from "../present.ts";

export const recommendationHandlers: Pick<Handlers, "listRecommendations" | "changeRecommendation"> = {
  listRecommendations: async ({ stores }, { brandId }, { query: { page, limit, status, stage, topic_id } }) => {
    const filter = { status, ...(stage ? { stage } : {}), ...(topic_id ? { topicId: topic_id } : {}) };
    const found = await stores.recommendations.list(brandId, filter, { limit, offset: (page - 1) * limit });
    return paged(found, page, limit, showRecommendation);
  },

  changeRecommendation: async (deps, { brandId }, { id, body }) => {
    const { identity: _, ...changed } = await changeRecommendation(deps, brandId, id, body);
    return { data: showRecommendation(changed) };
  },
};
