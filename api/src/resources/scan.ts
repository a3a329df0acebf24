import { z } from "zod";
import { certainty, fraction, score, timestamp } from "../fields.ts";
import {
  ENGINE_IDS,
  ESTIMATE_BASES,
  FUNNEL_STAGES,
  MENTION_KINDS,
  READERS,
  SAMPLING_ENDS,
  SCAN_STATUSES,
  SENTIMENTS,
  SURFACES,
} from "../vocabulary.ts";
import { Judge, ScoreWeights } from "./brand.ts";

const readBy = z
  .enum(READERS)
  .describe("Extension: judge where the brand's judge read the answer in the place of the local rules.");

const answers = z.int().min(0);
const ScanJudge = Judge.extend({
  sampled_answers: answers.describe("Those it was to read, of those that the engines were to give."),
  judged_answers: answers,
  failed_answers: answers.describe("Those of which it gave no verdict; the local reading stands."),
  cost_usd: z.number().describe("What it charged so far, as far as it is known; part of the scan's cost."),
}).meta({ id: "ScanJudge" });

export const ScanResultRow = z
  .object({
    id: z.uuid(),
    topic_id: z.uuid(),
    engine: z.string().describe("Engine identifier."),
    funnel_stage: z.enum(FUNNEL_STAGES),
    topic_mentioned: z.boolean(),
    mention_position: z.int().min(1).nullable().describe("Rank among the distinct brands that the answer offers."),
    sentiment: z.enum(SENTIMENTS).nullable(),
    score: score.nullable(),
    action_recommendation: z.boolean().nullable(),
    sources_cited: z.array(z.string()).nullable(),
    competitors_mentioned: z.array(z.string()).nullable(),
    created_at: timestamp,
    surface: z.enum(SURFACES).describe("Extension: how the answer was obtained. `simulated` is no real engine's word."),
    read_by: readBy,
  })
  .meta({ id: "ScanResultRow" });

const ScanSampling = z
  .object({
    target_half_width: z.number().describe("In points: what the brand asked for."),
    half_width: z
      .number()
      .nullable()
      .describe("What the answers so far allow to say of these very prompts, in points; null until the first rounds."),
    rounds: z.int().describe("How often each prompt was put to each engine."),
    stopped_because: z
      .enum(SAMPLING_ENDS)
      .nullable()
      .describe("Null while it runs, and where it ended otherwise: failed, cancelled, or with nobody left to ask."),
    calls_saved: z.int().nullable().describe("How far it stayed below its upper bound; null until it stops."),
  })
  .meta({ id: "ScanSampling" });

const ScanMetadata = z
  .looseObject({
    engines: z.array(z.string()),
    trigger: z.string().describe("What asked for the scan: api, schedule, dashboard or demo."),
    simulated: z.boolean().describe("True when any engine of the scan was simulated."),
    cancelled: z.boolean().describe("True when somebody stopped it; its status is then failed."),
    cost_usd: z.number().describe("What the engines charged so far, as far as it is known."),
    score_weights: ScoreWeights.describe("What the scores of its rows are made of."),
    score: score.nullable().describe("The brand's score in this scan; null until it completes."),
    ...certainty,
    judge: ScanJudge.nullable().describe("The second reader it began with, and how far that is; null without one."),
    sampling: ScanSampling.nullable().describe("Of a scan that asks until it knows enough; null for a fixed plan."),
    failures: z
      .array(z.object({ engine: z.string(), reason: z.string(), queries: z.int() }))
      .describe("Why queries failed; written when the scan ends."),
  })
  .meta({ id: "ScanMetadata" });

export const Scan = z
  .object({
    id: z.uuid(),
    status: z.enum(SCAN_STATUSES),
    total_queries: z
      .int()
      .nullable()
      .describe("Of a scan that asks until it knows enough: the most it can be, until it has stopped."),
    completed_queries: z.int().nullable(),
    failed_queries: z.int().nullable(),
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    created_at: timestamp,
    metadata: ScanMetadata.nullable(),
  })
  .meta({ id: "Scan" });

export const ScanDetail = Scan.extend({
  error: z.string().nullable().describe("Why the scan failed."),
  results: z.array(ScanResultRow).describe("Present while the scan is running or completed."),
}).meta({ id: "ScanDetail" });

const ENGINE_LIST = `takes a list of one or more engine identifiers. Known engines: ${ENGINE_IDS.join(", ")}`;

