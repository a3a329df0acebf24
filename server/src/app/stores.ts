import type {
  ApiKey,
  Brand,
  BrandChange,
  ChangeScope,
  ChangeVerdict,
  EngineId,
  FunnelStage,
  Invitation,
  Judge,
  Member,
  Prompt,
  Reader,
  Recommendation,
  RecommendationStatus,
  Rescore,
  RescoreChange,
  Role,
  ScanAnswer,
  ScanStatus,
  ScanTrigger,
  Session,
  Surface,
  TopicChange,
  TopicStatus,
  TopicSummary,
} from "@answerscope/api";
import type { Reading } from "../domain/answer/reading.ts";
import type { EngineReply } from "../domain/engine-reply.ts";
import type { Finding, ScanPanel } from "../domain/find-changes.ts";
import type { JudgedReading } from "../domain/judged-reading.ts";
import type { MeasuredCell, TopicMeasure } from "../domain/measure-panel.ts";
import type { PanelPrompt, Query } from "../domain/plan-queries.ts";
import type { SituationCell } from "../domain/recommend/situation.ts";
import type { ChangeCounts, ResultRow } from "../domain/result-row.ts";
import type { ScanSampling } from "../domain/scan-sampling.ts";
import type { ScoreParts, ScoreWeights } from "../domain/score.ts";
import type { Sums } from "../domain/statistics/estimate.ts";
import type { Tally } from "../domain/voices/tally.ts";
import type { CountedAnswer, ScanTallies, SiteTally } from "../domain/voices/tally-answers.ts";

/** What the database keeps, and what the use cases ask of it: one store per family of tables. db/ provides them. */

export type Page<T> = { rows: T[]; total: number };
export type Window = { limit: number; offset: number };

/** A topic beside its latest score, and how sure that is. */
export type TopicRow = Omit<TopicSummary, "interval" | "n" | "n_effective" | "estimand"> & Certainty;
/** Null where nothing was measured, or was before intervals were kept. */
export type Certainty = { low: number | null; high: number | null; n: number | null; n_effective: number | null };
export type TopicRecord = TopicRow & {
  description: string | null;
  image_url: string | null;
  updated_at: string;
  aliases: string[];
  weight: number;
  last_scan_id: string | null;
};
export type NewTopic = Omit<
  TopicRecord,
  | "last_scan_id"
  | "last_scanned_at"
  | "visibility_score_overall"
  | "visibility_score_awareness"
  | "visibility_score_evaluation"
  | "visibility_score_conversion"
  | keyof Certainty
>;
export type HistoryPoint = {
  scan_id: string;
  scanned_at: string;
  overall: number;
  awareness: number | null;
  evaluation: number | null;
  conversion: number | null;
  mentions: number;
} & Certainty & { n: number };

export type TopicStore = {
  list(brandId: string, status: TopicStatus | "all", window: Window): Promise<Page<TopicRow>>;
  get(brandId: string, id: string): Promise<TopicRecord | null>;
  history(brandId: string, id: string, since: string): Promise<HistoryPoint[]>;
  /** The topics that a scan asked about, also those that are gone. */
  ofScan(brandId: string, scanId: string): Promise<NewTopic[]>;
  countActive(brandId: string): Promise<number>;
  /** By id, also of topics that are gone: their scans count them still. */
  weights(brandId: string): Promise<Map<string, number>>;
  insert(brandId: string, topic: NewTopic): Promise<void>;
  change(brandId: string, id: string, change: TopicChange, at: string): Promise<boolean>;
  delete(brandId: string, id: string, at: string): Promise<boolean>;
};

export type PromptStore = {
  list(brandId: string, filter: { topicId?: string; stage?: FunnelStage }, window: Window): Promise<Page<Prompt>>;
  get(brandId: string, id: string): Promise<Prompt | null>;
  insert(brandId: string, prompts: Prompt[]): Promise<void>;
  reword(brandId: string, id: string, text: string, at: string): Promise<boolean>;
  delete(brandId: string, id: string, at: string): Promise<boolean>;
  /** Prompts of all active topics, in the order that a scan asks them. */
  panel(brandId: string): Promise<PanelPrompt[]>;
};

