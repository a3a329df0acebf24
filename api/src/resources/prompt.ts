import { z } from "zod";
import { text, timestamp } from "../fields.ts";
import { FUNNEL_STAGES } from "../vocabulary.ts";

export const Prompt = z
  .object({
    id: z.uuid(),
    topic_id: z.uuid(),
    funnel_stage: z.enum(FUNNEL_STAGES),
    text: z.string(),
    version: z
      .int()
      .min(1)
      .describe("Rises with each change of the text: scans on different versions are not comparable."),
    origin: z.enum(["own", "template"]),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Prompt" });

export const PromptCreate = z
  .strictObject({ topic_id: z.guid().toLowerCase(), funnel_stage: z.enum(FUNNEL_STAGES), text: text(2000) })
  .meta({ id: "PromptCreate" });

export const PromptChange = z.strictObject({ text: text(2000) }).meta({ id: "PromptChange" });
export type Prompt = z.output<typeof Prompt>;
