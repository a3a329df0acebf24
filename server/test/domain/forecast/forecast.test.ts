import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backtestPool } from "../../../src/domain/forecast/backtest.ts";
import { dampedSteps, shrunkTrend } from "../../../src/domain/forecast/damped-trend.ts";
import { type Forecast, forecastPool, type ScoreSeries } from "../../../src/domain/forecast/forecast.ts";
import { smooth } from "../../../src/domain/forecast/local-level.ts";

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 5);

const dayAt = (day: number) => new Date(START_MS + day * DAY_MS).toISOString();
const weekly = (scores: number[], id = "topic"): ScoreSeries => ({
  id,
  points: scores.map((score, week) => ({ at: dayAt(7 * week), score })),
});
function forecastOf(series: ScoreSeries, now = series.points.at(-1)?.at ?? dayAt(0)): Forecast {
  const forecast = forecastPool([series], now).get(series.id);
  if (forecast === undefined) throw new Error("the series has no forecast");
  return forecast;
}
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
  .map((all): ScoreSeries[] =>
    all.map((scans, i) => ({
      id: `topic-${i}`,
      points: scans.map(([week, score]) => ({ at: dayAt(7 * week), score })),
    })),
  );
const poolArb = fc
  .array(fc.array(pointArb, { maxLength: 30 }), { minLength: 1, maxLength: 4 })
  .map((all): ScoreSeries[] => all.map((points, i) => ({ id: `topic-${i}`, points })));

describe("any history", () => {
  test("gives finite predictions within 0..100, inside their own band", () => {
    fc.assert(
      fc.property(poolArb, (pool) => {
        for (const forecast of forecastPool(pool, dayAt(400)).values()) {
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
        const reversed = pool.map(({ id, points }) => ({ id, points: points.toReversed() })).toReversed();
        const expected = forecastPool(pool, dayAt(400));
        const actual = forecastPool(reversed, dayAt(400));
        for (const [id, forecast] of expected) expect(actual.get(id)).toEqual(forecast);
      }),
    );
  });

  test("that never moves is stable at its score, with an error of nothing and a band that is not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 3, max: 60 }), (score, scans) => {
        const forecast = forecastOf(weekly(Array<number>(scans).fill(score)));
        expect(forecast.trajectory).toBe("stable");
        expect(forecast.predicted2w).toBeCloseTo(score, 9);
        expect(forecast.predicted4w).toBeCloseTo(score, 9);
        if (scans >= 5) expect(forecast.backtestMae).toBeCloseTo(0, 9);
        expect(widthOf(forecast.interval2w)).toBeGreaterThan(0);
      }),
    );
  });
});

