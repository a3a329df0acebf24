import type { EnginesAnalytics, TrendsAnalytics } from "@answerscope/api";
import { backtestPool } from "../domain/forecast/backtest.ts";
import { type Forecast, forecastPool, INTERVAL_LEVEL } from "../domain/forecast/forecast.ts";
import type { ScoreHistory } from "../domain/forecast/observations.ts";
import { clusteredRate } from "../domain/statistics/clustered-rate.ts";
import { engineCorrelations } from "../domain/statistics/correlation.ts";
import { ESTIMANDS } from "../domain/statistics/estimate.ts";
import { weightedMean } from "../domain/statistics/weighted-mean.ts";
import type { Deps } from "./ports.ts";
import type { EnginePrompt, EngineTotals, ScorePoint } from "./stores.ts";

const interval = (bounds: [number, number] | null) =>
  bounds && { low: bounds[0], high: bounds[1], level: INTERVAL_LEVEL };

const prediction = (forecast: Forecast, backtestMae: number | null) => ({
  trajectory: forecast.trajectory,
  confidence: forecast.confidence,
  current_score: forecast.currentScore,
  predicted_2w: forecast.predicted2w,
  interval_2w: interval(forecast.interval2w),
  predicted_4w: forecast.predicted4w,
  interval_4w: interval(forecast.interval4w),
  method: forecast.method,
  backtest_mae: backtestMae,
  scans_used: forecast.scansUsed,
  reason: forecast.reason,
});

type Prediction = ReturnType<typeof prediction>;

function predictPool(histories: ScoreHistory[], now: string): Prediction[] {
  const errors = backtestPool(histories, now);
  return forecastPool(histories, now).map((forecast, i) => prediction(forecast, errors[i] ?? null));
}

/** The brand is forecast on its own, the topics as a pool: they share how noisy and how restless they are. */
export async function readTrends(deps: Pick<Deps, "stores" | "now">, brandId: string): Promise<TrendsAnalytics> {
  const brandPoints = await deps.stores.analytics.brandScores(brandId);
  const topics = Map.groupBy(await deps.stores.analytics.topicScores(brandId), ({ id }) => id);
  const now = deps.now();
  const predictions = predictPool([...topics.values()], now);
  return {
    brand_prediction: predictPool([brandPoints], now)[0] as Prediction,
    topic_predictions: [...topics].map(([id, [first]], i) => ({
      topic_id: id,
      topic_name: (first as ScorePoint).name,
      ...(predictions[i] as Prediction),
    })),
  };
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Prompts by how often they were answered: then the mean is that of all answers. */
function certaintyOf(prompts: EnginePrompt[], n: number) {
  const panel = prompts.map(({ promptId, engine, n: answers, sum, sumSquares }) => ({
    promptId,
    stratum: "",
    weight: answers / n,
    cells: [{ n: answers, sum, sumSquares, engine, share: 1 }],
  }));
  const score = weightedMean(panel);
  const mentions = clusteredRate(
    prompts.map(({ n: answers, mentions: hits }) => ({ n: answers, sum: hits, sumSquares: hits })),
  );
  return {
    interval: score && { low: score.low, high: score.high, level: score.level },
    n_effective: score?.nEffective ?? null,
    estimand: ESTIMANDS.likeThese,
    mention_interval: mentions && { low: mentions.low, high: mentions.high, level: mentions.level },
  };
}

const statistics = (totals: EngineTotals, prompts: EnginePrompt[]) => ({
  avg_score: share(totals.score_sum, totals.n),
  mention_rate: share(totals.mentions, totals.n),
  avg_position: share(totals.position_sum, totals.mentions),
  sentiment: {
    positive: share(totals.positive, totals.mentions),
    neutral: share(totals.neutral, totals.mentions),
    negative: share(totals.negative, totals.mentions),
  },
  avg_citations: share(totals.citations, totals.n),
  recommendation_rate: share(totals.recommended, totals.n),
  n: totals.n,
  ...certaintyOf(prompts, totals.n),
});

export async function compareEngines(
  deps: Pick<Deps, "stores">,
  brandId: string,
  scanId?: string,
): Promise<EnginesAnalytics> {
  const totals = await deps.stores.analytics.engineTotals(brandId, scanId);
  const prompts = await deps.stores.analytics.enginePrompts(brandId, scanId);
  const cells = prompts.map(({ engine, promptId, n, sum }) => ({ engine, cell: promptId, score: sum / n }));
  const { correlation, n } = engineCorrelations(cells);
  const ofEngine = Map.groupBy(prompts, ({ engine }) => engine);
  return {
    engine_stats: Object.fromEntries(
      totals.map((one) => [one.engine, statistics(one, ofEngine.get(one.engine) ?? [])]),
    ),
    correlation_matrix: correlation,
    correlation_n: n,
  };
}
