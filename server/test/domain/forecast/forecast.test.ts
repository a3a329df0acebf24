import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backtestPool } from "../../../src/domain/forecast/backtest.ts";
import { dampedSteps, shrunkTrend } from "../../../src/domain/forecast/damped-trend.ts";
import { type Forecast, forecastPool } from "../../../src/domain/forecast/forecast.ts";
import { firstLevel, follow } from "../../../src/domain/forecast/local-level.ts";
import type { Observation, ScoreHistory } from "../../../src/domain/forecast/observations.ts";
import { noiseOf, toScale, toScore } from "../../../src/domain/forecast/stable-scale.ts";

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 5);

const dayAt = (day: number) => new Date(START_MS + day * DAY_MS).toISOString();
const weekly = (scores: number[]): ScoreHistory => scores.map((score, week) => ({ at: dayAt(7 * week), score }));
const forecastOf = (history: ScoreHistory, now?: string): Forecast => forecastPool([history], now)[0] as Forecast;
const errorOf = (history: ScoreHistory) => backtestPool([history])[0];
const widthOf = (interval: [number, number] | null) => (interval === null ? Number.NaN : interval[1] - interval[0]);

/** A repeatable standard normal draw: mulberry32 through Box-Muller. */
function normalDraws(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 4_294_967_296;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

const pointArb = fc.record({
  at: fc.integer({ min: 0, max: 400 }).map(dayAt),
  score: fc.double({ min: 0, max: 100, noNaN: true }),
});
/** Many scans of one instant and several series of middling scores: sums in which the order of terms shows. */
const crowdedArb = fc
  .array(
    fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.double({ min: 40, max: 60, noNaN: true })), {
      minLength: 20,
      maxLength: 30,
    }),
    { minLength: 3, maxLength: 4 },
  )
  .map((all): ScoreHistory[] => all.map((scans) => scans.map(([week, score]) => ({ at: dayAt(7 * week), score }))));
const poolArb = fc.array(fc.array(pointArb, { maxLength: 30 }), { minLength: 1, maxLength: 4 });

describe("any history", () => {
  test("gives finite predictions within 0..100, inside their own band", () => {
    fc.assert(
      fc.property(poolArb, fc.option(fc.constant(dayAt(400)), { nil: undefined }), (pool, now) => {
        for (const forecast of forecastPool(pool, now)) {
          const { currentScore, predicted2w, predicted4w, interval2w, interval4w, scansUsed } = forecast;
          for (const score of [currentScore, predicted2w, predicted4w, ...(interval2w ?? []), ...(interval4w ?? [])]) {
            expect(score).toBeGreaterThanOrEqual(0);
            expect(score).toBeLessThanOrEqual(100);
          }
          expect(interval2w === null).toBe(scansUsed < 3);
          if (interval2w === null || interval4w === null) continue;
          expect(interval2w[0]).toBeLessThanOrEqual(predicted2w);
          expect(interval2w[1]).toBeGreaterThanOrEqual(predicted2w);
          expect(interval4w[0]).toBeLessThanOrEqual(predicted4w);
          expect(interval4w[1]).toBeGreaterThanOrEqual(predicted4w);
        }
      }),
    );
  });

  test("gives the same forecasts whatever the order of series and points", () => {
    fc.assert(
      fc.property(fc.oneof(poolArb, crowdedArb), (pool) => {
        const reversed = pool.map((points) => points.toReversed()).toReversed();
        expect(forecastPool(reversed).toReversed()).toEqual(forecastPool(pool));
        expect(backtestPool(reversed).toReversed()).toEqual(backtestPool(pool));
      }),
    );
  });

  test("gives the same forecasts whenever it happened", () => {
    const shifted = (at: string, days: number) => new Date(Date.parse(at) + days * DAY_MS).toISOString();
    fc.assert(
      fc.property(poolArb, fc.integer({ min: -9000, max: 9000 }), (pool, days) => {
        const then = forecastPool(
          pool.map((points) => points.map(({ at, score }) => ({ at: shifted(at, days), score }))),
        );
        for (const [i, forecast] of forecastPool(pool).entries()) {
          expect(then[i]?.trajectory).toBe(forecast.trajectory);
          expect(then[i]?.predicted4w).toBeCloseTo(forecast.predicted4w, 6);
          expect(then[i]?.interval4w?.[0] ?? 0).toBeCloseTo(forecast.interval4w?.[0] ?? 0, 6);
        }
      }),
    );
  });

  test("gives a four-week band that holds the two-week one, as long as there is no trend", () => {
    fc.assert(
      fc.property(poolArb, (pool) => {
        for (const { method, interval2w, interval4w } of forecastPool(pool)) {
          if (method !== "smoothed level" || interval2w === null || interval4w === null) continue;
          expect(interval4w[0]).toBeLessThanOrEqual(interval2w[0]);
          expect(interval4w[1]).toBeGreaterThanOrEqual(interval2w[1]);
          expect(widthOf(interval4w)).toBeGreaterThan(widthOf(interval2w));
        }
      }),
    );
  });

  test("that never moves is stable at its score, with an error of nothing and a band that is not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 3, max: 60 }), (score, scans) => {
        const history = weekly(Array<number>(scans).fill(score));
        const forecast = forecastOf(history);
        expect(forecast.trajectory).toBe("stable");
        expect(forecast.predicted2w).toBeCloseTo(score, 9);
        expect(forecast.predicted4w).toBeCloseTo(score, 9);
        if (scans >= 5) expect(errorOf(history)).toBeCloseTo(0, 9);
        // Ten thousand answers a scan would still leave this much.
        const leastNoise = 100 * Math.sqrt(((score / 100) * (1 - score / 100)) / 10_000);
        expect(widthOf(forecast.interval2w)).toBeGreaterThan(2 * leastNoise);
      }),
    );
  });
});

