export * from "./endpoint.ts";
export { BASE_PATH, type Endpoints, endpoints, type OperationId } from "./endpoints/index.ts";
export { PROBLEMS, type ProblemCode } from "./problems.ts";
export type { EnginesAnalytics, TrendsAnalytics } from "./resources/analytics.ts";
export {
  type Brand,
  type BrandChange,
  type BrandCreate,
  type Engine,
  type EngineChange,
  type Judge,
  Sampling,
  ScoreWeights,
} from "./resources/brand.ts";
export type { Change } from "./resources/change.ts";
export type { Competitors } from "./resources/competitor.ts";
export type { ApiKey, ApiKeyCreate, ApiKeyCreated } from "./resources/key.ts";
export type { Invitation, InvitationCreate, InvitationCreated, InvitedTo, Member } from "./resources/member.ts";
export type { Prompt } from "./resources/prompt.ts";
export type { Recommendation } from "./resources/recommendation.ts";
export type { Rescore, RescoreChange, RescoreDetail, RescoreRequest } from "./resources/rescore.ts";
export type {
  Scan,
  ScanAgreement,
  ScanAnswer,
  ScanDetail,
  ScanEstimate,
  ScanProgress,
  ScanResultRow,
} from "./resources/scan.ts";
export { PasswordChange, type Session, SignInEmail, SignUpEmail } from "./resources/session.ts";
export type { Source } from "./resources/source.ts";
export type { TopicChange, TopicCreate, TopicDetail, TopicHistory, TopicSummary } from "./resources/topic.ts";
export type { Usage } from "./resources/usage.ts";
export * from "./vocabulary.ts";
