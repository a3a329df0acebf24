import {
  type Change,
  FUNNEL_STAGES,
  type Recommendation,
  type RescoreChange,
  type RescoreDetail,
  type Scan,
  type ScanAgreement,
  type ScanAnswer,
  type ScanDetail,
  type ScanEstimate,
  type ScanProgress,
  type ScanResultRow,
  type TopicSummary,
} from "@answerscope/api";
import type {
  AnswerRecord,
  BrandRecord,
  Certainty,
  FindingRecord,
  HistoryPoint,
  Page,
  RescoredScan,
  RescoreRecord,
  ResultRecord,
  ScanRecord,
  TopicRecord,
  TopicRow,
} from "../app/stores.ts";
import type { ScanSampling } from "../domain/scan-sampling.ts";
import { weightsOf } from "../domain/score.ts";
import { ESTIMANDS, LEVEL } from "../domain/statistics/estimate.ts";
import { wordChange } from "../domain/word-change.ts";

/** The edge: scores get two decimals here and fractions four, and nowhere before. */

export const points = (value: number): number => Math.round(value * 100) / 100;
export const fraction = (value: number): number => Math.round(value * 10_000) / 10_000;
export const maybePoints = (value: number | null): number | null => (value === null ? null : points(value));

export const paged = <T, S>({ rows, total }: Page<T>, page: number, limit: number, show: (row: T) => S) => ({
  data: rows.map(show),
  pagination: { page, limit, total, total_pages: Math.ceil(total / limit) },
});

const boundsOf = (low: number | null, high: number | null) =>
  low === null || high === null ? null : { low: points(low), high: points(high), level: LEVEL };

/** A number without its interval is no number of ours; what was measured before intervals were kept has none. */
export const showCertainty = ({ low, high, n, n_effective }: Certainty) => ({
  interval: boundsOf(low, high),
  n,
  n_effective: maybePoints(n_effective),
  estimand: ESTIMANDS.likeThese,
});

export const showTopic = ({ low, high, n, n_effective, ...topic }: TopicRow): TopicSummary => ({
  ...topic,
  ...showCertainty({ low, high, n, n_effective }),
  visibility_score_overall: maybePoints(topic.visibility_score_overall),
  visibility_score_awareness: maybePoints(topic.visibility_score_awareness),
  visibility_score_evaluation: maybePoints(topic.visibility_score_evaluation),
  visibility_score_conversion: maybePoints(topic.visibility_score_conversion),
});

export const showTopicDetail = (
  { last_scan_id: _, description, image_url, updated_at, aliases, weight, ...topic }: TopicRecord,
  results: ResultRecord[],
) => ({
  ...showTopic(topic),
  ...{ description, image_url, updated_at, aliases, weight },
  latest_scan_results: results.map(showResult),
});

export function showHistoryPoint(point: HistoryPoint) {
  const stages: Record<string, number> = {};
  for (const stage of FUNNEL_STAGES) {
    const score = point[stage];
    if (score !== null) stages[stage] = points(score);
  }
  return {
    scan_id: point.scan_id,
    scanned_at: point.scanned_at,
    overall_score: points(point.overall),
    stage_scores: stages,
    total_queries: point.n,
    mention_rate: fraction(point.mentions / point.n),
    ...showCertainty(point),
  };
}

export const showResult = ({ topic_name: _, query: __, ...row }: ResultRecord): ScanResultRow => ({
  ...row,
  score: maybePoints(row.score),
});

export const showAnswer = (answer: AnswerRecord): ScanAnswer => ({
  ...answer,
  score: maybePoints(answer.score),
  score_parts: rounded(answer.score_parts, new Set(["warmth"])),
  score_weights: weightsOf(answer.score_parts.weights),
});

export const showAgreement = (agreement: ScanAgreement): ScanAgreement =>
  rounded(agreement, new Set(["agreement", "kappa", "cost_usd", "share"]));

export const showResultB = (row: ResultRecord) => ({
  topic_id: row.topic_id,
  topic_name: row.topic_name,
  engine: row.engine,
  query: row.query,
  mentioned: row.topic_mentioned,
  position: row.mention_position,
  sentiment: row.sentiment,
  recommended: row.action_recommendation ?? false,
  score: maybePoints(row.score),
  surface: row.surface,
});

const showSampling = ({ target_half_width, half_width, rounds, stopped_because, calls_saved }: ScanSampling) => ({
  ...{ target_half_width, half_width: maybePoints(half_width), rounds, stopped_because, calls_saved },
});

