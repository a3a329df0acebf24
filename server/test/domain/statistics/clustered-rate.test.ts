import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusteredRate } from "../../../src/domain/statistics/clustered-rate.ts";
import { type Estimate, halfWidth } from "../../../src/domain/statistics/estimate.ts";
import { anovaCorrelation, intraclassCorrelation } from "../../../src/domain/statistics/intraclass-correlation.ts";
import { twoSidedT } from "../../../src/domain/statistics/student-t.ts";
import { wilson } from "../../../src/domain/statistics/wilson.ts";

const rated = (n: number, hits: number) => ({ n, sum: hits, sumSquares: hits });
const known = (estimate: Estimate | null) => {
  if (estimate === null) throw new Error("no estimate");
  return estimate;
};
const promptArb = fc
  .integer({ min: 1, max: 12 })
  .chain((n) => fc.integer({ min: 0, max: n }).map((hits) => rated(n, hits)));
const promptsArb = fc.array(promptArb, { minLength: 1, maxLength: 20 });

describe("wilson", () => {
  // Newcombe (1998), table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("gives the published interval of %d in %d", (hits, n, low, high) => {
    const bounds = wilson(hits / n, 1 / n, 1.959964);
    expect(bounds.low).toBeCloseTo(low, 4);
    expect(bounds.high).toBeCloseTo(high, 4);
  });
});

describe("intraclassCorrelation", () => {
  test("gives the published one-way coefficient of Shrout and Fleiss (1979), and shrinks it toward .15", () => {
    const ratings = [
      [9, 2, 5, 8],
      [6, 1, 3, 2],
      [8, 4, 6, 8],
      [7, 1, 2, 6],
      [10, 5, 6, 9],
      [6, 2, 4, 7],
    ].map((values) => ({
      n: values.length,
      sum: values.reduce((a, b) => a + b, 0),
      sumSquares: values.reduce((a, b) => a + b * b, 0),
    }));
    const published = anovaCorrelation(ratings) ?? Number.NaN;
    expect(published).toBeCloseTo(0.1657, 4);
    expect(intraclassCorrelation(ratings)).toBeCloseTo((6 * published + 10 * 0.15) / 16, 12);
  });

  test("weighs prompts that were answered unequally often by the usual size n0", () => {
    // Means 1/2 and 1, 5/6 over all; the usual size is 6 - (2^2 + 4^2) / 6.
    const sums = [rated(2, 1), rated(4, 4)];
    const between = 2 * (1 / 2 - 5 / 6) ** 2 + 4 * (1 - 5 / 6) ** 2;
    const within = 0.5 / 4;
    const size = 6 - 20 / 6;
    expect(anovaCorrelation(sums)).toBeCloseTo((between - within) / (between + (size - 1) * within), 12);
  });

  test("is the usual one where prompts have one answer each, or all answers are alike", () => {
    expect(intraclassCorrelation([rated(1, 0), rated(1, 1), rated(1, 1)])).toBe(0.15);
    expect(intraclassCorrelation([rated(5, 0), rated(5, 0)])).toBe(0.15);
    expect(intraclassCorrelation([rated(5, 3)])).toBe(0.15);
  });
});

describe("clusteredRate", () => {
  test("is Wilson's interval for the effective number of answers with M - 1 degrees of freedom", () => {
    const prompts = [rated(5, 1), rated(5, 4), rated(5, 2), rated(5, 5), rated(5, 0), rated(5, 3)];
    const nEffective = 30 / (1 + 4 * intraclassCorrelation(prompts));
    expect(clusteredRate(prompts)).toEqual({
      ...{ value: 0.5, level: 0.95, n: 30, nEffective, clusters: 6 },
      ...wilson(0.5, 1 / nEffective, twoSidedT(0.95, 5)),
    });
  });

  test("counts answers as fewer the more prompts differ", () => {
    const alike = known(clusteredRate(Array.from({ length: 10 }, () => rated(4, 2))));
    const apart = known(clusteredRate(Array.from({ length: 10 }, (_, i) => rated(4, i % 2 === 0 ? 0 : 4))));
    expect(apart.value).toBe(alike.value);
    expect(apart.nEffective).toBeLessThan(alike.nEffective / 2);
    expect(halfWidth(apart)).toBeGreaterThan(halfWidth(alike));
  });

  test("has no rate without answers, and no place for prompts without any", () => {
    expect(clusteredRate([])).toBeNull();
    expect(clusteredRate([rated(0, 0)])).toBeNull();
    expect(clusteredRate([rated(0, 0), rated(4, 1), rated(4, 2)])).toEqual(clusteredRate([rated(4, 1), rated(4, 2)]));
  });

  test("ends at 0 or 1 where nothing or everything was a hit, and still has a width", () => {
    const none = known(clusteredRate([rated(3, 0), rated(3, 0), rated(3, 0)]));
    expect(none).toMatchObject({ value: 0, low: 0 });
    expect(none.high).toBeGreaterThan(0.3);
    const all = known(clusteredRate([rated(3, 3), rated(3, 3), rated(3, 3)]));
    expect(all).toMatchObject({ value: 1, high: 1 });
    expect(all.low).toBeCloseTo(1 - none.high, 12);
  });

  test("says next to nothing about other prompts from one prompt alone", () => {
    const one = known(clusteredRate([rated(10, 5)]));
    expect(one.low).toBeLessThan(0.02);
    expect(one.high).toBeGreaterThan(0.98);
  });

  test("ends no higher than the Poisson limit where there is a single hit", () => {
    const many = Array.from({ length: 50 }, (_, i) => rated(1, i === 0 ? 1 : 0));
    expect(known(clusteredRate(many)).low).toBeCloseTo(-Math.log(0.95) / 50, 9);
  });

  test("stays within 0 and 1 around its value, for any prompts", () => {
    fc.assert(
      fc.property(promptsArb, (prompts) => {
        const { low, value, high, nEffective, n } = known(clusteredRate(prompts));
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(value);
        expect(value).toBeLessThanOrEqual(high);
        expect(high).toBeLessThanOrEqual(1);
        expect(nEffective).toBeGreaterThan(0);
        expect(nEffective).toBeLessThanOrEqual(n + 1e-9);
      }),
    );
  });

  test("is mirrored when hits and misses change places, and blind to the order of prompts", () => {
    fc.assert(
      fc.property(promptsArb, (prompts) => {
        const interval = known(clusteredRate(prompts));
        const mirrored = known(clusteredRate(prompts.map(({ n, sum }) => rated(n, n - sum)).toReversed()));
        expect(mirrored.low).toBeCloseTo(1 - interval.high, 9);
        expect(mirrored.high).toBeCloseTo(1 - interval.low, 9);
      }),
    );
  });

  test("is narrower with twice the prompts, and wider at a higher level", () => {
    fc.assert(
      fc.property(promptsArb, (prompts) => {
        const once = known(clusteredRate(prompts));
        expect(halfWidth(known(clusteredRate([...prompts, ...prompts])))).toBeLessThan(halfWidth(once));
        expect(halfWidth(known(clusteredRate(prompts, 0.99)))).toBeGreaterThan(halfWidth(once));
      }),
    );
  });
});
