import { z } from "zod";
import { interval as bounds, certainty, fraction, rateInterval, score } from "../fields.ts";
import { CONFIDENCES, TRAJECTORIES } from "../vocabulary.ts";

const interval = bounds.nullable();

const prediction = {
  trajectory: z.enum(TRAJECTORIES),
  confidence: z.enum(CONFIDENCES),
  current_score: score,
  predicted_2w: score,
  interval_2w: interval.describe("Extension: prediction interval; null when there is too little data."),
  interval_4w: interval.describe("Extension: as interval_2w, for four weeks."),
  method: z.string().describe("Extension: how the prediction was made."),
  backtest_mae: z.number().nullable().describe("Extension: mean error, in points, on the brand's own past."),
  scans_used: z.int().describe("Extension: completed scans behind the prediction."),
  reason: z.string().nullable().describe("Extension: why there is no real prediction yet, in words."),
};

const BrandPrediction = z.object({ ...prediction, predicted_4w: score }).meta({ id: "BrandPrediction" });

const TopicPrediction = z
  .object({
    topic_id: z.uuid(),
    topic_name: z.string(),
    ...prediction,
    predicted_4w: score.describe("Extension: as for the brand."),
  })
  .meta({ id: "TopicPrediction" });

export const TrendsAnalytics = z
  .object({ brand_prediction: BrandPrediction, topic_predictions: z.array(TopicPrediction) })
  .meta({ id: "TrendsAnalytics" });

const EngineStatistics = z
  .object({
    avg_score: score,
    mention_rate: fraction,
    avg_position: z.number().min(0).describe("Mean position over mentions; 0 when there was no mention."),
    sentiment: z
      .object({ positive: fraction, neutral: fraction, negative: fraction })
      .describe("Fractions of the mentions; all 0 when there was no mention."),
    avg_citations: z.number().min(0),
    recommendation_rate: fraction.describe("Fraction of all answers that tell the reader to choose the topic."),
    ...certainty,
    mention_interval: rateInterval.describe("Extension: the interval of mention_rate."),
  })
  .meta({ id: "EngineStatistics" });

export const EnginesAnalytics = z
  .object({
    engine_stats: z.record(z.string(), EngineStatistics),
    correlation_matrix: z
      .record(z.string(), z.record(z.string(), z.number().min(-1).max(1)))
      .describe(
        "Pairwise correlation of scores over prompts, shrunk; a pair with fewer than 3 common prompts is left out.",
      ),
    correlation_n: z
      .record(z.string(), z.record(z.string(), z.int()))
      .describe("Extension: how many common prompts each coefficient rests on."),
  })
  .meta({ id: "EnginesAnalytics" });
export type TrendsAnalytics = z.output<typeof TrendsAnalytics>;
export type EnginesAnalytics = z.output<typeof EnginesAnalytics>;
