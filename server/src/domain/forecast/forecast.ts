import type { Confidence, Trajectory } from "@answerscope/api/vocabulary";
import { backtestPool, FEWEST_SCANS } from "./backtest.ts";
import { fitPool, type Observation, type PoolFit } from "./local-level.ts";
import { clip, outlookOf, type Prediction, predict } from "./predict.ts";

/** A score's history: the scans of a topic, or of the whole brand. */
export type ScoreSeries = { id: string; points: { at: string; score: number }[] };

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
  /** Mean absolute error, in points, of the two-week forecasts that this history would have had. */
  backtestMae: number | null;
  scansUsed: number;
  /** Why there is no forecast, in plain words; null when there is one. */
  reason: string | null;
};

const DAY_MS = 86_400_000;
const LEAST_CHANGE_PTS = 2;
const HIGH_CONFIDENCE = { scans: 12, halfWidthPts: 5 };
const MEDIUM_CONFIDENCE_SCANS = 6;

/**
 * Two- and four-week forecasts of every series. The series are read together because one history is too short to tell
 * how fast scores move and how noisy they are; points after `now` are not looked at.
 */
export function forecastPool(series: ScoreSeries[], now: string): Map<string, Forecast> {
  const nowDays = Date.parse(now) / DAY_MS;
  // Sums of floating-point numbers depend on their order: a fixed order makes the forecast independent of the caller's.
  const inOrder = [...series].sort((a, b) => (a.id < b.id ? -1 : 1));
  const pool = inOrder.map(({ points }) => observationsOf(points, nowDays));
  const fit = fitPool(pool);
  const errors = backtestPool(pool);
  const forecasts = new Map<string, Forecast>();
  for (const [i, { id }] of inOrder.entries()) {
    const observations = pool[i] ?? [];
    const enough = observations.length >= FEWEST_SCANS;
    forecasts.set(
      id,
      enough ? forecastSeries(observations, fit, errors[i] ?? null, nowDays) : carriedForward(observations),
    );
  }
  return forecasts;
}

/** In order of time; scans of one instant are one observation, their mean, so that no order among them matters. */
function observationsOf(points: ScoreSeries["points"], nowDays: number): Observation[] {
  const scoresByDay = new Map<number, number[]>();
  for (const { at, score } of points) {
    const atDays = Date.parse(at) / DAY_MS;
    if (atDays > nowDays) continue;
    scoresByDay.set(atDays, [...(scoresByDay.get(atDays) ?? []), score]);
  }
  return [...scoresByDay]
    .map(([atDays, scores]) => ({ atDays, score: meanOf(scores) }))
    .sort((a, b) => a.atDays - b.atDays);
}

function meanOf(scores: number[]): number {
  return scores.sort((a, b) => a - b).reduce((sum, score) => sum + score, 0) / scores.length;
}

function forecastSeries(
  observations: readonly Observation[],
  fit: PoolFit,
  backtestMae: number | null,
  nowDays: number,
): Forecast {
  const outlook = outlookOf(observations, fit);
  const in2w = predict(outlook, nowDays + 14);
  const in4w = predict(outlook, nowDays + 28);
  const currentScore = clip(observations.at(-1)?.score ?? 0);
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
    backtestMae,
    scansUsed: observations.length,
    reason: null,
  };
}

function carriedForward(observations: readonly Observation[]): Forecast {
  const currentScore = clip(observations.at(-1)?.score ?? 0);
  return {
    trajectory: "stable",
    confidence: "low",
    currentScore,
    predicted2w: currentScore,
    predicted4w: currentScore,
    interval2w: null,
    interval4w: null,
    method: "last score carried forward",
    backtestMae: null,
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
