import { describe, expect, test } from "vitest";
import { agreementOf } from "../../src/domain/agreement.ts";

const pair = (one: string, other: string, n: number) => ({ one, other, n });

describe("agreementOf", () => {
  test("gives Cohen's own figures for a table worked out by hand", () => {
    // Both yes 20, both no 15, and 5 and 10 apart: .7 in all, .5 by chance.
    const table = [pair("yes", "yes", 20), pair("yes", "no", 5), pair("no", "yes", 10), pair("no", "no", 15)];
    const { n, agreement, kappa } = agreementOf(table);
    expect([n, agreement]).toEqual([50, 0.7]);
    expect(kappa).toBeCloseTo(0.4, 10);
  });

  test("is 1 where both always agree on different things, and below 0 where they agree less than by chance", () => {
    expect(agreementOf([pair("a", "a", 4), pair("b", "b", 4)])).toEqual({ n: 8, agreement: 1, kappa: 1 });
    expect(agreementOf([pair("a", "b", 5), pair("b", "a", 5)]).kappa).toBeCloseTo(-1, 10);
  });

  test("says nothing of chance where there is only one word, and nothing at all of nothing", () => {
    expect(agreementOf([pair("a", "a", 9)])).toEqual({ n: 9, agreement: 1, kappa: null });
    expect(agreementOf([])).toEqual({ n: 0, agreement: null, kappa: null });
  });
});
