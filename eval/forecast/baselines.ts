import type { Point } from "./load.ts";

/** What a simple tool would say of the score so many days after the last point. */
type Baseline = (history: Point[], horizonDays: number) => number;

const meanOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const lastOf = (history: Point[]): Point => history.at(-1) as Point;

const ALPHAS = Array.from({ length: 20 }, (_, i) => (i + 1) / 20);

/** Simple exponential smoothing of one series alone, its alpha the one with the least squared error so far. */
const smoothing: Baseline = (history) => {
  let best = { squaredError: Number.POSITIVE_INFINITY, level: 0 };
  for (const alpha of ALPHAS) {
    let level = history[0]?.score ?? 0;
    let squaredError = 0;
    for (const { score } of history.slice(1)) {
      squaredError += (score - level) ** 2;
      level += alpha * (score - level);
    }
    if (squaredError < best.squaredError) best = { squaredError, level };
  }
  return best.level;
};

const drift: Baseline = (history, horizonDays) => {
  const first = history[0] as Point;
  const last = lastOf(history);
  const slope = (last.score - first.score) / (last.days - first.days);
  return Math.min(100, Math.max(0, last.score + slope * horizonDays));
};

export const BASELINES = {
  naive: (history) => lastOf(history).score,
  mean: (history) => meanOf(history.map(({ score }) => score)),
  drift,
  SES: smoothing,
} as const satisfies Record<string, Baseline>;

export type BaselineName = keyof typeof BASELINES;
export const BASELINE_NAMES = Object.keys(BASELINES) as BaselineName[];
