import { z } from "zod";
import { score, timestamp } from "../fields.ts";
import { REREAD_FIELDS, RESCORE_STATUSES } from "../vocabulary.ts";

const count = z.int().min(0);

const Changes = z
  .object({
    answers: count.describe("Answers of which anything below is different."),
    ...(Object.fromEntries(REREAD_FIELDS.map((field) => [field, count])) as Record<
      (typeof REREAD_FIELDS)[number],
      typeof count
    >),
  })
  .meta({ id: "RescoreChanges" });

export const Rescore = z
  .object({
    id: z.uuid(),
    status: z.enum(RESCORE_STATUSES),
    dry_run: z.boolean().describe("True: nothing is changed, only counted and shown."),
    cancelled: z.boolean().describe("True when somebody stopped it; its status is then failed."),
    error: z.string().nullable().describe("Why it failed."),
    total_answers: count,
    done_answers: count,
    changed: Changes.describe("How many answers read differently, in all and by field."),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
  })
  .meta({ id: "Rescore" });

const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

const Change = z
  .object({
    scan_id: z.uuid(),
    result_id: z.uuid(),
    topic_id: z.uuid(),
    topic_name: z.string(),
    engine: z.string(),
    field: z.enum(REREAD_FIELDS),
    before: Value,
    after: Value,
  })
  .meta({ id: "RescoreChange" });

export const RescoreDetail = Rescore.extend({
  sample: z.array(Change).describe("Some of the changes, the newest scan's first."),
  scans: z
    .array(
      z.object({
        scan_id: z.uuid(),
        total_answers: count,
        done_answers: count,
        changed_answers: count,
        score_before: score.nullable().describe("The brand's score in the scan; null where the scan failed."),
        score_after: score.nullable().describe("Null until the scan has been read through."),
      }),
    )
    .describe("In the order they are read: the newest first."),
}).meta({ id: "RescoreDetail" });

export const RescoreRequest = z
  .strictObject({
    scan_ids: z
      .array(z.guid())
      .min(1)
      .max(1000)
      .optional()
      .describe("Only these scans, which must have ended. Omitted: every scan that has ended."),
    since: z.iso
      .datetime({ offset: true })
      .refine((value) => Date.parse(value) >= 0, { error: "takes a time from 1970 on" })
      .optional()
      .describe("Only scans that were made at or after this time."),
    dry_run: z.boolean().optional().describe("Show what would change, and change nothing."),
  })
  .refine(({ scan_ids, since }) => scan_ids === undefined || since === undefined, {
    error: "takes scan_ids or since, not both",
  })
  .meta({ id: "RescoreRequest" });
export type Rescore = z.output<typeof Rescore>;
export type RescoreDetail = z.output<typeof RescoreDetail>;
export type RescoreChange = z.output<typeof Change>;
export type RescoreRequest = z.output<typeof RescoreRequest>;
