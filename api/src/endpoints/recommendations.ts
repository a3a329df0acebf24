import { z } from "zod";
import { get, patch } from "../endpoint.ts";
import { Pagination, page, pageSize } from "../fields.ts";
import { Recommendation, RecommendationChange } from "../resources/recommendation.ts";
import { FUNNEL_STAGES, RECOMMENDATION_STATUSES } from "../vocabulary.ts";

const tag = "Recommendations";

export const recommendations = {
  listRecommendations: get("/recommendations", {
    tag,
    scope: "read",
    summary: "List recommendations, open and urgent ones first",
    query: z.object({
      page,
      limit: pageSize,
      status: z.enum([...RECOMMENDATION_STATUSES, "all"]).default("all"),
      stage: z.enum(FUNNEL_STAGES).optional(),
      topic_id: z.guid().optional().describe("Only those about one topic."),
    }),
    status: 200,
    reply: z.object({ data: z.array(Recommendation), pagination: Pagination }),
  }),
  changeRecommendation: patch("/recommendations/{id}", {
    tag,
    extension: true,
    scope: "write",
    idOf: "recommendation",
    summary: "Complete, dismiss or reopen a recommendation",
    body: { schema: RecommendationChange, required: true },
    status: 200,
    reply: z.object({ data: Recommendation }),
  }),
};
