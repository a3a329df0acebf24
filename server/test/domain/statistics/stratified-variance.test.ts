import { describe, expect, test } from "vitest";
import { stratifiedVariance } from "../../../src/domain/statistics/stratified-variance.ts";

const parts = (stratum: string, weight: number, ...values: number[]) =>
  values.map((value) => ({ stratum, weight, value }));

describe("stratifiedVariance", () => {
  test("is the variance of a mean, with one less degree of freedom than values, in one stratum", () => {
    // Distances -2 0 0 2 from the mean: squares sum to 8, over 3 degrees of freedom.
    const { variance, degreesOfFreedom } = stratifiedVariance(parts("a", 0.25, 1, 3, 3, 5)) ?? {};
    expect(variance).toBeCloseTo(8 / 3 / 4, 12);
    expect(degreesOfFreedom).toBeCloseTo(3, 9);
  });

  test("adds the strata's own variances, whatever lies between them", () => {
    const near = stratifiedVariance([...parts("a", 0.25, 1, 3), ...parts("b", 0.25, 2, 6)]);
    const far = stratifiedVariance([...parts("a", 0.25, 1, 3), ...parts("b", 0.25, 92, 96)]);
    expect(near?.variance).toBeCloseTo(2 * 0.25 ** 2 * 2 + 2 * 0.25 ** 2 * 8, 12);
    expect(far).toEqual(near);
  });

  test("has as many degrees of freedom as all strata where they vary alike, and fewer where one outweighs", () => {
    const alike = stratifiedVariance([...parts("a", 0.1, 1, 2, 3), ...parts("b", 0.1, 4, 5, 6)]);
    const oneSided = stratifiedVariance([...parts("a", 0.1, 10, 20, 30), ...parts("b", 0.1, 4, 5, 6)]);
    expect(alike?.degreesOfFreedom).toBeCloseTo(4, 9);
    expect(oneSided?.degreesOfFreedom).toBeLessThan(2.2);
    expect(oneSided?.degreesOfFreedom).toBeGreaterThanOrEqual(1);
  });

  test("lends a stratum with one value the pooled variance of the others", () => {
    const lent = stratifiedVariance([...parts("a", 0.25, 1, 3), ...parts("b", 0.25, 2, 6), ...parts("c", 0.5, 70)]);
    expect(lent?.variance).toBeCloseTo(0.25 ** 2 * 2 * 2 + 0.25 ** 2 * 2 * 8 + 0.5 ** 2 * 5, 12);
  });

  test("collapses strata of one value each into one, and knows nothing from a single value", () => {
    const singles = stratifiedVariance([...parts("a", 0.5, 1), ...parts("b", 0.5, 3)]);
    expect(singles).toEqual({ variance: 1, degreesOfFreedom: 1 });
    expect(stratifiedVariance(parts("a", 1, 5))).toBeNull();
    expect(stratifiedVariance([])).toBeNull();
  });
});
