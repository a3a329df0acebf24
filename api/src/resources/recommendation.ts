import { z } from "zod";
import { score, text, timestamp } from "../fields.ts";
import { FUNNEL_STAGES, PRIORITIES, RECOMMENDATION_STATUSES } from "../vocabulary.ts";

export const Recommendation = z
  .object({
    id: z.uuid(),
    topic_id: z.uuid().nullable(),
    scan_id: z.uuid().nullable(),
    funnel_stage: z.enum(FUNNEL_STAGES).nullable(),
    type: z.string().describe("Recommendation category."),
    title: z.string(),
    description: z.string(),
    priority: z.enum(PRIORITIES).nullable(),
    status: z.enum(RECOMMENDATION_STATUSES),
    impact_estimate: z.string().nullable().describe("Estimated impact if applied, said as a range."),
    evidence: z.record(z.string(), z.unknown()).nullable().describe("The numbers, quotes and sources behind it."),
    applied_at: timestamp.nullable(),
    score_before: score.nullable(),
    score_after: score.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    dismissed_reason: z.string().nullable().describe("Extension: why it was dismissed."),
  })
  .meta({ id: "Recommendation" });

export const RecommendationChange = z
  .strictObject({
    status: z.enum(RECOMMENDATION_STATUSES),
    reason: text(1000).optional().describe("Why it is dismissed; kept for a dismissal only."),
  })
  .meta({ id: "RecommendationChange" });
export type Recommendation = z.output<typeof Recommendation>;
