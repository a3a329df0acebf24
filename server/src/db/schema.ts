import type {
  Brand,
  EngineId,
  FunnelStage,
  Judge,
  Reader,
  RescoreStatus,
  ResponseForm,
  Role,
  Scope,
  Sentiment,
  Surface,
  TopicStatus,
} from "@answerscope/api";
import type { ColumnType, JSONColumnType } from "kysely";
import type {
  EngineTotals,
  FindingRecord,
  HistoryPoint,
  InvitationRecord,
  RecommendationRecord,
  RescoredScan,
  ScanRecord,
  SealedEngineKey,
} from "../app/stores.ts";
import type { JudgedReading } from "../domain/judged-reading.ts";
import type { ScoreWeights } from "../domain/score.ts";

/** Columns carry the names of the interface's fields where both mean the same thing. */

type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** Sent as JSON text, since the drivers disagree on what to do with an array. */
type Json<T extends object | null> = JSONColumnType<T, string | null, string | null>;

export type Competitor = { name: string; aliases: string[]; domain: string | null };

export type Schema = {
  plans: {
    id: string;
    scans_per_month: number | null;
    topics: number | null;
    engines: number | null;
    queries_per_scan: number | null;
  };
  accounts: { id: string; name: string; plan_id: Defaulted<string>; created_at: string };
  brands: {
    id: string;
    account_id: string;
    name: string;
    domain: string | null;
    aliases: string[];
    competitors: Json<Competitor[]>;
    engines: EngineId[] | null;
    country: string;
    language: string;
    schedule: Json<{ cron: string; time_zone: string } | null>;
    sampling: Json<Brand["sampling"]>;
    demo: boolean;
    next_scan_at: string | null;
    monthly_budget_usd: number | null;
    score_weights: Json<ScoreWeights | null>;
    judge: Json<Judge | null>;
    data_version: Defaulted<number>;
    created_at: string;
    updated_at: string;
  };
  api_keys: {
    brand_id: string;
    id: string;
    name: string;
    prefix: string;
    hash: string;
    scopes: Scope[];
    response_form: ResponseForm;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    created_at: string;
  };
  topics: {
    brand_id: string;
    id: string;
    name: string;
    brand: string | null;
    category: string | null;
    description: string | null;
    price: number | null;
    currency: string | null;
    url: string | null;
    image_url: string | null;
    status: TopicStatus;
    aliases: string[];
    weight: number;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
  };
  prompts: {
    brand_id: string;
    id: string;
    topic_id: string;
    funnel_stage: FunnelStage;
    version: number;
    origin: "own" | "template";
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
  };
  prompt_versions: { brand_id: string; prompt_id: string; version: number; text: string; created_at: string };
  scans: { brand_id: string } & Omit<ScanRecord, "failures" | "score_weights" | "judge" | "sampling"> & {
      judge: Json<ScanRecord["judge"]>;
      sampling: Json<ScanRecord["sampling"]>;
      failures: Json<ScanRecord["failures"]>;
      score_weights: Json<ScoreWeights>;
    };
  results: {
    brand_id: string;
    scan_id: string;
    id: string;
    topic_id: string;
    prompt_id: string;
    prompt_version: number;
    engine: EngineId;
    funnel_stage: FunnelStage;
    sample: number;
    state: "waiting" | "answered" | "failed";
    failure: string | null;
    surface: Surface | null;
    model: string | null;
    topic_mentioned: boolean | null;
    mention_position: number | null;
    sentiment: Sentiment | null;
    score: number | null;
    action_recommendation: boolean | null;
    own_domain_cited: boolean | null;
    sources_cited: string[] | null;
    competitors_mentioned: string[] | null;
    score_parts: Json<object | null>;
    rule_version: string | null;
    read_by: Defaulted<Reader>;
    answered_at: string | null;
  };
  answers: {
    brand_id: string;
    scan_id: string;
    result_id: string;
    answer: string;
    cited: string[];
    retrieved: string[];
    searched: boolean;
    search_queries: string[];
    tokens_in: number | null;
    tokens_out: number | null;
    cost_usd: number | null;
    latency_ms: number;
    evidence: Json<object>;
    raw_packed: Uint8Array | null;
  };
  cell_rollups: {
    brand_id: string;
    scan_id: string;
    prompt_id: string;
    topic_id: string;
    funnel_stage: FunnelStage;
    score_sq_sum: number;
  } & EngineTotals;
  prompt_rollups: { brand_id: string; prompt_id: string } & Pick<
    EngineTotals,
    "engine" | "n" | "mentions" | "score_sum"
  > & { score_sq_sum: number };
  findings: { brand_id: string; place: number } & Omit<
    FindingRecord,
    "topic_name" | "topicId" | "promptsLeftOut" | "newModels"
  > & { topic_id: string | null; prompts_left_out: number; new_models: Json<FindingRecord["newModels"]> };
  engine_rollups: { brand_id: string; scan_id: string } & EngineTotals;
  topic_rollups: { brand_id: string; topic_id: string } & HistoryPoint;
  scan_tallies: { brand_id: string; scan_id: string; scanned_at: string } & Record<
    "voices" | "sources" | "voices_together" | "sources_together",
    Uint8Array
  >;
  site_tallies: {
    brand_id: string;
    scan_id: string;
    topic_id: string | null;
    site: string;
    names: Uint8Array;
    pages: Uint8Array;
  };
  recommendations: { brand_id: string } & Omit<RecommendationRecord, "evidence"> & {
      evidence: Json<RecommendationRecord["evidence"]>;
    };
  judgements: {
    brand_id: string;
    scan_id: string;
    result_id: string;
    state: "waiting" | "judged" | "failed";
    model: string | null;
    judged: Json<JudgedReading | null>;
    local: Json<JudgedReading | null>;
    failure: string | null;
    cost_usd: number | null;
    judged_at: string | null;
  };
  rescores: {
    brand_id: string;
    id: string;
    status: RescoreStatus;
    dry_run: boolean;
    cancelled: boolean;
    error: string | null;
    created_at: string;
    started_at: string | null;
    completed_at: string | null;
  };
  rescore_scans: {
    brand_id: string;
    rescore_id: string;
    place: number;
    finished: Defaulted<boolean>;
  } & Omit<RescoredScan, "changed" | "sample"> & {
      changed: Json<RescoredScan["changed"]>;
      sample: Json<RescoredScan["sample"]>;
    };
  scan_months: { brand_id: string; month: string; started: number; cost_usd: Defaulted<number> };
  engine_keys: { brand_id: string; updated_at: string } & SealedEngineKey;
  idempotency: {
    brand_id: string;
    key_id: string;
    idempotency_key: string;
    request_hash: string;
    status: number | null;
    reply: string | null;
    created_at: string;
  };
  /** better-auth writes this one and the two that are not listed here: sessions and credentials. */
  users: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    image: string | null;
    demo: Defaulted<boolean>;
    account_id: string | null;
    created_at: string;
    updated_at: string;
  };
  memberships: { brand_id: string; user_id: string; role: Role; created_at: string };
  invitations: { brand_id: string; accepted_by: string | null } & Omit<InvitationRecord, "brandId">;
  server_secret: { one: Defaulted<boolean>; secret: string };
};
