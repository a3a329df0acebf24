import { z } from "zod";
import { get } from "../endpoint.ts";
import { answerFilters, Pagination, page } from "../fields.ts";
import { Source } from "../resources/source.ts";

export const sources = {
  listSources: get("/sources", {
    tag: "Analytics",
    extension: true,
    scope: "read",
    summary: "List the domains that answers cite, the most cited first",
    description:
      "Choose the scans by days, by since and until, or by scan_id; the last 90 days when nothing is given. Of each scan the 1,000 most cited domains are kept, with engines and the first 30 competitors and pages of 100 of them; where one topic is asked for, the first 10, of 20.",
    query: z.object({
      page,
      limit: z.int().min(1).max(100).default(20).describe("Items per page."),
      ...answerFilters,
    }),
    status: 200,
    reply: z.object({ data: z.array(Source), pagination: Pagination }),
    problems: ["not_found"],
  }),
};
