import { z } from "zod";
import { get } from "../endpoint.ts";
import { Pagination, page, pageSize } from "../fields.ts";
import { Change } from "../resources/change.ts";
import { CHANGE_SCOPES, CHANGE_VERDICTS, ENGINE_IDS } from "../vocabulary.ts";

export const changes = {
  listChanges: get("/changes", {
    tag: "Analytics",
    extension: true,
    scope: "read",
    summary: "List what each scan changed against the one before, newest first, noise called noise",
    query: z.object({
      page,
      limit: pageSize,
      scan_id: z.guid().optional().describe("Only those of one scan."),
      scope: z.enum(CHANGE_SCOPES).optional(),
      topic_id: z.guid().optional(),
      engine: z.enum(ENGINE_IDS).optional(),
      verdict: z.enum(CHANGE_VERDICTS).optional(),
    }),
    status: 200,
    reply: z.object({ data: z.array(Change), pagination: Pagination }),
  }),
};