describe("too short a history", () => {
  test("of no scans says so", () => {
    expect(forecastOf([])).toMatchObject({
      currentScore: 0,
      predicted2w: 0,
      predicted4w: 0,
      trajectory: "stable",
      confidence: "low",
      interval2w: null,
      scansUsed: 0,
      reason: "No completed scan yet.",
    });
  });

  test("of two scans carries the last score forward and says why", () => {
    const forecast = forecastOf(weekly([30, 40]));
    expect(forecast).toMatchObject({ confidence: "low", interval2w: null, interval4w: null, scansUsed: 2 });
    for (const score of [forecast.currentScore, forecast.predicted2w, forecast.predicted4w])
      expect(score).toBeCloseTo(40, 9);
    expect(forecast.reason).toBe(
      "Only 2 completed scans so far: a forecast needs at least 3. The latest score is shown unchanged.",
    );
  });

  test("does not count scans after now, nor two of one instant twice", () => {
    const early = forecastOf(weekly([30, 40, 50, 60]), dayAt(20));
    expect(early).toMatchObject({ scansUsed: 3, reason: null });
    expect(early.currentScore).toBeCloseTo(50, 9);
    const twice = forecastOf([...weekly([30, 40]), { at: dayAt(7), score: 60 }]);
    expect(twice.scansUsed).toBe(2);
    expect(twice.currentScore).toBeCloseTo(50, 9);
  });
});

describe("the stable scale", () => {
  test("gives every score back", () => {
    for (const score of [0, 0.01, 2, 50, 98, 100]) expect(toScore(toScale(score))).toBeCloseTo(score, 9);
  });

  test("gives a share the same noise wherever it lies", () => {
    const answers = 400;
    for (const share of [0.05, 0.3, 0.5, 0.9]) {
      const sd = 100 * Math.sqrt((share * (1 - share)) / answers);
      const width = toScale(100 * share + sd) - toScale(100 * share - sd);
      expect(width / 2).toBeCloseTo(Math.sqrt(noiseOf(answers)), 1);
    }
  });

  test("gives series near nothing narrower bands than series of middling scores beside them", () => {
    const low = [1, 2, 1.5, 0.5, 2, 1, 1.5, 1, 2, 0.5];
    const middling = [52, 60, 55, 48, 57, 61, 50, 54, 58, 49];
    const [near, far] = forecastPool([weekly(low), weekly(middling)]);
    expect(widthOf(near?.interval2w ?? null)).toBeLessThan(3);
    expect(widthOf(far?.interval2w ?? null)).toBeGreaterThan(8);
  });
});

