import { z } from "zod";
import { get } from "../endpoint.ts";
import { answerFilters } from "../fields.ts";
import { Competitors } from "../resources/competitor.ts";

export const competitors = {
  getCompetitors: get("/competitors", {
    tag: "Analytics",
    extension: true,
    scope: "read",
    summary: "Read the share of voice of the brand and of its competitors, as a whole and scan by scan",
    description: "Choose the scans by days, by since and until, or by scan_id; the last 90 days when nothing is given.",
    query: z.object({
      ...answerFilters,
      limit: z.int().min(1).max(100).default(10).describe("How many competitors, beside the brand."),
    }),
    status: 200,
    reply: z.object({ data: Competitors }),
    problems: ["not_found"],
  }),
};
