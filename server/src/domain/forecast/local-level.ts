import type { Observation } from "./observations.ts";
import { noiseOf } from "./stable-scale.ts";

/**
 * What smoothing knows of one series after `seen` observations. The level's variance is in units of the noise variance;
 * errors are divided by their expected spread, so that they all tell of the noise alike.
 */
export type Level = {
  seen: number;
  atDays: number;
  level: number;
  levelVariance: number;
  absoluteError: number;
  squaredError: number;
  errorCount: number;
  logSpread: number;
};

/** What is taken for noise until a series has shown its own: that of a scan of a hundred answers. */
export const USUAL_NOISE = noiseOf(100);

/** How many errors of its own the noise taken from elsewhere counts for against a series'. */
export const BORROWED_ERRORS = 4;

// An error beyond this many standard deviations moves the level by no more than that (Gelper, Fried and Croux 2010, after
// Huber 1964): one odd scan is no new level. It counts in full for the noise, so that the limit gives way when it stays.
const FARTHEST_SDS = 2;

// The standard deviation of a normal error whose mean absolute value is one.
const SD_PER_MEAN_ERROR = Math.sqrt(Math.PI / 2);

export function firstLevel({ atDays, value }: Observation): Level {
  return {
    seen: 1,
    atDays,
    level: value,
    levelVariance: 1,
    absoluteError: 0,
    squaredError: 0,
    errorCount: 0,
    logSpread: 0,
  };
}

/**
 * Simple exponential smoothing in its state-space form, a random walk seen through noise (Muth 1960), filtered as by
 * Kalman (1960). Unlike the textbook recursion it weighs early observations equally and lets the gain grow with the gap
 * between scans. Changes the state it is given: a pool is smoothed many times.
 */
export function follow(state: Level, next: Observation, driftPerDay: number): void {
  const before = state.levelVariance + driftPerDay * (next.atDays - state.atDays);
  const spread = before + 1;
  const limit = FARTHEST_SDS * Math.sqrt(ownNoise(state, USUAL_NOISE) * spread);
  const error = next.value - state.level;
  state.seen += 1;
  state.atDays = next.atDays;
  state.level += (before / spread) * Math.min(limit, Math.max(-limit, error));
  state.levelVariance = before / spread;
  state.absoluteError += Math.abs(error) / Math.sqrt(spread);
  state.squaredError += (error * error) / spread;
  state.errorCount += 1;
  state.logSpread += Math.log(spread);
}

/**
 * A series' own noise variance, pulled toward what is usual. It is read from mean absolute errors: nine in ten errors stay
 * below 1.606 times their mean when they are normal and below 1.609 times when they are Laplace's, so that a band made
 * from it holds with heavy tails as well, which one made from squares does not.
 */
export function ownNoise({ absoluteError, errorCount }: Level, usual: number): number {
  const sd = SD_PER_MEAN_ERROR * absoluteError + BORROWED_ERRORS * Math.sqrt(usual);
  return (sd / (errorCount + BORROWED_ERRORS)) ** 2;
}

/** The same without any pull; of a series with at least one error. */
export function plainNoise({ absoluteError, errorCount }: Level): number {
  return ((SD_PER_MEAN_ERROR * absoluteError) / errorCount) ** 2;
}