describe("smoothing", () => {
  const followed = (observations: Observation[], driftPerDay: number) => {
    const [first, ...more] = observations;
    const state = firstLevel(first as Observation);
    for (const next of more) follow(state, next, driftPerDay);
    return state;
  };

  test("follows the filter worked by hand", () => {
    // Drift .5 a step: gains 1.5/2.5 and 1.1/2.1, errors 10 and 4, neither beyond two standard deviations.
    const values = [10, 20, 20].map((value, week) => ({ atDays: 7 * week, value }));
    const state = followed(values, 0.5 / 7);
    expect(state.level).toBeCloseTo(16 + (4 * 1.1) / 2.1, 9);
    expect(state.levelVariance).toBeCloseTo(1.1 / 2.1, 9);
    expect(state.squaredError).toBeCloseTo(100 / 2.5 + 16 / 2.1, 9);
  });

  test("trusts a scan more the longer the gap before it", () => {
    const after = (atDays: number) =>
      followed(
        [
          { atDays: 0, value: 10 },
          { atDays, value: 20 },
        ],
        0.1,
      ).level;
    expect(after(28)).toBeGreaterThan(after(7));
  });

  test("takes one odd scan for no more than a large error, and believes the same level when it stays", () => {
    const quiet = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 40 : 42));
    const once = forecastOf(weekly([...quiet, 80]));
    expect(once.predicted2w).toBeLessThan(50);
    const stayed = forecastOf(weekly([...quiet, 80, 81, 80, 79, 81, 80]));
    expect(stayed.predicted2w).toBeGreaterThan(72);
  });

  test("forecasts between the last score and the older ones", () => {
    const { predicted2w } = forecastOf(weekly([40, 43, 38, 41, 39, 42, 40, 60]));
    expect(predicted2w).toBeGreaterThan(41);
    expect(predicted2w).toBeLessThan(60);
  });

  test("learns from the rest of the pool how much to trust a jump", () => {
    const walk = Array.from({ length: 30 }, (_, i) => 50 + 12 * Math.sin(i / 4));
    const noise = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 45 : 55));
    const besides = (scores: number[]) => forecastPool([weekly([40, 40, 50]), weekly(scores)])[0]?.predicted2w ?? 0;
    expect(besides(walk)).toBeGreaterThan(besides(noise) + 1);
  });

  test("is hardly widened by one wild series in the pool", () => {
    const calm = [40, 41, 39, 40, 42, 38];
    const wild = [5, 90, 10, 80, 20, 95];
    const pool = [calm, calm.toReversed(), calm, calm.toReversed()].map(weekly);
    const apart = widthOf(forecastPool(pool)[0]?.interval2w ?? null);
    const beside = widthOf(forecastPool([...pool, weekly(wild)])[0]?.interval2w ?? null);
    expect(beside).toBeLessThan(1.5 * apart);
  });

  test("counts the weeks from now, or else from the last scan, and widens the band the older that is", () => {
    const history = weekly([40, 45, 38, 43, 41, 46]);
    expect(forecastOf(history, dayAt(35))).toEqual(forecastOf(history));
    expect(widthOf(forecastOf(history, dayAt(120)).interval2w)).toBeGreaterThan(
      widthOf(forecastOf(history).interval2w) + 1,
    );
  });
});

describe("trend", () => {
  const jitter = [0.4, -0.3, 0.1, -0.5, 0.3];
  const rising = (scans: number) =>
    weekly(Array.from({ length: scans }, (_, i) => 10 + 2.5 * i + (jitter[i % jitter.length] ?? 0)));

  test("is used from twenty scans, not before", () => {
    const short = forecastOf(rising(19));
    expect(short.predicted4w).toBe(short.predicted2w);
    expect(short.method).toBe("smoothed level");
    const long = forecastOf(rising(20));
    expect(long.predicted4w).toBeGreaterThan(long.predicted2w + 1);
    expect(long.predicted2w).toBeGreaterThan(long.currentScore);
    expect(long.method).toBe("smoothed level with damped trend");
  });

  test("does not carry a score past 100", () => {
    const { currentScore, predicted2w, predicted4w } = forecastOf(
      weekly(Array.from({ length: 30 }, (_, i) => 12 + 3 * i)),
    );
    expect(currentScore).toBeCloseTo(99, 9);
    expect(predicted4w).toBeGreaterThan(predicted2w - 1e-9);
    expect(predicted4w).toBeLessThanOrEqual(100);
  });

  test("fades by .85 a step", () => {
    expect(dampedSteps(1)).toBeCloseTo(0.85, 12);
    expect(dampedSteps(2)).toBeCloseTo(0.85 + 0.7225, 12);
    expect(dampedSteps(1000)).toBeCloseTo(0.85 / 0.15, 9);
  });

  test("keeps of a slope what twice its variance leaves", () => {
    const line = Array.from({ length: 20 }, (_, i) => ({ atDays: 7 * i, value: 2 * i }));
    // Steps -9.5..9.5 have a sum of squares of 665; without drift the slope's variance is 133 / 665 = .2.
    const { slope, variance, stepDays } = shrunkTrend(line, { noise: 133, driftPerDay: 0 });
    expect(stepDays).toBe(7);
    expect(slope).toBeCloseTo(2 * (1 - 0.4 / 4), 12);
    expect(variance).toBeCloseTo(0.9 * 0.2, 12);
    expect(shrunkTrend(line, { noise: 133, driftPerDay: 20 }).slope).toBe(0);
  });
});