export type ScanRecord = {
  id: string;
  status: ScanStatus;
  trigger: ScanTrigger;
  engines: EngineId[];
  simulated: boolean;
  /** Null for a fixed plan. */
  sampling: ScanSampling | null;
  /** Where there is sampling, the most it can come to, until the scan ends. */
  total_queries: number;
  completed_queries: number;
  failed_queries: number;
  topics_scanned: number;
} & ScanScore & {
    /** The ones that it began with. */
    score_weights: ScoreWeights;
    /** What the engines charged, as far as it is known. */
    cost_usd: number;
    /** The second reader it began with, and how far that is. */
    judge: JudgeState | null;
    /** Written when the scan ends. */
    failures: FailureCount[];
    error: string | null;
    cancelled: boolean;
    created_at: string;
    started_at: string | null;
    completed_at: string | null;
  };

/** The brand's score in a scan and how sure it is; all null until it completes. */
export type ScanScore = {
  score: number | null;
  score_low: number | null;
  score_high: number | null;
  n_effective: number | null;
};

export type JudgeState = Judge & {
  sampled_answers: number;
  judged_answers: number;
  failed_answers: number;
  cost_usd: number;
};

export type FailureCount = { engine: EngineId; reason: string; queries: number };

/** Whether a scan is in progress, and how much of the budget is left to it. */
export type Standing = Spending & { isActive: boolean };
export type UnfinishedScan = {
  brandId: string;
  id: string;
  status: ScanStatus;
  /** When it last came a query further, or was made. */
  moved_at: string;
};
export type Spending = { limit_usd: number | null; spent_usd: number };

export type ScanStore = {
  list(brandId: string, filter: { status?: ScanStatus }, limit: number): Promise<ScanRecord[]>;
  get(brandId: string, id: string): Promise<ScanRecord | null>;
  activeId(brandId: string): Promise<string | null>;
  /** How many were started in a month (YYYY-MM, UTC), deleted ones included. */
  startedIn(brandId: string, month: string): Promise<number>;
  /** What the brand may spend and has spent in a month (YYYY-MM, UTC), deleted scans included. */
  spending(brandId: string, month: string): Promise<Spending>;
  /** Scans in progress, over all brands. */
  unfinished(): Promise<UnfinishedScan[]>;
  /** Scans that are over, over all brands, the oldest first. */
  ended(): Promise<{ brandId: string; id: string }[]>;
  /** False when another scan of the brand is in progress. */
  insert(brandId: string, scan: ScanRecord): Promise<boolean>;
  markRunning(brandId: string, id: string, at: string): Promise<void>;
  setSampling(brandId: string, id: string, sampling: ScanSampling): Promise<void>;
  /** Its queries are then those that were planned, and no more can come. False when the scan was no longer in progress. */
  end(brandId: string, id: string, end: ScanEnd): Promise<boolean>;
  delete(brandId: string, id: string): Promise<boolean>;
  /** For a scan that was read again after it had ended. */
  setScore(brandId: string, id: string, score: ScanScore, weights: ScoreWeights): Promise<void>;
  /** The nearest completed scan before or after a given one. */
  completedBeside(
    brandId: string,
    scan: { id: string; completed_at: string },
    side: "before" | "after",
  ): Promise<{ id: string; completed_at: string } | null>;
};
export type ScanEnd = {
  status: "completed" | "failed";
  error: string | null;
  cancelled: boolean;
  failures: FailureCount[];
  at: string;
} & ScanScore;

export type PlannedQuery = { id: string } & Query;
/** A query with what is needed to ask it and to read the answer. */
export type WaitingQuery = { id: string; topicId: string; stage: FunnelStage; sample: number; prompt: string };
export type AnsweredQuery = {
  id: string;
  reply: EngineReply;
  reading: Reading;
  score: number;
  parts: ScoreParts;
  at: string;
};
export type ResultRecord = {
  id: string;
  topic_id: string;
  topic_name: string;
  engine: EngineId;
  funnel_stage: FunnelStage;
  query: string;
  topic_mentioned: boolean;
  mention_position: number | null;
  sentiment: "positive" | "neutral" | "negative" | null;
  score: number | null;
  action_recommendation: boolean | null;
  sources_cited: string[] | null;
  competitors_mentioned: string[] | null;
  surface: Surface;
  read_by: Reader;
  created_at: string;
};

