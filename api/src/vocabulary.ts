// The closed word lists of the interface. Every other place that needs one of these words takes it from here.

export const FUNNEL_STAGES = ["awareness", "evaluation", "conversion"] as const;
export type FunnelStage = (typeof FUNNEL_STAGES)[number];

export const TOPIC_STATUSES = ["active", "inactive"] as const;
export type TopicStatus = (typeof TOPIC_STATUSES)[number];

export const SCAN_STATUSES = ["pending", "running", "completed", "failed"] as const;
export type ScanStatus = (typeof SCAN_STATUSES)[number];
export const ACTIVE_SCAN_STATUSES: readonly ScanStatus[] = ["pending", "running"];

/** Who read an answer: the rules of this service, or a model that a brand chose to judge. */
export const READERS = ["local", "judge"] as const;
export type Reader = (typeof READERS)[number];

export const JUDGE_MODES = ["compare", "replace"] as const;
export type JudgeMode = (typeof JUDGE_MODES)[number];

export const RESCORE_STATUSES = ["queued", "running", "completed", "failed"] as const;
export type RescoreStatus = (typeof RESCORE_STATUSES)[number];

/** What a row shows of its answer, and a second reading may change. */
export const REREAD_FIELDS = [
  "topic_mentioned",
  "mention_position",
  "sentiment",
  "action_recommendation",
  "own_domain_cited",
  "sources_cited",
  "competitors_mentioned",
  "score",
] as const;
export type RereadField = (typeof REREAD_FIELDS)[number];

export const SCAN_TRIGGERS = ["api", "schedule", "dashboard", "demo"] as const;
export type ScanTrigger = (typeof SCAN_TRIGGERS)[number];

export const SENTIMENTS = ["positive", "neutral", "negative"] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

/** How an answer names a topic, by the strongest place it gives it. */
export const MENTION_KINDS = ["recommended_item", "ranked_item", "comparison", "reference", "carousel"] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];

export const RECOMMENDATION_STATUSES = ["pending", "completed", "dismissed"] as const;
export type RecommendationStatus = (typeof RECOMMENDATION_STATUSES)[number];

export const PRIORITIES = ["high", "medium", "low"] as const;
export type Priority = (typeof PRIORITIES)[number];

/** What a comparison with the scan before says. */
export const CHANGE_VERDICTS = ["up", "down", "within_noise", "not_comparable"] as const;
export type ChangeVerdict = (typeof CHANGE_VERDICTS)[number];
export const CHANGE_SCOPES = ["brand", "topic", "engine"] as const;
export type ChangeScope = (typeof CHANGE_SCOPES)[number];
export const CHANGE_REASONS = [
  "not_measured_before",
  "rules_changed",
  "prompts_changed",
  "model_changed",
  "too_few_prompts",
] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];

export const TRAJECTORIES = ["improving", "stable", "declining"] as const;
export type Trajectory = (typeof TRAJECTORIES)[number];

export const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export const ANALYTICS_TYPES = ["trends", "engines"] as const;
export type AnalyticsType = (typeof ANALYTICS_TYPES)[number];

export const SCOPES = ["read", "write", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** What a person may do with a brand, the most powerful first. */
export const ROLES = ["owner", "editor", "viewer"] as const;
export type Role = (typeof ROLES)[number];
export const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  owner: SCOPES,
  editor: ["read", "write"],
  viewer: ["read"],
};

export const RESPONSE_FORMS = ["a", "b"] as const;
export type ResponseForm = (typeof RESPONSE_FORMS)[number];

/** How an answer was obtained: an engine's own API, a vendor that reads its pages, or a simulation. */
export const SURFACES = ["official_api", "serp_vendor", "simulated"] as const;
export type Surface = (typeof SURFACES)[number];

/** Why a scan that samples until it knows enough asked no further. */
export const SAMPLING_ENDS = ["precise_enough", "most_samples", "budget", "plan_limit"] as const;
export type SamplingEnd = (typeof SAMPLING_ENDS)[number];

/** What the estimate of a scan's cost goes by. */
export const ESTIMATE_BASES = ["history", "price_table", "simulated", "unknown"] as const;
export type EstimateBasis = (typeof ESTIMATE_BASES)[number];

export const ENGINES = {
  chatgpt: "ChatGPT",
  google_ai: "Google AI (Gemini)",
  perplexity: "Perplexity",
  claude: "Claude",
  grok: "Grok",
  mistral: "Mistral",
  google_ai_overview: "Google AI Overviews",
  google_ai_mode: "Google AI Mode",
  copilot: "Microsoft Copilot",
  openai_compatible: "OpenAI-compatible endpoint",
  simulated: "Simulated engine",
} as const;
export type EngineId = keyof typeof ENGINES;
export const ENGINE_IDS = Object.keys(ENGINES) as [EngineId, ...EngineId[]];

export const API_KEY_PREFIX = "apin_";

/** Says which of their brands a signed-in person means. */
export const BRAND_HEADER = "X-Brand-Id";
export const SESSION_COOKIE = "answerscope.session_token";