export const ScanTrigger = z
  .strictObject({
    engines: z
      .array(z.string({ error: ENGINE_LIST }), { error: ENGINE_LIST })
      .min(1, { error: ENGINE_LIST })
      .max(50, { error: ENGINE_LIST })
      .optional()
      .describe(`Engine identifiers out of ${ENGINE_IDS.join(", ")}. Omitted: the brand's configured engines.`),
  })
  .meta({ id: "ScanTrigger" });

export const ScanQueued = z
  .object({ id: z.uuid(), status: z.enum(SCAN_STATUSES), created_at: timestamp })
  .meta({ id: "ScanQueued" });

const Span = z.object({ from: z.int(), to: z.int() }).describe("Offsets into `answer`, end exclusive.");

const ReadingEvidence = z
  .looseObject({
    mentions: z.array(Span),
    mention_kind: z.enum(MENTION_KINDS).nullish().describe("How the answer names the topic."),
    position: Span.nullish().describe("The label or name that gave the rank."),
    absence: z.array(Span).optional().describe("Where the answer says that it knows nothing of the topic."),
    sentiment_confidence: z.enum(["high", "low"]).nullish(),
    praise: z.array(Span).optional(),
    criticism: z.array(Span).optional(),
    recommendation: Span.nullish(),
    competitors: z
      .array(z.object({ name: z.string(), span: Span, known: z.boolean().describe("Named by the brand itself.") }))
      .optional(),
  })
  .describe("The words that decided.");
const read = z.object({
  topic_mentioned: z.boolean(),
  mention_position: z.int().min(1).nullable(),
  sentiment: z.enum(SENTIMENTS).nullable(),
  action_recommendation: z.boolean().nullable(),
});
const SecondReading = z
  .object({
    model: z.string().nullable(),
    judged: read.nullable().describe("Null where the judge failed."),
    local: read.nullable().describe("What the local rules read in the same answer."),
    failure: z.string().nullable(),
    cost_usd: z.number().nullable(),
  })
  .meta({ id: "SecondReading" });

const Agreement = z
  .object({
    n: z.int().describe("Answers that both read; of the last three fields, those that both call a mention."),
    agreement: fraction.nullable().describe("Share of which both say the same; null without any."),
    kappa: z.number().min(-1).max(1).nullable().describe("Cohen's; null where both always say one and the same thing."),
  })
  .meta({ id: "Agreement" });

export const ScanAgreement = z
  .object({
    scan_id: z.uuid(),
    judge: ScanJudge.nullable().describe("Null: the scan had none."),
    fields: z.object({
      topic_mentioned: Agreement,
      mention_position: Agreement,
      sentiment: Agreement,
      action_recommendation: Agreement,
    }),
    failures: z.array(z.object({ reason: z.string(), answers })).describe("Why the judge gave no verdict."),
  })
  .meta({ id: "ScanAgreement" });

export const ScanAnswer = z
  .object({
    id: z.uuid().describe("The id of its result row."),
    topic_id: z.uuid(),
    engine: z.string(),
    funnel_stage: z.enum(FUNNEL_STAGES),
    prompt: z.string(),
    prompt_version: z.int(),
    answer: z.string().describe("The engine's words, as markdown."),
    cited: z.array(z.string()).describe("Sources that the answer points to."),
    retrieved: z.array(z.string()).describe("Sources that the engine looked at."),
    searched: z.boolean(),
    search_queries: z.array(z.string()),
    model: z.string(),
    surface: z.enum(SURFACES),
    tokens_in: z.int().nullable(),
    tokens_out: z.int().nullable(),
    cost_usd: z.number().nullable(),
    latency_ms: z.int(),
    topic_mentioned: z.boolean(),
    mention_position: z.int().min(1).nullable(),
    sentiment: z.enum(SENTIMENTS).nullable(),
    action_recommendation: z.boolean().nullable(),
    read_by: readBy,
    second_reading: SecondReading.nullable().describe("Null where the answer was not sampled, or not judged yet."),
    own_domain_cited: z.boolean().nullable().describe("Null: the engine gave no citations at all."),
    score: score.nullable(),
    score_parts: z.record(z.string(), z.unknown()).describe("What the score is made of, in points before warmth."),
    score_weights: ScoreWeights.describe("The weights that it was scored by."),
    rule_version: z.string(),
    evidence: ReadingEvidence,
    answered_at: timestamp,
  })
  .meta({ id: "ScanAnswer" });