export type EngineProgress = {
  engine: EngineId;
  total: number;
  completed: number;
  failed: number;
  waiting: number;
  settled_since: number;
};

/** What answers of an engine lately cost and took, on average. */
export type EngineUse = { engine: EngineId; surface: Surface; cost_usd: number | null; latency_ms: number };

/** A query with what came back, as it was stored. */
export type RecordedQuery = PlannedQuery & {
  /** What the row shows in the place of the local reading, if it does. */
  judged: JudgedReading | null;
  prompt: string;
  failure: string | null;
  answeredAt: string | null;
  reply: EngineReply | null;
};

export type AnswerRecord = Omit<ScanAnswer, "score_parts" | "score_weights"> & { score_parts: ScoreParts };

/** An answer beside what was read in it. */
export type StoredReading = {
  id: string;
  topic_id: string;
  engine: EngineId;
  answer: string;
  cited: string[];
  evidence: Reading["evidence"];
  row: ResultRow;
  /** A judge's word on it, beside what the rules had read. */
  judgement: { judged: JudgedReading; local: JudgedReading } | null;
};
export type SecondReading = {
  id: string;
  evidence: Reading["evidence"];
  row: ResultRow;
  /** What the rules read, also where the row shows a judge's word. */
  local: JudgedReading;
};

export type SettledJudgement = {
  id: string;
  at: string;
  model: string | null;
  /** Null when there was no verdict. */
  reading: JudgedReading | null;
  local: JudgedReading | null;
  failure: string | null;
  costUsd: number | null;
  /** What the result row is to show from now on; null when it stays as it is. */
  shown: SecondReading | null;
};
export type AgreementCount = { field: keyof JudgedReading; one: string; other: string; n: number };

export type JudgementStore = {
  /** The rows whose answers are to be judged. */
  plan(brandId: string, scanId: string, resultIds: string[]): Promise<void>;
  waiting(brandId: string, scanId: string, limit: number): Promise<StoredReading[]>;
  /** Those whose answer is there. */
  countWaiting(brandId: string, scanId: string): Promise<number>;
  /** Counted on the scan and the month, if the scan is in progress; gives how the budget then stands. */
  settle(brandId: string, scanId: string, settled: SettledJudgement, month: string): Promise<Spending>;
  failWaiting(brandId: string, scanId: string, reason: string, at: string): Promise<void>;
  /** How often the rules and the judge said what, by field, where both said anything. */
  pairs(brandId: string, scanId: string): Promise<AgreementCount[]>;
  failures(brandId: string, scanId: string): Promise<{ reason: string; answers: number }[]>;
};

export type AnswerFilter = { engine?: EngineId; topicId?: string; stage?: FunnelStage };

export type ResultStore = {
  /** What a scan asks an engine, as it was when the scan began. */
  panel(brandId: string, scanId: string, engine: EngineId): Promise<PanelPrompt[]>;
  /** The engines that brought any answer when every prompt was asked for the nth time. */
  answering(brandId: string, scanId: string, sample: number): Promise<EngineId[]>;
  /** Answered rows of a scan, in the order they were planned. */
  ofScan(brandId: string, scanId: string, topicId?: string): Promise<ResultRecord[]>;
  plan(brandId: string, scanId: string, queries: PlannedQuery[]): Promise<void>;
  waiting(brandId: string, scanId: string, engine: EngineId, limit: number): Promise<WaitingQuery[]>;
  /**
   * Fills the rows that are still waiting, if the scan is in progress, and counts them on it, and what they cost on
   * the month (YYYY-MM, UTC); gives how things then stand. All of it or nothing, also outside of a transaction; the
   * brand's data version rises with it.
   */
  answer(brandId: string, scanId: string, answered: AnsweredQuery[], month: string): Promise<Standing>;
  fail(brandId: string, scanId: string, ids: string[], reason: string, at: string): Promise<void>;
  failWaiting(brandId: string, scanId: string, engine: EngineId, reason: string, at: string): Promise<void>;
  /** How far each engine is, and how many of its queries were settled since a moment. */
  progress(brandId: string, scanId: string, since: string): Promise<EngineProgress[]>;
  recentUse(brandId: string): Promise<EngineUse[]>;
  /** A page of a scan's queries, in the order they were planned, after a given one. */
  recorded(brandId: string, scanId: string, afterId: string | null, limit: number): Promise<RecordedQuery[]>;
  countWaiting(brandId: string, scanId: string): Promise<number>;
  /** A page of a scan's answers, in the order they were planned, after a given one. */
  readings(brandId: string, scanId: string, afterId: string | null, limit: number): Promise<StoredReading[]>;
  /** Puts what was read a second time in the place of the first. */
  reread(brandId: string, scanId: string, readings: SecondReading[]): Promise<void>;
  /** Why queries failed, per engine, the most frequent reason first. */
  failures(brandId: string, scanId: string): Promise<FailureCount[]>;
  /** Answers with what was read in them, in the order they were planned. */
  answersOf(brandId: string, scanId: string, filter: AnswerFilter, window: Window): Promise<Page<AnswerRecord>>;
};

