import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { engineCorrelations, shrunkCorrelation } from "../../../src/domain/statistics/correlation.ts";

const row = (engine: string, scores: number[]) => scores.map((score, i) => ({ engine, cell: `cell-${i}`, score }));

const cellsArb = fc.array(
  fc.record({
    engine: fc.constantFrom("chatgpt", "claude", "perplexity"),
    cell: fc.constantFrom("a", "b", "c", "d", "e"),
    score: fc.double({ min: 0, max: 100, noNaN: true }),
  }),
  { maxLength: 40 },
);

describe("engineCorrelations", () => {
  test("shrinks a hand-computed coefficient toward .45 by its number of cells", () => {
    // Deviations -1.5 -.5 .5 1.5 and -.5 -1.5 1.5 .5: products sum to 3, squares to 5 and 5, so r = .6.
    const { correlation, n } = engineCorrelations([
      ...row("chatgpt", [10, 20, 30, 40]),
      ...row("claude", [20, 10, 40, 30]),
    ]);
    expect(correlation.chatgpt?.claude).toBeCloseTo((0.6 * 3 + 0.45 * 8) / 11, 12);
    expect(correlation.claude?.chatgpt).toBe(correlation.chatgpt?.claude);
    expect(n).toEqual({ chatgpt: { chatgpt: 4, claude: 4 }, claude: { chatgpt: 4, claude: 4 } });
  });

  test("averages the scores of one engine in one cell before comparing", () => {
    const once = engineCorrelations([...row("chatgpt", [10, 20, 60]), ...row("claude", [5, 90, 30])]);
    const split = engineCorrelations([
      ...row("chatgpt", [0, 20, 60]),
      { engine: "chatgpt", cell: "cell-0", score: 20 },
      ...row("claude", [5, 90, 30]),
    ]);
    expect(split).toEqual(once);
  });

  test("leaves out pairs with fewer than three cells in common, and still counts them", () => {
    const { correlation, n } = engineCorrelations([
      ...row("chatgpt", [10, 20, 30, 40]),
      ...row("claude", [20, 10]),
      ...row("grok", [1, 2, 3]),
    ]);
    expect(correlation.chatgpt).not.toHaveProperty("claude");
    expect(correlation.claude).toEqual({ claude: 1 });
    expect(correlation.grok).toHaveProperty("chatgpt");
    expect(n.chatgpt).toEqual({ chatgpt: 4, claude: 2, grok: 3 });
  });

  test("leaves out an engine that scores everything alike, and still counts its cells", () => {
    const { correlation, n } = engineCorrelations([
      ...row("chatgpt", [0.1, 0.1, 0.1, 0.1, 0.1]),
      ...row("claude", [10, 20, 30, 40, 50]),
    ]);
    expect(correlation).toEqual({ chatgpt: { chatgpt: 1 }, claude: { claude: 1 } });
    expect(n.chatgpt?.claude).toBe(5);
  });

  test("does not depend on the order in which floating-point scores are added", () => {
    const cells = [
      ...[0.1, 0.2, 0.3].map((score) => ({ engine: "chatgpt", cell: "cell-0", score })),
      { engine: "chatgpt", cell: "cell-1", score: 0.1 },
      { engine: "chatgpt", cell: "cell-2", score: 0.1 },
      ...row("claude", [0.5, 0.2, 0.3]),
    ];
    expect(engineCorrelations(cells.toReversed())).toEqual(engineCorrelations(cells));
  });

  test("gives nothing for nothing", () => {
    expect(engineCorrelations([])).toEqual({ correlation: {}, n: {} });
  });

  test("is symmetric, within -1..1, 1 on the diagonal and blind to the order of its input", () => {
    fc.assert(
      fc.property(cellsArb, (cells) => {
        const { correlation, n } = engineCorrelations(cells);
        expect(engineCorrelations(cells.toReversed())).toEqual({ correlation, n });
        for (const [engine, others] of Object.entries(correlation)) {
          expect(others[engine]).toBe(1);
          for (const [other, r] of Object.entries(others)) {
            expect(Math.abs(r)).toBeLessThanOrEqual(1);
            expect(correlation[other]?.[engine]).toBeCloseTo(r, 12);
            if (other !== engine) expect(n[engine]?.[other]).toBeGreaterThanOrEqual(3);
          }
        }
      }),
    );
  });
});

describe("shrunkCorrelation", () => {
  const pairs = (...values: [number, number][]) => values.map(([x, y]) => ({ x, y }));

  test("is r (n - 1) / (n - 1 + 8) + .45 * 8 / (n - 1 + 8), with n beside it", () => {
    const same = shrunkCorrelation(pairs([1, 10], [2, 20], [3, 30]));
    expect(same.value).toBeCloseTo(2 / 10 + (0.45 * 8) / 10, 12);
    expect(same.n).toBe(3);
    expect(shrunkCorrelation(pairs([1, 30], [2, 20], [3, 10])).value).toBeCloseTo(-2 / 10 + (0.45 * 8) / 10, 12);
  });

  test("is null for fewer than three pairs and for a side that never varies", () => {
    expect(shrunkCorrelation(pairs([1, 10], [2, 20]))).toEqual({ value: null, n: 2 });
    expect(shrunkCorrelation(pairs([1, 10], [1, 20], [1, 30]))).toEqual({ value: null, n: 3 });
    expect(shrunkCorrelation(pairs([1, 10], [2, 10], [3, 10]))).toEqual({ value: null, n: 3 });
  });
});
