import { z } from "zod";
import { fraction, timestamp } from "../fields.ts";
import { CHANGE_REASONS, CHANGE_SCOPES, CHANGE_VERDICTS } from "../vocabulary.ts";

export const Change = z
  .object({
    id: z.uuid(),
    scan_id: z.uuid(),
    compared_with: z.uuid().nullable().describe("The completed scan before it; null once that is deleted."),
    scanned_at: timestamp,
    scope: z.enum(CHANGE_SCOPES),
    topic_id: z.uuid().nullable(),
    topic_name: z.string().nullable(),
    engine: z.string().nullable(),
    verdict: z
      .enum(CHANGE_VERDICTS)
      .describe("up and down: unlikely to be chance, with the number of comparisons taken into account."),
    reason: z.enum(CHANGE_REASONS).nullable().describe("Why it is not comparable."),
    difference: z.number().nullable().describe("In points, over the prompts that both scans asked in the same words."),
    interval: z
      .object({ low: z.number(), high: z.number(), level: fraction })
      .nullable()
      .describe("Of the difference."),
    p_value: fraction.nullable().describe("How often chance alone would move the score as far."),
    prompts: z.int().describe("Prompts that the comparison rests on."),
    prompts_left_out: z.int().describe("Prompts that are new or were reworded since."),
    new_models: z
      .array(z.object({ engine: z.string(), before: z.string(), after: z.string() }))
      .describe("Engines that answered with another model, and so are left out."),
    summary: z.string().describe("All of it in words."),
  })
  .meta({ id: "Change" });
export type Change = z.output<typeof Change>;
