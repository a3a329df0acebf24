import type { Confidence, Trajectory } from "@answerscope/api/vocabulary";
import { FEWEST_SCANS } from "./backtest.ts";
import { daysOf, type Observation, observationsOf, type ScoreHistory } from "./observations.ts";
import { advance, fitPool, type PoolFit, startSmoothing } from "./pool.ts";
import { outlookOf, type Prediction, predict } from "./predict.ts";
import { toScore } from "./stable-scale.ts";

export type Forecast = {
  trajectory: Trajectory;
  confidence: Confidence;
  currentScore: number;
  predicted2w: number;
  predicted4w: number;
  /** Where the score of a scan on that day should fall four times in five; null when there is no forecast. */
  interval2w: [number, number] | null;
  interval4w: [number, number] | null;
  method: string;
  scansUsed: number;
  /** Why there is no forecast, in plain words; null when there is one. */
  reason: string | null;
};

/** The share of scans that a forecast's intervals should hold. */
export const INTERVAL_LEVEL = 0.8;

const LEAST_CHANGE_PTS = 2;
const HIGH_CONFIDENCE = { scans: 12, halfWidthPts: 5 };
const MEDIUM_CONFIDENCE_SCANS = 6;

/**
 * Two- and four-week forecasts of every history, in their order. They are read together because one history is too short
 * to tell how fast scores move and how noisy they are. The weeks count from `now`, after which no scan is looked at;
 * without it, from the last scan of each history.
 */
export function forecastPool(histories: readonly ScoreHistory[], now?: string): Forecast[] {
  const pool = histories.map((history) => observationsOf(history, now));
  const smoothings = startSmoothing(pool);
  advance(smoothings, pool, Number.POSITIVE_INFINITY);
  const fit = fitPool(smoothings);
  return pool.map((observations, series) => {
    const last = observations.at(-1);
    if (last === undefined || observations.length < FEWEST_SCANS) return carriedForward(observations);
    return forecastSeries(series, observations, fit, now === undefined ? last.atDays : daysOf(now));
  });
}

const currentScoreOf = (observations: readonly Observation[]): number => toScore(observations.at(-1)?.value ?? 0);

function forecastSeries(
  series: number,
  observations: readonly Observation[],
  fit: PoolFit,
  fromDays: number,
): Forecast {
  const outlook = outlookOf(series, observations, fit);
  const in2w = predict(outlook, fromDays + 14);
  const in4w = predict(outlook, fromDays + 28);
  const currentScore = currentScoreOf(observations);
  return {
    // The later horizon speaks first: it is the one that a trend has had time to move.
    trajectory: directionOf(currentScore, in4w) ?? directionOf(currentScore, in2w) ?? "stable",
    confidence: confidenceOf(observations.length, Math.max(halfWidthPts(in2w), halfWidthPts(in4w))),
    currentScore,
    predicted2w: in2w.score,
    predicted4w: in4w.score,
    interval2w: in2w.interval,
    interval4w: in4w.interval,
    method: outlook.trend.slope === 0 ? "smoothed level" : "smoothed level with damped trend",
    scansUsed: observations.length,
    reason: null,
  };
}

function carriedForward(observations: readonly Observation[]): Forecast {
  const currentScore = currentScoreOf(observations);
  return {
    trajectory: "stable",
    confidence: "low",
    currentScore,
    predicted2w: currentScore,
    predicted4w: currentScore,
    interval2w: null,
    interval4w: null,
    method: "last score carried forward",
    scansUsed: observations.length,
    reason: reasonFor(observations.length),
  };
}

function reasonFor(scans: number): string {
  if (scans === 0) return "No completed scan yet.";
  const count = scans === 1 ? "Only 1 completed scan" : `Only ${scans} completed scans`;
  return `${count} so far: a forecast needs at least ${FEWEST_SCANS}. The latest score is shown unchanged.`;
}

/** Null when the change is too small to matter or when the band still holds today's score. */
function directionOf(currentScore: number, { score, interval: [low, high] }: Prediction): Trajectory | null {
  if (Math.abs(score - currentScore) < LEAST_CHANGE_PTS) return null;
  if (currentScore >= low && currentScore <= high) return null;
  return score > currentScore ? "improving" : "declining";
}

function halfWidthPts({ interval: [low, high] }: Prediction): number {
  return (high - low) / 2;
}

function confidenceOf(scans: number, widestPts: number): Confidence {
  if (scans >= HIGH_CONFIDENCE.scans && widestPts <= HIGH_CONFIDENCE.halfWidthPts) return "high";
  return scans >= MEDIUM_CONFIDENCE_SCANS ? "medium" : "low";
}
