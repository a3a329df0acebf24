import { z } from "zod";
import { aliases, domainName, httpUrl, text, timestamp } from "../fields.ts";
import { ENGINE_IDS, JUDGE_MODES, SURFACES } from "../vocabulary.ts";

const Competitor = z
  .strictObject({ name: text(200), aliases: aliases.default([]), domain: domainName.nullable().default(null) })
  .meta({ id: "Competitor" });

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

const Schedule = z
  .strictObject({
    cron: z
      .string()
      .trim()
      .regex(/^\S+( \S+){4}$/, { error: "must have five fields separated by single spaces, such as 0 6 * * 1,4" })
      .max(100),
    time_zone: z
      .string()
      .max(64)
      .refine(isTimeZone, { error: "must be an IANA time zone such as Europe/Berlin" })
      .default("UTC"),
  })
  .meta({ id: "Schedule" });

export const Sampling = z
  .strictObject({
    samples_per_prompt: z
      .int()
      .min(1)
      .max(20)
      .describe(
        "How often each engine is asked each prompt in one scan; with a target, at least so often in the first.",
      ),
    target_half_width: z
      .number()
      .min(0.5)
      .max(50)
      .nullable()
      .default(null)
      .describe(
        "How precisely the brand's score about its prompts is to be known: 5 for ±5 points. A scan then asks every prompt " +
          "three times, and all once more until it is. Null: samples_per_prompt, no more and no less.",
      ),
    max_samples_per_prompt: z
      .int()
      .min(3)
      .max(100)
      .default(10)
      .describe("With a target: how often each engine is asked each prompt at most."),
  })
  .refine((sampling) => sampling.target_half_width === null || !isAboveMost(sampling), {
    path: ["max_samples_per_prompt"],
    error: "with a target_half_width, must be at least samples_per_prompt",
  })
  .meta({ id: "Sampling" });

const isAboveMost = (sampling: { samples_per_prompt: number; max_samples_per_prompt: number }): boolean =>
  sampling.samples_per_prompt > sampling.max_samples_per_prompt;

const share = z.number().min(0).max(1);

/** What else than 1 three parts sum to is no rounding. */
const SUM_TOLERANCE = 1e-6;

export const ScoreWeights = z
  .strictObject({
    prominence: share.describe("Part of the score that being named first earns."),
    recommendation: share.describe("Part that being recommended earns."),
    own_source: z
      .number()
      .min(0)
      .max(0.9)
      .describe("Part that a citation of the own domain earns; where an engine cites nothing, the other two are all."),
    neutral: share.describe("What a neutral answer counts beside a positive one."),
    negative: share.describe("What a negative answer counts beside a positive one."),
  })
  .refine((weights) => Math.abs(sumOfParts(weights) - 1) <= SUM_TOLERANCE, {
    error: ({ input }) =>
      `prominence, recommendation and own_source must sum to 1; they sum to ${Number(sumOfParts(input as Parts).toFixed(6))}`,
  })
  .meta({ id: "ScoreWeights" });
export type ScoreWeights = z.output<typeof ScoreWeights>;

export const Judge = z
  .strictObject({
    engine: z
      .enum(ENGINE_IDS)
      .describe("An engine that is available and can give structured output: see GET /engines."),
    share: share.describe("Which part of a scan's answers it reads."),
    mode: z
      .enum(JUDGE_MODES)
      .describe(
        "compare: its reading stands beside the local one. replace: it is what the row shows and is scored by.",
      ),
  })
  .meta({ id: "Judge" });

type Parts = { prominence: number; recommendation: number; own_source: number };
const sumOfParts = ({ prominence, recommendation, own_source }: Parts): number =>
  prominence + recommendation + own_source;

const editable = {
  name: text(200),
  domain: domainName.nullable(),
  aliases,
  competitors: z.array(Competitor).max(100),
  engines: z
    .array(z.enum(ENGINE_IDS))
    .min(1)
    .max(ENGINE_IDS.length)
    .nullable()
    .describe("Engines that a scan asks when none are named; null for all that are available."),
  schedule: Schedule.nullable(),
  sampling: Sampling,
  monthly_budget_usd: z
    .number()
    .min(0)
    .max(1_000_000)
    .nullable()
    .describe(
      "What engines may charge in a calendar month (UTC); a scan stops asking when it is spent. Null: no limit.",
    ),
  score_weights: ScoreWeights.nullable().describe(
    "What the score is made of, from the next scan on; null for the server's own. POST /rescores applies it to the past.",
  ),
  judge: Judge.nullable().describe(
    "A second reader of answers, from the next scan on; its calls cost money. Null, the default: none.",
  ),
  country: z.string().regex(/^[a-z]{2}$/, { error: "must be a lower-case ISO 3166 code such as us" }),
  language: z.string().regex(/^[a-z]{2}$/, { error: "must be a lower-case ISO 639 code such as en" }),
};

export const Brand = z
  .object({
    id: z.uuid(),
    ...editable,
    demo: z.boolean().describe("The demo brand's engines are simulated where no key is configured."),
    next_scan_at: timestamp.nullable().describe("When the schedule starts the next scan."),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Brand" });

const { name, domain, country, language } = editable;
export const BrandCreate = z
  .strictObject({
    name,
    domain: domain.default(null),
    country: country.default("us"),
    language: language.default("en"),
  })
  .meta({ id: "BrandCreate" });

export const BrandDelete = z
  .strictObject({ name: z.string().max(200).describe("The brand's name, so that no other is deleted by mistake.") })
  .meta({ id: "BrandDelete" });

export const BrandChange = z.strictObject(editable).partial().meta({ id: "BrandChange" });

export const Engine = z
  .object({
    id: z.enum(ENGINE_IDS),
    label: z.string(),
    available: z.boolean().describe("Whether a scan of this brand can ask it now."),
    reason: z.string().nullable().describe("Why it is not available, or why it is simulated."),
    surface: z.enum(SURFACES).nullable(),
    model: z.string().nullable(),
    structured_output: z.boolean().describe("Whether it can be a brand's judge."),
    own_key: z.boolean().describe("Whether the brand has a key of its own for it."),
  })
  .meta({ id: "Engine" });

export const EngineChange = z
  .strictObject({
    api_key: text(500).nullable().describe("The engine's key; null takes the brand's own key away."),
    base_url: httpUrl.nullable().default(null).describe("Where to ask; null for the engine's own address."),
    model: text(200).nullable().default(null).describe("Which model to ask; null for the default."),
  })
  .meta({ id: "EngineChange" });
export type Judge = z.output<typeof Judge>;
export type Brand = z.output<typeof Brand>;
export type BrandCreate = z.output<typeof BrandCreate>;
export type BrandChange = z.output<typeof BrandChange>;
export type Engine = z.output<typeof Engine>;
export type EngineChange = z.output<typeof EngineChange>;
