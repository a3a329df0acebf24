import { z } from "zod";
import { get, patch, post, remove } from "../endpoint.ts";
import { Pagination, page, pageSize } from "../fields.ts";
import { Prompt, PromptChange, PromptCreate } from "../resources/prompt.ts";
import { FUNNEL_STAGES } from "../vocabulary.ts";

const tag = "Prompts";

export const prompts = {
  listPrompts: get("/prompts", {
    tag,
    extension: true,
    scope: "read",
    summary: "List the prompts that scans ask",
    query: z.object({
      page,
      limit: pageSize,
      topic_id: z.guid().optional().describe("Only those of one topic."),
      stage: z.enum(FUNNEL_STAGES).optional(),
    }),
    status: 200,
    reply: z.object({ data: z.array(Prompt), pagination: Pagination }),
  }),
  createPrompt: post("/prompts", {
    tag,
    extension: true,
    scope: "write",
    summary: "Add a prompt to a topic's stage",
    body: { schema: PromptCreate, required: true },
    status: 201,
    reply: z.object({ data: Prompt }),
    problems: ["not_found"],
  }),
  changePrompt: patch("/prompts/{id}", {
    tag,
    extension: true,
    scope: "write",
    idOf: "prompt",
    summary: "Reword a prompt",
    description: "A new wording is a new version: later scans are compared on the prompts that stayed the same.",
    body: { schema: PromptChange, required: true },
    status: 200,
    reply: z.object({ data: Prompt }),
  }),
  deletePrompt: remove("/prompts/{id}", {
    tag,
    extension: true,
    scope: "write",
    idOf: "prompt",
    summary: "Delete a prompt",
    description: "Later scans no longer ask it; past rows keep its words.",
    status: 204,
  }),
};