export type EngineTotals = {
  engine: EngineId;
  n: number;
  mentions: number;
  score_sum: number;
  position_sum: number;
  positive: number;
  neutral: number;
  negative: number;
  citations: number;
  recommended: number;
};
/** What one prompt brought at one engine. */
export type EnginePrompt = Sums & { engine: EngineId; promptId: string; mentions: number };

export type FindingRecord = Finding & {
  id: string;
  scan_id: string;
  compared_with: string | null;
  scanned_at: string;
  topic_name: string | null;
};
export type FindingFilter = {
  scanId?: string | undefined;
  topicId?: string | undefined;
  engine?: EngineId | undefined;
  scope?: ChangeScope | undefined;
  verdict?: ChangeVerdict | undefined;
};
export type FindingStore = {
  /** Newest scan first; within a scan the brand, then topics, then engines. */
  list(brandId: string, filter: FindingFilter, window: Window): Promise<Page<FindingRecord>>;
  /** A scan's findings, in place of those it had. */
  replace(
    brandId: string,
    scan: Pick<FindingRecord, "scan_id" | "compared_with" | "scanned_at">,
    findings: (Finding & { id: string })[],
  ): Promise<void>;
  panel(brandId: string, scanId: string): Promise<ScanPanel>;
};

export type ScorePoint = { id: string; name: string; weight: number; at: string; score: number };

export type AnalyticsStore = {
  /** The sums of a scan, one cell for each prompt at each engine. */
  panel(brandId: string, scanId: string): Promise<MeasuredCell[]>;
  /** The same, if these answers had been scored so. */
  panelIf(brandId: string, scanId: string, scores: { id: string; score: number }[]): Promise<MeasuredCell[]>;
  /** Keeps what was measured in a completed scan, in place of what was kept of it before. */
  rollUp(brandId: string, scanId: string, scannedAt: string, topics: TopicMeasure[]): Promise<void>;
  /** Works the cells of a scan out again from its rows. */
  rebuildCells(brandId: string, scanId: string): Promise<void>;
  /** Works the sums of all scans out again from the cells of each. */
  rebuildAllTime(brandId: string): Promise<void>;
  /** Takes a scan that is to be deleted out of the sums of all scans. */
  forgetScan(brandId: string, scanId: string): Promise<void>;
  engineTotals(brandId: string, scanId?: string): Promise<EngineTotals[]>;
  /** Of one scan, or of all completed ones together. */
  enginePrompts(brandId: string, scanId?: string): Promise<EnginePrompt[]>;
  brandScores(brandId: string): Promise<{ at: string; score: number }[]>;
  topicScores(brandId: string): Promise<ScorePoint[]>;
  situation(brandId: string, scanId: string): Promise<SituationCell[]>;
};

/** One scan, or all that were completed between two times, both included. */
export type TallyWindow = { scanId: string } | { since: string; until: string };
export type ScanTally = { scanId: string; scannedAt: string; tally: Tally };
export type TallyStore = {
  /** A page of a scan's answers, after a given one. */
  answers(
    brandId: string,
    scanId: string,
    afterId: string | null,
    limit: number,
  ): Promise<(CountedAnswer & { id: string })[]>;
  /** A scan's counts, in place of all that were kept of it, sites included. */
  replace(brandId: string, scan: { scanId: string; scannedAt: string } & ScanTallies): Promise<void>;
  insertSites(brandId: string, scanId: string, sites: SiteTally[]): Promise<void>;
  /** Oldest first; one kind of count, by engine or of all engines together. */
  ofScans(brandId: string, window: TallyWindow, kind: keyof ScanTallies): Promise<ScanTally[]>;
  /** What stands beside these sites, in answers about one topic or all. */
  sites(brandId: string, scanIds: string[], topicId: string | null, sites: string[]): Promise<SiteTally[]>;
};