describe("trajectory and confidence", () => {
  const quiet = [40, 41, 39.5, 40.5, 40, 39, 41, 40, 39.5, 40.5, 40, 41, 39.5, 40];

  test("a spike over a quiet history is expected to come down", () => {
    const forecast = forecastOf(weekly([...quiet, ...quiet, 58]));
    expect(forecast.currentScore).toBeCloseTo(58, 9);
    expect(forecast.interval4w?.[1]).toBeLessThan(58);
    expect(forecast.trajectory).toBe("declining");
    expect(forecastOf(weekly([...quiet, ...quiet, 22])).trajectory).toBe("improving");
  });

  test("a change that the band still holds is stable, however large", () => {
    const forecast = forecastOf(weekly([40, 60, 35, 55, 30, 62, 38, 61]));
    expect(forecast.currentScore - forecast.predicted2w).toBeGreaterThan(2);
    expect(forecast.trajectory).toBe("stable");
  });

  test("a change of less than two points is stable, however sure", () => {
    const forecast = forecastOf(weekly([...Array<number>(80).fill(40), 41.8]));
    expect(forecast.interval4w?.[1]).toBeLessThan(41.8);
    expect(forecast.trajectory).toBe("stable");
  });

  test("is high from 12 quiet scans, medium from 6, low below, and never high when the band is wide", () => {
    expect(forecastOf(weekly(quiet.slice(0, 12))).confidence).toBe("high");
    expect(forecastOf(weekly(quiet.slice(0, 11))).confidence).toBe("medium");
    expect(forecastOf(weekly(quiet.slice(0, 6))).confidence).toBe("medium");
    expect(forecastOf(weekly(quiet.slice(0, 5))).confidence).toBe("low");
    const loud = quiet.map((score, i) => score + (i % 2 === 0 ? 15 : -15));
    expect(forecastOf(weekly(loud)).confidence).toBe("medium");
  });
});

describe("back-test", () => {
  test("judges each forecast by the first scan two weeks on, knowing nothing later than its day", () => {
    // The only judged day is the third scan's: all tens, against 30 two weeks on. The 50 between must not show.
    expect(errorOf(weekly([10, 10, 10, 50, 30]))).toBeCloseTo(20, 9);
  });

  test("makes the forecasts that would have been made then", () => {
    const pool = [weekly([20, 24, 22, 30, 27, 33]), weekly([60, 50, 55, 58, 49, 57])];
    const errors = [3, 4].map((scans) => {
      const then = forecastPool(pool.map((history) => history.slice(0, scans)))[0] as Forecast;
      return Math.abs(then.predicted2w - (pool[0]?.[scans + 1]?.score ?? 0));
    });
    expect(backtestPool(pool)[0]).toBeCloseTo(((errors[0] ?? 0) + (errors[1] ?? 0)) / 2, 9);
  });

  test("is null while no forecast is old enough to be judged", () => {
    expect(errorOf(weekly([10, 20, 10, 50]))).toBeNull();
    expect(backtestPool([[], weekly([5])])).toEqual([null, null]);
  });
});

test("the 80% band holds and the forecast beats carrying the last score forward, on simulated scans", () => {
  const draw = normalDraws(20260105);
  let held = 0;
  let error = 0;
  let naiveError = 0;
  const trials = 400;
  for (let trial = 0; trial < trials; trial += 1) {
    const paths = Array.from({ length: 5 }, () => {
      let level = 50;
      return Array.from({ length: 12 }, () => {
        level += 1.5 * draw();
        return level + 4 * draw();
      });
    });
    for (const [i, forecast] of forecastPool(paths.map((path) => weekly(path.slice(0, 10)))).entries()) {
      const [low, high] = forecast.interval2w ?? [0, 0];
      const target = paths[i]?.[11] ?? 0;
      if (target >= low && target <= high) held += 1;
      error += Math.abs(forecast.predicted2w - target);
      naiveError += Math.abs((paths[i]?.[9] ?? 0) - target);
    }
  }
  expect(held / (trials * 5)).toBeGreaterThan(0.76);
  expect(held / (trials * 5)).toBeLessThan(0.86);
  expect(error / naiveError).toBeLessThan(0.87);
});
