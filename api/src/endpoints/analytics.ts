import { z } from "zod";
import { get } from "../endpoint.ts";
import { EnginesAnalytics, TrendsAnalytics } from "../resources/analytics.ts";
import { ANALYTICS_TYPES } from "../vocabulary.ts";

const content = z.union([TrendsAnalytics, EnginesAnalytics]);

export const analytics = {
  getAnalytics: get("/analytics", {
    tag: "Analytics",
    scope: "read",
    summary: "Read trend predictions or a comparison of the engines",
    query: z.object({
      type: z.enum(ANALYTICS_TYPES),
      scan_id: z
        .string()
        .optional()
        .meta({ format: "uuid" })
        .describe("Limits the comparison of engines to one scan. Ignored with type=trends."),
    }),
    status: 200,
    reply: z.object({ data: content }),
    formB: { reply: content },
    problems: ["not_found"],
  }),
};