export type RecommendationRecord = Recommendation & { identity: string };
export type RecommendationStore = {
  list(
    brandId: string,
    filter: { status: RecommendationStatus | "all"; stage?: FunnelStage; topicId?: string },
    window: Window,
  ): Promise<Page<Recommendation>>;
  get(brandId: string, id: string): Promise<RecommendationRecord | null>;
  all(brandId: string): Promise<RecommendationRecord[]>;
  insert(brandId: string, recommendations: RecommendationRecord[]): Promise<void>;
  change(brandId: string, id: string, change: Partial<RecommendationRecord>): Promise<void>;
};

export type BrandRecord = Brand & { accountId: string };
export type BrandStore = {
  get(brandId: string): Promise<BrandRecord>;
  change(brandId: string, change: BrandChange, at: string): Promise<void>;
  insert(brand: BrandRecord): Promise<void>;
  insertAccount(account: { id: string; name: string; at: string }): Promise<void>;
  /** With everything of it; false when it is the only one. */
  delete(brandId: string): Promise<boolean>;
  /** The oldest brand with the demo in it. */
  demo(): Promise<{ id: string } | null>;
  /** Brands whose schedule says that a scan should start by now. */
  due(at: string): Promise<string[]>;
  setNextScan(brandId: string, at: string | null): Promise<void>;
  /** The oldest brand: the one that a first start makes. */
  first(): Promise<{ id: string } | null>;
  /** Holds back every other process that is also starting on an empty database, until the transaction ends. */
  lockFirstStart(): Promise<void>;
};

export type PlanLimits = {
  scans_per_month: number | null;
  topics: number | null;
  engines: number | null;
  queries_per_scan: number | null;
};
export type PlanStore = { limitsOf(brandId: string): Promise<PlanLimits> };

export type KeyRecord = ApiKey & { brandId: string; hash: string };
export type KeyStore = {
  byHash(hash: string): Promise<KeyRecord | null>;
  list(brandId: string): Promise<ApiKey[]>;
  insert(key: KeyRecord): Promise<void>;
  revoke(brandId: string, id: string, at: string): Promise<boolean>;
  markUsed(brandId: string, id: string, at: string): Promise<void>;
};

export type StoredReply = { request_hash: string; status: number | null; reply: string | null };
export type IdempotencyStore = {
  /** Null when the claim is this caller's; the earlier request's record when it is not. */
  claim(brandId: string, keyId: string, key: string, requestHash: string, at: string): Promise<StoredReply | null>;
  settle(brandId: string, keyId: string, key: string, status: number, reply: string): Promise<void>;
  forgetBefore(brandId: string, at: string): Promise<void>;
};

export type SealedEngineKey = { engine: EngineId; sealed: string; base_url: string | null; model: string | null };
export type EngineKeyStore = {
  list(brandId: string): Promise<SealedEngineKey[]>;
  put(brandId: string, key: SealedEngineKey, at: string): Promise<void>;
  delete(brandId: string, engine: EngineId): Promise<void>;
};

export type PeopleStore = {
  /** Whether somebody has signed up; the demo's person does not count. */
  hasOwner(): Promise<boolean>;
  /** Holds back every other sign-up until the transaction ends: only one of them can be the first. */
  lockSignUps(): Promise<void>;
  /** The brands that a person is a member of, the oldest first. */
  brandsOf(personId: string): Promise<Session["brands"]>;
  /** Makes a person the owner of every brand there is, and of the account that the first of them belongs to. */
  ownEverything(personId: string, at: string): Promise<void>;
  /** The account that a person's own brands belong to; others who ask wait until the transaction ends. */
  accountOf(personId: string): Promise<string | null>;
  setAccount(personId: string, accountId: string): Promise<void>;
  /** The person that visitors of the demo sign in as, made when there is none. */
  demoPerson(person: { id: string; name: string; email: string; at: string }): Promise<string>;
};

