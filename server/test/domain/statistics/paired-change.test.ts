import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { headlineChange, pairedChange } from "../../../src/domain/statistics/paired-change.ts";
import { weightedMean } from "../../../src/domain/statistics/weighted-mean.ts";
import { type PanelCell, weighPanel } from "../../../src/domain/statistics/weighted-panel.ts";

const scored = (...scores: number[]) => ({
  n: scores.length,
  sum: scores.reduce((a, b) => a + b, 0),
  sumSquares: scores.reduce((a, b) => a + b * b, 0),
});
const pair = (before: number, after: number) => ({ before: scored(before), after: scored(after) });

const sumsArb = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }).map((scores) => scored(...scores));
const cellsArb: fc.Arbitrary<PanelCell[]> = fc.uniqueArray(
  fc
    .record({
      topicId: fc.constantFrom("a", "b"),
      stage: fc.constantFrom("awareness", "conversion"),
      index: fc.integer({ min: 0, max: 3 }),
      engine: fc.constantFrom("chatgpt", "claude"),
      sums: sumsArb,
    })
    .map(({ topicId, stage, index, engine, sums }) => ({
      ...{ topicId, stage, engine, promptId: `${topicId} ${stage} ${index}` },
      ...sums,
    })),
  { selector: ({ promptId, engine }) => `${promptId} ${engine}`, maxLength: 24 },
);
const WEIGHTING = { topics: new Map([["a", 3]]), engines: new Map([["claude", 2]]) };

describe("pairedChange", () => {
  test("is Student's own test on Student's own data: extra hours of sleep under two drugs (1908)", () => {
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const change = pairedChange(first.map((hours, i) => pair(hours, second[i] as number)));
    expect(change.difference).toBeCloseTo(1.58, 9);
    expect(change.p).toBeCloseTo(0.002833, 6);
    expect(change.low).toBeCloseTo(0.7001142, 6);
    expect(change.high).toBeCloseTo(2.4598858, 6);
    expect(change).toMatchObject({ pairs: 10, verdict: "up" });
  });

  test("calls a fall down, and a difference that chance explains within noise", () => {
    expect(pairedChange([pair(50, 20), pair(60, 28), pair(40, 11), pair(55, 22)]).verdict).toBe("down");
    expect(pairedChange([pair(50, 20), pair(60, 80), pair(40, 31), pair(55, 72)]).verdict).toBe("within noise");
  });

  test("compares nothing from fewer than three shared prompts", () => {
    const missing = { before: scored(), after: scored(80) };
    expect(pairedChange([pair(10, 90), pair(10, 90), missing, missing])).toEqual({
      ...{ difference: null, halfWidth: null, low: null, high: null, p: null },
      ...{ pairs: 2, verdict: "not comparable" },
    });
  });

  test("has a half-width where no prompt moved, and doubts three prompts that moved alike by little", () => {
    const still = pairedChange([pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0)]);
    expect(still).toMatchObject({ difference: 0, p: 1, verdict: "within noise" });
    expect(still.halfWidth).toBeGreaterThan(5);
    expect(pairedChange([pair(10, 20), pair(40, 50), pair(0, 10)]).verdict).toBe("within noise");
  });

  test("turns round when the scans do, keeps p in 0..1, and says up or down exactly when 0 is outside", () => {
    const pairsArb = fc.array(fc.record({ before: sumsArb, after: sumsArb }), { maxLength: 15 });
    fc.assert(
      fc.property(pairsArb, (pairs) => {
        const change = pairedChange(pairs);
        const back = pairedChange(pairs.map(({ before, after }) => ({ before: after, after: before })));
        expect(back.pairs).toBe(change.pairs);
        if (change.difference === null || change.p === null || change.low === null || change.high === null) {
          expect(back.verdict).toBe("not comparable");
          return;
        }
        expect(back.difference).toBeCloseTo(-change.difference, 9);
        expect(back.p).toBeCloseTo(change.p, 9);
        expect(change.p).toBeGreaterThanOrEqual(0);
        expect(change.p).toBeLessThanOrEqual(1);
        if (Math.abs(change.p - 0.05) > 1e-9)
          expect(change.verdict === "within noise").toBe(change.low <= 0 && 0 <= change.high);
      }),
    );
  });
});

describe("headlineChange", () => {
  test("is the difference of the two headline scores of the prompts and engines that both scans answered", () => {
    fc.assert(
      fc.property(cellsArb, cellsArb, (before, after) => {
        const change = headlineChange(before, after, WEIGHTING);
        const isIn = (cells: PanelCell[]) => (cell: PanelCell) =>
          cells.some(({ promptId, engine, n }) => n > 0 && promptId === cell.promptId && engine === cell.engine);
        const headline = (cells: PanelCell[], others: PanelCell[]) =>
          weightedMean(weighPanel(cells.filter(isIn(others)), WEIGHTING));
        const now = headline(after, before);
        expect(change.pairs).toBe(now?.clusters ?? 0);
        if (change.difference === null) expect(change.pairs).toBeLessThan(3);
        else expect(change.difference).toBeCloseTo((now?.value ?? 0) - (headline(before, after)?.value ?? 0), 9);
      }),
    );
  });

  test("weighs a prompt that was moved to another stage where it stands now, in both scans", () => {
    const cell = (stage: string, promptId: string, score: number): PanelCell => ({
      ...{ topicId: "a", engine: "chatgpt", stage, promptId },
      ...scored(score, score),
    });
    const before = [cell("awareness", "1", 10), cell("awareness", "2", 20), cell("awareness", "3", 30)];
    const after = [cell("awareness", "1", 10), cell("awareness", "2", 20), cell("conversion", "3", 30)];
    expect(headlineChange(before, after).difference).toBe(0);
  });
});
