import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { twoSidedP, twoSidedT } from "../../../src/domain/statistics/student-t.ts";

const degreesArb = fc.double({ min: 1, max: 5000, noNaN: true });

describe("Student's distribution", () => {
  test.each([
    [0.95, 1, 12.706],
    [0.95, 2, 4.303],
    [0.95, 5, 2.571],
    [0.95, 10, 2.228],
    [0.95, 30, 2.042],
    [0.95, 120, 1.98],
    [0.99, 5, 4.032],
    [0.9, 20, 1.725],
    [0.999, 3, 12.924],
  ])("has the quantile of the printed tables at %d with %d degrees of freedom", (level, degrees, printed) => {
    expect(twoSidedT(level, degrees)).toBeCloseTo(printed, 3);
  });

  test("comes to the normal quantile with very many degrees of freedom", () => {
    expect(twoSidedT(0.95, 1e6)).toBeCloseTo(1.959964, 5);
  });

  test("has the tails of the closed forms for one and two degrees of freedom", () => {
    for (const t of [0.001, 0.3, 1, 2.5, 12.7, 400]) {
      expect(twoSidedP(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 12);
      expect(twoSidedP(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 12);
    }
    expect(twoSidedP(0, 7)).toBe(1);
    expect(twoSidedP(Number.POSITIVE_INFINITY, 7)).toBe(0);
  });

  test("leaves exactly the tails that its quantile was asked for", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.999, noNaN: true }), degreesArb, (level, degrees) => {
        expect(twoSidedP(twoSidedT(level, degrees), degrees)).toBeCloseTo(1 - level, 9);
      }),
    );
  });

  test("is the same on both sides of zero, and its tails fall as t and the degrees of freedom grow", () => {
    const tArb = fc.double({ min: 0.1, max: 30, noNaN: true });
    fc.assert(
      fc.property(tArb, degreesArb, (t, degrees) => {
        expect(twoSidedP(-t, degrees)).toBe(twoSidedP(t, degrees));
        expect(twoSidedP(t * 1.1, degrees)).toBeLessThanOrEqual(twoSidedP(t, degrees));
        expect(twoSidedP(t, degrees + 1)).toBeLessThanOrEqual(twoSidedP(t, degrees) + 1e-12);
      }),
    );
  });
});
