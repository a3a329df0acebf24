import { toScale } from "./stable-scale.ts";

/** A score's history: the scans of a topic, or of the whole brand. */
export type ScoreHistory = readonly { at: string; score: number }[];

/** One scored scan, its score on the stable scale; time in days, so that gaps and not counts drive the smoothing. */
export type Observation = { atDays: number; value: number };

const DAY_MS = 86_400_000;

export const daysOf = (at: string): number => Date.parse(at) / DAY_MS;

/** In order of time, none after `now`; scans of one instant are one observation, their mean. */
export function observationsOf(history: ScoreHistory, now?: string): Observation[] {
  const nowDays = now === undefined ? Number.POSITIVE_INFINITY : daysOf(now);
  const scoresByDay = new Map<number, number[]>();
  for (const { at, score } of history) {
    const atDays = daysOf(at);
    if (atDays > nowDays) continue;
    const scores = scoresByDay.get(atDays);
    if (scores) scores.push(score);
    else scoresByDay.set(atDays, [score]);
  }
  return [...scoresByDay]
    .map(([atDays, scores]) => ({ atDays, value: toScale(sumOf(scores) / scores.length) }))
    .sort((a, b) => a.atDays - b.atDays);
}

/** Sums of floating-point numbers depend on their order: a fixed one makes results independent of the caller's. */
export function sumOf(numbers: readonly number[]): number {
  return Float64Array.from(numbers)
    .sort()
    .reduce((sum, number) => sum + number, 0);
}
