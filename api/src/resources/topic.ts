import { z } from "zod";
import { aliases, certainty, fraction, httpUrl, score, text, timestamp } from "../fields.ts";
import { TOPIC_STATUSES } from "../vocabulary.ts";
import { ScanResultRow } from "./scan.ts";

const latest = score.nullable();

export const TopicSummary = z
  .object({
    id: z.uuid(),
    name: z.string(),
    brand: z.string().nullable(),
    category: z.string().nullable(),
    price: z.number().nullable(),
    currency: z.string().nullable(),
    url: z.url().nullable(),
    status: z.enum(TOPIC_STATUSES),
    visibility_score_overall: latest.describe("Mean of the measured stages in the latest completed scan."),
    visibility_score_awareness: latest,
    visibility_score_evaluation: latest,
    visibility_score_conversion: latest,
    last_scanned_at: timestamp.nullable(),
    created_at: timestamp,
    ...certainty,
  })
  .meta({ id: "TopicSummary" });

export const TopicDetail = TopicSummary.extend({
  description: z.string().nullable(),
  image_url: z.url().nullable(),
  updated_at: timestamp,
  latest_scan_results: z.array(ScanResultRow),
  aliases: z.array(z.string()).describe("Extension: other names that count as this topic."),
  weight: z.number().describe("Extension: the topic's weight in the brand's score."),
}).meta({ id: "TopicDetail" });

const HistoryDataPoint = z
  .object({
    scan_id: z.uuid(),
    scanned_at: timestamp,
    overall_score: latest,
    stage_scores: z.record(z.string(), score).describe("Average score per funnel stage; only measured stages appear."),
    total_queries: z.int().describe("Queries about the topic that were answered."),
    mention_rate: fraction.describe("Fraction of those queries in which the topic was mentioned."),
    ...certainty,
  })
  .meta({ id: "HistoryDataPoint" });

export const TopicHistory = z
  .object({
    topic_id: z.uuid(),
    topic_name: z.string(),
    days: z.int().describe("Look-back window used."),
    data_points: z.array(HistoryDataPoint).describe("One per completed scan, oldest first."),
  })
  .meta({ id: "TopicHistory" });

const editable = {
  brand: text(200).nullable().describe("The brand that makes it, where it is not the account's brand itself."),
  category: text(200)
    .nullable()
    .describe("What kind of thing it is, in a buyer's words: the subject of awareness prompts."),
  description: text(5000).nullable(),
  price: z.number().min(0).max(1e12).nullable(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: "must be a three-letter ISO 4217 code such as USD" })
    .nullable(),
  url: httpUrl.nullable(),
  image_url: httpUrl.nullable(),
  status: z.enum(TOPIC_STATUSES),
  aliases,
  weight: z.number().min(0.01).max(100),
};

export const TopicCreate = z
  .strictObject({ name: text(200), ...z.object(editable).partial().shape })
  .meta({ id: "TopicCreate" });
export const TopicChange = z
  .strictObject({ name: text(200), ...editable })
  .partial()
  .meta({ id: "TopicChange" });
export type TopicSummary = z.output<typeof TopicSummary>;
export type TopicDetail = z.output<typeof TopicDetail>;
export type TopicHistory = z.output<typeof TopicHistory>;
export type TopicCreate = z.output<typeof TopicCreate>;
export type TopicChange = z.output<typeof TopicChange>;