export const showScan = (scan: ScanRecord): Scan => ({
  id: scan.id,
  status: scan.status,
  total_queries: scan.total_queries,
  completed_queries: scan.completed_queries,
  failed_queries: scan.failed_queries,
  started_at: scan.started_at,
  completed_at: scan.completed_at,
  created_at: scan.created_at,
  metadata: {
    engines: scan.engines,
    trigger: scan.trigger,
    simulated: scan.simulated,
    cancelled: scan.cancelled,
    cost_usd: fraction(scan.cost_usd),
    score_weights: scan.score_weights,
    score: maybePoints(scan.score),
    ...showCertainty({
      low: scan.score_low,
      high: scan.score_high,
      n: scan.score === null ? null : scan.completed_queries,
      n_effective: scan.n_effective,
    }),
    judge: scan.judge && { ...scan.judge, cost_usd: fraction(scan.judge.cost_usd) },
    sampling: scan.sampling && showSampling(scan.sampling),
    failures: scan.failures,
  },
});

export const showScanDetail = (scan: ScanRecord, rows: ResultRecord[]): ScanDetail => ({
  ...showScan(scan),
  error: scan.error,
  results: rows.map(showResult),
});

const shown = ({ before, after, ...change }: RescoreChange): RescoreChange => ({
  ...change,
  before: typeof before === "number" ? points(before) : before,
  after: typeof after === "number" ? points(after) : after,
});

export const showRescoreDetail = (rescore: RescoreRecord, scans: RescoredScan[]): RescoreDetail => ({
  ...rescore,
  sample: scans.flatMap(({ sample }) => sample.map(shown)),
  scans: scans.map((scan) => ({
    scan_id: scan.scan_id,
    total_answers: scan.answers,
    done_answers: scan.done_answers,
    changed_answers: scan.changed.answers,
    score_before: maybePoints(scan.score_before),
    score_after: maybePoints(scan.score_after),
  })),
});

export const showProgress = (progress: ScanProgress): ScanProgress => ({
  ...progress,
  cost_usd: fraction(progress.cost_usd),
  queries_per_minute: points(progress.queries_per_minute),
  engines: progress.engines.map((one) => ({ ...one, queries_per_minute: points(one.queries_per_minute) })),
});

export const showEstimate = (estimate: ScanEstimate): ScanEstimate => ({
  ...estimate,
  ...rounded(
    { cost_usd: estimate.cost_usd, engines: estimate.engines, budget: estimate.budget },
    new Set(["cost_usd", "usd_per_query", "spent_usd", "left_usd"]),
  ),
});

export async function* showEach<T, S>(pieces: AsyncIterable<T>, show: (piece: T) => S): AsyncGenerator<S> {
  for await (const piece of pieces) yield show(piece);
}

export const showScanB = (scan: ScanRecord) => ({
  id: scan.id,
  status: scan.status,
  engines: scan.engines,
  topics_scanned: scan.topics_scanned,
  avg_score: maybePoints(scan.score),
  created_at: scan.created_at,
  completed_at: scan.completed_at,
  simulated: scan.simulated,
  interval: boundsOf(scan.score_low, scan.score_high),
});

export const showRecommendation = (one: Recommendation): Recommendation => ({
  ...one,
  evidence: rounded(one.evidence, new Set()),
  score_before: maybePoints(one.score_before),
  score_after: maybePoints(one.score_after),
});

export const showChange = (finding: FindingRecord): Change => ({
  ...{ id: finding.id, scan_id: finding.scan_id, compared_with: finding.compared_with },
  ...{ scanned_at: finding.scanned_at, scope: finding.scope, topic_id: finding.topicId },
  ...{ topic_name: finding.topic_name, engine: finding.engine, verdict: finding.verdict, reason: finding.reason },
  difference: maybePoints(finding.difference),
  interval: boundsOf(finding.low, finding.high),
  p_value: finding.p === null ? null : fraction(finding.p),
  prompts: finding.prompts,
  prompts_left_out: finding.promptsLeftOut,
  new_models: finding.newModels,
  summary: wordChange(finding),
});

export const showBrand = ({ accountId: _, ...brand }: BrandRecord) => brand;

/** Rounds every number of an analytics reply: shares to four decimals, everything else to two. */
export function rounded<T>(value: T, shares: ReadonlySet<string>, name = ""): T {
  if (typeof value === "number") return (shares.has(name) ? fraction(value) : points(value)) as T;
  if (Array.isArray(value)) return value.map((part) => rounded(part, shares, name)) as T;
  if (value === null || typeof value !== "object") return value;
  const inherited = shares.has(name) ? name : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, rounded(part, shares, inherited ?? key)]),
  ) as T;
}