const perMinute = z.number().describe("Over the last minute, or since the start.");
const secondsLeft = z
  .int()
  .nullable()
  .describe("At that rate, if all is asked that may be; null while there is none to go by.");
const counts = { total_queries: z.int(), completed_queries: z.int(), failed_queries: z.int() };

export const ScanProgress = z
  .object({
    scan_id: z.uuid(),
    status: z.enum(SCAN_STATUSES).describe("completed and failed come last: close the stream then."),
    ...counts,
    cost_usd: z.number(),
    queries_per_minute: perMinute,
    seconds_left: secondsLeft,
    engines: z.array(
      z.object({ engine: z.string(), ...counts, queries_per_minute: perMinute, seconds_left: secondsLeft }),
    ),
  })
  .meta({ id: "ScanProgress" });

export const ScanEstimate = z
  .object({
    total_queries: z.int().describe("With a target_half_width: at most. Costs and seconds are those of so many."),
    likely_queries: z
      .int()
      .nullable()
      .describe("With a target_half_width: how many it takes if answers vary as in the last scan. Null: not known."),
    topics: z.int(),
    cost_usd: z.number().describe("The sum of what is known; see each engine's basis."),
    seconds: z.int().describe("Until the slowest engine is through."),
    engines: z.array(
      z.object({
        engine: z.string(),
        queries: z.int(),
        surface: z.enum(SURFACES),
        model: z.string().nullable(),
        usd_per_query: z.number().nullable(),
        cost_usd: z.number().nullable().describe("Null where no price is known."),
        seconds: z.int(),
        basis: z
          .enum(ESTIMATE_BASES)
          .describe("history: this brand's last scans; price_table: list price of a typical answer; simulated: free."),
      }),
    ),
    budget: z
      .object({ limit_usd: z.number().nullable(), spent_usd: z.number(), left_usd: z.number().nullable() })
      .describe("This calendar month, UTC."),
    within_budget: z.boolean().describe("False: the scan would stop half-way, when the budget is spent."),
    refusal: z
      .object({ code: z.string(), error: z.string() })
      .nullable()
      .describe("What POST /scans would answer now instead of starting it."),
  })
  .meta({ id: "ScanEstimate" });

/** A line of a cassette: first the scan with its topics, then every query with what came back. */
export const CassetteLine = z.looseObject({ kind: z.enum(["scan", "query"]) }).meta({ id: "CassetteLine" });

export const ScanListItemB = z
  .object({
    id: z.uuid(),
    status: z.enum(SCAN_STATUSES),
    engines: z.array(z.string()),
    topics_scanned: z.int(),
    avg_score: score.nullable().describe("The brand's score in this scan; null until it completes."),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
    simulated: z.boolean().describe("Extension: true when any engine of the scan was simulated."),
    interval: certainty.interval,
  })
  .meta({ id: "ScanListItemFormB" });

const ScanResultRowB = z
  .object({
    topic_id: z.uuid(),
    topic_name: z.string(),
    engine: z.string(),
    query: z.string(),
    mentioned: z.boolean(),
    position: z.int().min(1).nullable(),
    sentiment: z.enum(SENTIMENTS).nullable(),
    recommended: z.boolean().describe("False also when the topic was not mentioned."),
    score: score.nullable(),
    surface: z.enum(SURFACES).describe("Extension: how the answer was obtained."),
  })
  .meta({ id: "ScanResultRowFormB" });

export const ScanDetailB = z
  .object({
    scan: z.object({
      id: z.uuid(),
      status: z.enum(SCAN_STATUSES),
      engines: z.array(z.string()),
      created_at: timestamp,
    }),
    results: z.array(ScanResultRowB),
  })
  .meta({ id: "ScanDetailFormB" });

export const ScanQueuedB = z
  .object({ scan_id: z.uuid(), status: z.enum(SCAN_STATUSES) })
  .meta({ id: "ScanQueuedFormB" });
export type ScanProgress = z.output<typeof ScanProgress>;
export type ScanEstimate = z.output<typeof ScanEstimate>;
export type ScanAgreement = z.output<typeof ScanAgreement>;
export type Scan = z.output<typeof Scan>;
export type ScanAnswer = z.output<typeof ScanAnswer>;
export type ScanDetail = z.output<typeof ScanDetail>;
export type ScanResultRow = z.output<typeof ScanResultRow>;