describe("too short a history", () => {
  test("of no scans says so", () => {
    expect(forecastOf(weekly([]))).toMatchObject({
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
    expect(forecast).toMatchObject({ currentScore: 40, predicted2w: 40, predicted4w: 40, confidence: "low" });
    expect(forecast).toMatchObject({ interval2w: null, interval4w: null, backtestMae: null, scansUsed: 2 });
    expect(forecast.reason).toBe(
      "Only 2 completed scans so far: a forecast needs at least 3. The latest score is shown unchanged.",
    );
  });

  test("does not count scans after now, nor two of one instant twice", () => {
    const series = weekly([30, 40, 50, 60]);
    expect(forecastOf(series, dayAt(20))).toMatchObject({ scansUsed: 3, currentScore: 50, reason: null });
    const twice = { id: "topic", points: [...weekly([30, 40]).points, { at: dayAt(7), score: 60 }] };
    expect(forecastOf(twice)).toMatchObject({ scansUsed: 2, currentScore: 50 });
  });
});

describe("smoothing", () => {
  test("follows the filter worked by hand", () => {
    // Drift .5 a step: gains 1.5/2.5 and 1.1/2.1, errors 10 and 4.
    const state = smooth(
      [
        { atDays: 0, score: 10 },
        { atDays: 7, score: 20 },
        { atDays: 14, score: 20 },
      ],
      0.5,
      7,
    );
    expect(state.level).toBeCloseTo(16 + (4 * 1.1) / 2.1, 12);
    expect(state.levelVariance).toBeCloseTo(1.1 / 2.1, 12);
    expect(state.squaredError).toBeCloseTo(100 / 2.5 + 16 / 2.1, 12);
  });

  test("trusts a scan more the longer the gap before it", () => {
    const after = (atDays: number) =>
      smooth(
        [
          { atDays: 0, score: 10 },
          { atDays, score: 20 },
        ],
        0.5,
        7,
      ).level;
    expect(after(28)).toBeGreaterThan(after(7));
  });

  test("forecasts between the last score and the older ones", () => {
    const { predicted2w } = forecastOf(weekly([40, 43, 38, 41, 39, 42, 40, 60]));
    expect(predicted2w).toBeGreaterThan(41);
    expect(predicted2w).toBeLessThan(60);
  });

  test("learns from the rest of the pool how much to trust a jump", () => {
    const short = weekly([40, 40, 50], "short");
    const walk = Array.from({ length: 30 }, (_, i) => 50 + 12 * Math.sin(i / 4));
    const noise = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 45 : 55));
    const besides = (scores: number[]) => forecastPool([short, weekly(scores, "long")], dayAt(210)).get("short");
    expect(besides(walk)?.predicted2w).toBeGreaterThan((besides(noise)?.predicted2w ?? 100) + 2);
  });

  test("widens its band the older the last scan is", () => {
    const series = weekly([40, 45, 38, 43, 41, 46]);
    expect(widthOf(forecastOf(series, dayAt(120)).interval2w)).toBeGreaterThan(
      widthOf(forecastOf(series).interval2w) + 1,
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
    const series = weekly(Array.from({ length: 30 }, (_, i) => 12 + 3 * i));
    expect(forecastOf(series)).toMatchObject({ currentScore: 99, predicted2w: 100, predicted4w: 100 });
  });

  test("fades by .85 a step", () => {
    expect(dampedSteps(1)).toBeCloseTo(0.85, 12);
    expect(dampedSteps(2)).toBeCloseTo(0.85 + 0.7225, 12);
    expect(dampedSteps(1000)).toBeCloseTo(0.85 / 0.15, 9);
  });

  test("keeps of a slope what its error leaves", () => {
    const line = Array.from({ length: 20 }, (_, i) => ({ atDays: 7 * i, score: 2 * i }));
    // Steps -9.5..9.5 have a sum of squares of 665; without drift the slope's variance is 133 / 665 = .2.
    const { slope, standardError } = shrunkTrend(line, { stepDays: 7, driftPerStep: 0, noiseVariance: 133 });
    expect(slope).toBeCloseTo(2 * (1 - 0.2 / 4), 12);
    expect(standardError).toBeCloseTo(Math.sqrt(0.95 * 0.2), 12);
    expect(shrunkTrend(line, { stepDays: 7, driftPerStep: 1, noiseVariance: 133 }).slope).toBe(0);
  });
});

describe("trajectory and confidence", () => {
  const quiet = [40, 41, 39.5, 40.5, 40, 39, 41, 40, 39.5, 40.5, 40, 41, 39.5, 40];

  test("a spike over a quiet history is expected to come down", () => {
    const forecast = forecastOf(weekly([...quiet, ...quiet, 58]));
    expect(forecast.currentScore).toBe(58);
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
    expect(forecastOf(weekly([10, 10, 10, 50, 30])).backtestMae).toBeCloseTo(20, 9);
  });

  test("is null while no forecast is old enough to be judged", () => {
    expect(forecastOf(weekly([10, 20, 10, 50])).backtestMae).toBeNull();
    expect(backtestPool([[], [{ atDays: 0, score: 5 }]])).toEqual([null, null]);
  });
});

test("the 80% band holds and the forecast beats carrying the last score forward, on simulated scans", () => {
  const draw = normalDraws(20260105);
  let held = 0;
  let error = 0;
  let naiveError = 0;
  const trials = 400;
  for (let trial = 0; trial < trials; trial += 1) {
    const paths = Array.from({ length: 5 }, (_, i) => {
      let level = 50;
      const walk = Array.from({ length: 12 }, () => {
        level += 1.5 * draw();
        return level + 4 * draw();
      });
      return { series: weekly(walk.slice(0, 10), `topic-${i}`), last: walk[9] ?? 0, target: walk[11] ?? 0 };
    });
    const forecasts = forecastPool(
      paths.map((path) => path.series),
      dayAt(63),
    );
    for (const { series, last, target } of paths) {
      const { interval2w, predicted2w } = forecasts.get(series.id) as Forecast;
      const [low, high] = interval2w ?? [0, 0];
      if (target >= low && target <= high) held += 1;
      error += Math.abs(predicted2w - target);
      naiveError += Math.abs(last - target);
    }
  }
  expect(held / (trials * 5)).toBeGreaterThan(0.76);
  expect(held / (trials * 5)).toBeLessThan(0.86);
  expect(error / naiveError).toBeLessThan(0.87);
});
