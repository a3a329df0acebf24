import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { benjaminiHochberg } from "../../../src/domain/statistics/benjamini-hochberg.ts";

describe("benjaminiHochberg", () => {
  test("believes four of the fifteen tests of the paper at 5%", () => {
    const paper = [
      ...[0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459],
      ...[0.324, 0.4262, 0.5719, 0.6528, 0.759, 1],
    ];
    expect(benjaminiHochberg(paper, 0.05)).toEqual(paper.map((p) => p <= 0.0095));
  });

  test("believes a p above its own limit where a larger one meets its limit", () => {
    expect(benjaminiHochberg([0.07, 0.099, 0.09], 0.1)).toEqual([true, true, true]);
    expect(benjaminiHochberg([0.07, 0.9, 0.09], 0.1)).toEqual([false, false, false]);
    expect(benjaminiHochberg([])).toEqual([]);
  });

  test("believes no more than single tests at q would, no less than Bonferroni, and follows the order given", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 }), (pValues) => {
        const believed = benjaminiHochberg(pValues);
        pValues.forEach((p, index) => {
          if (believed[index]) expect(p).toBeLessThanOrEqual(0.1);
          if (p <= 0.1 / pValues.length) expect(believed[index]).toBe(true);
        });
        expect(benjaminiHochberg(pValues.toReversed())).toEqual(believed.toReversed());
      }),
    );
  });
});
