export * from "./endpoint.ts";
export { BASE_PATH, type Endpoints, endpoints, type OperationId } from "./endpoints/index.ts";
export { PROBLEMS, type ProblemCode } from "./problems.ts";
export type { EnginesAnalytics, TrendsAnalytics } from "./resources/analytics.ts";
export {
  type Brand,
  type BrandChange,
  type Engine,
  type EngineChange,
  Sampling,
  ScoreWeights,
} from "./resources/brand.ts";
export type { Change } from "./resources/change.ts";
export type { ApiKey, ApiKeyCreate, ApiKeyCreated } from "./resources/key.ts";
export type { Prompt } from "./resources/prompt.ts";
export type { Recommendation } from "./resources/recommendation.ts";
export type { Rescore, RescoreChange, RescoreDetail, RescoreRequest } from "./resources/rescore.ts";
export type { Scan, ScanAnswer, ScanDetail, ScanEstimate, ScanProgress, ScanResultRow } from "./resources/scan.ts";
export type { TopicChange, TopicCreate, TopicDetail, TopicHistory, TopicSummary } from "./resources/topic.ts";
export * from "./vocabulary.ts";
