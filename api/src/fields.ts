import { z } from "zod";
import { ENGINE_IDS, FUNNEL_STAGES } from "./vocabulary.ts";

/** Building blocks that several resources share. */

export const timestamp = z.iso.datetime({ precision: 3 }).describe("ISO 8601, UTC, with milliseconds.");
export const score = z.number().min(0).max(100);
export const fraction = z.number().min(0).max(1);

/** How sure a number is, beside it. */
export const interval = z.object({ low: score, high: score, level: fraction });
export const rateInterval = z.object({ low: fraction, high: fraction, level: fraction }).nullable();
export const certainty = {
  interval: interval
    .nullable()
    .describe("Extension: where the score would lie with other prompts of the same kind; null when not measured."),
  n: z.int().nullable().describe("Extension: answers behind the score."),
  n_effective: z.number().nullable().describe("Extension: how many independent answers would tell as much."),
  estimand: z.string().describe("Extension: what the interval is about."),
};

// PostgreSQL stores neither NUL nor half of a surrogate pair: refuse them by name rather than fail later.
const storable = (value: string): boolean => !value.includes("\u0000") && value.isWellFormed();

export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(storable, { error: "must not contain NUL characters or unpaired surrogates" })
    .refine((value) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(value), { error: "must contain something that can be seen" });

export const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an absolute http or https URL" })
  .max(2048)
  .refine(storable, { error: "must not contain NUL characters or unpaired surrogates" });

export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u, {
    error: "must be a domain name such as example.com, without https:// or a path",
  });

export const aliases = z.array(text(120)).max(50);

export const page = z.int().min(1).default(1).describe("Page number, from 1. A page past the end is empty.");
export const pageSize = z.int().min(1).max(100).default(50).describe("Items per page.");

export const Pagination = z
  .object({
    page: z.int().describe("Current page, from 1."),
    limit: z.int().describe("Items per page."),
    total: z.int().describe("Number of matching records."),
    total_pages: z.int().describe("Number of pages."),
  })
  .meta({ id: "Pagination" });

const time = z.iso.datetime({ offset: true });

/** Which answers of which scans count. */
export const answerFilters = {
  topic_id: z.guid().optional().describe("Only answers about one topic."),
  stage: z.enum(FUNNEL_STAGES).optional(),
  engine: z.enum(ENGINE_IDS).optional(),
  days: z.int().min(1).max(366).optional().describe("Scans completed in so many days until now; 90 by default."),
  since: time.optional().describe("Scans completed at this time or later; without it, 90 days before until."),
  until: time.optional().describe("Scans completed at this time or earlier, at most 366 days after since."),
  scan_id: z.guid().optional().describe("One scan only."),
};