/** The people of one brand, without the demo's person. */
export type MemberStore = {
  list(brandId: string): Promise<Member[]>;
  get(brandId: string, personId: string): Promise<Member | null>;
  countOwners(brandId: string): Promise<number>;
  put(brandId: string, personId: string, role: Role, at: string): Promise<void>;
  remove(brandId: string, personId: string): Promise<void>;
};

export type InvitationRecord = Invitation & {
  brandId: string;
  hash: string;
  revoked_at: string | null;
  accepted_at: string | null;
  accepted_by: string | null;
};
export type InvitationStore = {
  /** Those that can still be accepted. */
  open(brandId: string, at: string): Promise<Invitation[]>;
  byHash(hash: string): Promise<(InvitationRecord & { brandName: string }) | null>;
  insert(invitation: InvitationRecord): Promise<void>;
  /** False when somebody else was faster. */
  accept(brandId: string, id: string, personId: string, at: string): Promise<boolean>;
  revoke(brandId: string, id: string, at: string): Promise<boolean>;
};

/** One engine's part of a scan. */
export type Lane = { brandId: string; scanId: string; engine: EngineId };
/** Work that is done apart from asking engines. */
export type Task = { kind: "rescore" | "judge"; brandId: string; id: string };
export type Job = Lane | Task;
/** A job that is waiting its turn or, since `startedAt`, being done. */
export type Queued<J extends Job> = { jobId: string; job: J; startedAt: string | null };
export type JobQueue = {
  enqueueLanes(lanes: Lane[]): Promise<void>;
  lanesInQueue(): Promise<Queued<Lane>[]>;
  enqueueTask(task: Task): Promise<void>;
  tasksInQueue(): Promise<Queued<Task>[]>;
};

export type RescoreRecord = Omit<Rescore, "total_answers" | "done_answers" | "changed"> & {
  total_answers: number;
  done_answers: number;
  changed: ChangeCounts;
};
/** How far a rescore is with one scan. */
export type RescoredScan = {
  scan_id: string;
  answers: number;
  done_answers: number;
  /** The last answer that was read again. */
  after_id: string | null;
  changed: ChangeCounts;
  sample: RescoreChange[];
  score_before: number | null;
  score_after: number | null;
};
export type RescoreProgress = Pick<RescoredScan, "done_answers" | "after_id" | "changed" | "sample">;
export type RescoreEnd = { status: "completed" | "failed"; error: string | null; cancelled: boolean; at: string };

export type RescoreStore = {
  /** With the scans that have ended and that `which` picks; false when another rescore of the brand is in progress. */
  insert(
    brandId: string,
    rescore: { id: string; dryRun: boolean; at: string },
    which: { scanIds?: string[]; since?: string },
  ): Promise<boolean>;
  list(brandId: string, limit: number): Promise<RescoreRecord[]>;
  get(brandId: string, id: string): Promise<RescoreRecord | null>;
  scansOf(brandId: string, id: string): Promise<RescoredScan[]>;
  activeId(brandId: string): Promise<string | null>;
  /** Rescores in progress, over all brands. */
  unfinished(): Promise<{ brandId: string; id: string }[]>;
  markRunning(brandId: string, id: string, at: string): Promise<void>;
  /** The scan that it is at; null when all are done, or the rescore is no longer in progress. */
  nextScan(brandId: string, id: string): Promise<RescoredScan | null>;
  /** False when the rescore is no longer in progress, or the scan is gone. */
  advance(brandId: string, id: string, scanId: string, progress: RescoreProgress): Promise<boolean>;
  finishScan(brandId: string, id: string, scanId: string, score: number | null): Promise<void>;
  /** False when it was no longer in progress. */
  end(brandId: string, id: string, end: RescoreEnd): Promise<boolean>;
};

export type Stores = {
  topics: TopicStore;
  prompts: PromptStore;
  scans: ScanStore;
  results: ResultStore;
  analytics: AnalyticsStore;
  findings: FindingStore;
  tallies: TallyStore;
  recommendations: RecommendationStore;
  brands: BrandStore;
  plans: PlanStore;
  keys: KeyStore;
  idempotency: IdempotencyStore;
  rescores: RescoreStore;
  judgements: JudgementStore;
  jobs: JobQueue;
  engineKeys: EngineKeyStore;
  people: PeopleStore;
  members: MemberStore;
  invitations: InvitationStore;
};
