import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Estimate, halfWidth, type Sums } from "../../../src/domain/statistics/estimate.ts";
import { clusteredMean, weightedMean } from "../../../src/domain/statistics/weighted-mean.ts";
import { type PanelCell, promptMean, weighPanel } from "../../../src/domain/statistics/weighted-panel.ts";

const scored = (...scores: number[]): Sums => ({
  n: scores.length,
  sum: scores.reduce((a, b) => a + b, 0),
  sumSquares: scores.reduce((a, b) => a + b * b, 0),
});
const known = (estimate: Estimate | null) => {
  if (estimate === null) throw new Error("no estimate");
  return estimate;
};
const cell = (topicId: string, stage: string, promptId: string, engine: string, ...scores: number[]): PanelCell => ({
  ...{ topicId, stage, promptId, engine },
  ...scored(...scores),
});

const scoreArb = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
);
const sumsArb = fc.array(scoreArb, { minLength: 1, maxLength: 6 }).map((scores) => scored(...scores));
const promptsArb = fc.array(sumsArb, { minLength: 1, maxLength: 20 });
const panelArb = fc.uniqueArray(
  fc
    .record({
      topicId: fc.constantFrom("a", "b"),
      stage: fc.constantFrom("awareness", "evaluation", "conversion"),
      prompt: fc.integer({ min: 0, max: 3 }),
      engine: fc.constantFrom("chatgpt", "claude"),
      sums: sumsArb,
    })
    .map(({ topicId, stage, prompt, engine, sums }) => ({
      ...{ topicId, stage, engine, promptId: `${topicId} ${stage} ${prompt}` },
      ...sums,
    })),
  { selector: ({ promptId, engine }) => `${promptId} ${engine}`, minLength: 1, maxLength: 30 },
);

describe("weighPanel", () => {
  test("makes the number that answers, prompts, stages and topics make step by step", () => {
    const cells = [
      cell("a", "awareness", "p1", "chatgpt", 10, 20),
      cell("a", "awareness", "p1", "claude", 40),
      cell("a", "awareness", "p2", "chatgpt", 50),
      cell("a", "conversion", "p3", "chatgpt", 80),
      cell("b", "evaluation", "p4", "claude", 8),
    ];
    const p1 = (15 + 40) / 2;
    const a = ((p1 + 50) / 2 + 80) / 2;
    const weighting = { topics: new Map([["a", 3]]) };
    expect(known(weightedMean(weighPanel(cells, weighting))).value).toBeCloseTo((3 * a + 8) / 4, 12);
  });

  test("weighs engines as told, and leaves out what weighs nothing or was not answered", () => {
    const cells = [
      cell("a", "awareness", "p1", "chatgpt", 10),
      cell("a", "awareness", "p1", "claude", 50),
      cell("a", "awareness", "p2", "chatgpt"),
      cell("b", "awareness", "p3", "chatgpt", 90),
    ];
    const panel = weighPanel(cells, { topics: new Map([["b", 0]]), engines: new Map([["claude", 3]]) });
    expect(panel.map(({ promptId }) => promptId)).toEqual(["p1"]);
    expect(promptMean(panel[0] as (typeof panel)[number])).toBeCloseTo(40, 12);
  });

  test("shares out exactly 1", () => {
    fc.assert(
      fc.property(panelArb, (cells) => {
        const panel = weighPanel(cells, { topics: new Map([["a", 2.5]]) });
        expect(panel.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
        for (const prompt of panel) expect(prompt.cells.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe("clusteredMean", () => {
  test("comes to the t interval on prompt means where there are many prompts in mid-scale", () => {
    const means = Array.from({ length: 400 }, (_, i) => 30 + (i % 41));
    const { value, low, high } = known(clusteredMean(means.map((mean) => scored(mean, mean))));
    const average = means.reduce((a, b) => a + b, 0) / 400;
    const variance = means.reduce((sum, mean) => sum + (mean - average) ** 2, 0) / 399;
    const reach = 1.966 * Math.sqrt(variance / 400);
    expect(value).toBeCloseTo(average, 9);
    expect(low).toBeCloseTo(average - reach, 1);
    expect(high).toBeCloseTo(average + reach, 1);
  });

  test("has a width where every answer scored nothing, and where all scored alike", () => {
    const nothing = known(clusteredMean([scored(0, 0), scored(0, 0), scored(0, 0), scored(0, 0)]));
    expect(nothing).toMatchObject({ value: 0, low: 0 });
    expect(nothing.high).toBeGreaterThan(10);
    const alike = known(clusteredMean([scored(40, 40), scored(40, 40), scored(40, 40)]));
    expect(halfWidth(alike)).toBeGreaterThan(1);
  });

  test("is as sure of prompts that all scored everything as of prompts that all scored nothing", () => {
    const nothing = known(clusteredMean(Array.from({ length: 10 }, () => scored(0, 0, 0))));
    const everything = known(clusteredMean(Array.from({ length: 10 }, () => scored(100, 100, 100))));
    expect(everything).toMatchObject({ value: 100, high: 100 });
    expect(everything.low).toBeCloseTo(100 - nothing.high, 9);
  });

  test("is nearly as wide as the scale for a single prompt, and null without answers", () => {
    const one = known(clusteredMean([scored(20, 80, 50)]));
    expect(one.high - one.low).toBeGreaterThan(60);
    expect(clusteredMean([])).toBeNull();
    expect(clusteredMean([scored()])).toBeNull();
  });

  test("does not mind the unit: a share of hits has the same interval in parts of 1 and of 100", () => {
    const shares = known(clusteredMean([scored(1, 0), scored(1, 1), scored(0, 0), scored(0, 1)], { max: 1 }));
    const percents = known(clusteredMean([scored(100, 0), scored(100, 100), scored(0, 0), scored(0, 100)]));
    expect(100 * shares.low).toBeCloseTo(percents.low, 9);
    expect(100 * shares.high).toBeCloseTo(percents.high, 9);
    expect(shares.nEffective).toBeCloseTo(percents.nEffective, 9);
  });

  test("is narrower about these prompts than about prompts like these where prompts differ", () => {
    const prompts = Array.from({ length: 12 }, (_, i) => scored(...(i % 2 ? [80, 70, 90, 80] : [5, 0, 10, 5])));
    const likeThese = known(clusteredMean(prompts));
    const thesePrompts = known(clusteredMean(prompts, { estimand: "thesePrompts" }));
    expect(thesePrompts.value).toBe(likeThese.value);
    expect(halfWidth(thesePrompts)).toBeLessThan(halfWidth(likeThese) / 2);
  });

  test("stays on the scale around its value, is mirrored with it, and blind to the order of prompts", () => {
    fc.assert(
      fc.property(promptsArb, fc.constantFrom("likeThese", "thesePrompts"), (prompts, estimand) => {
        const { low, value, high } = known(clusteredMean(prompts, { estimand }));
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(value + 1e-9);
        expect(value).toBeLessThanOrEqual(high + 1e-9);
        expect(high).toBeLessThanOrEqual(100);
        const flipped = prompts
          .map(({ n, sum, sumSquares }) => ({ n, sum: 100 * n - sum, sumSquares: 1e4 * n - 200 * sum + sumSquares }))
          .toReversed();
        const mirrored = known(clusteredMean(flipped, { estimand }));
        expect(mirrored.low).toBeCloseTo(100 - high, 4);
        expect(mirrored.high).toBeCloseTo(100 - low, 4);
      }),
    );
  });

  test("is narrower with four times the prompts", () => {
    fc.assert(
      fc.property(promptsArb, (prompts) => {
        const often = [prompts, prompts, prompts, prompts].flat();
        expect(halfWidth(known(clusteredMean(often)))).toBeLessThan(halfWidth(known(clusteredMean(prompts))));
      }),
    );
  });
});

describe("weightedMean", () => {
  test("takes stages that differ for no noise", () => {
    const stages = ["awareness", "evaluation", "conversion"];
    const cells = stages.flatMap((stage, at) =>
      Array.from({ length: 4 }, (_, i) => cell("a", stage, `${stage} ${i}`, "chatgpt", 10 + 35 * at + i, 12 + 35 * at)),
    );
    const nested = known(weightedMean(weighPanel(cells)));
    const flat = known(clusteredMean(cells));
    expect(nested.value).toBeCloseTo(flat.value, 9);
    expect(halfWidth(nested)).toBeLessThan(halfWidth(flat) / 1.5);
  });

  test("has an interval on the scale for any panel, also with one prompt in every stage", () => {
    fc.assert(
      fc.property(panelArb, fc.constantFrom("likeThese", "thesePrompts"), (cells, estimand) => {
        for (const of of [cells, cells.filter(({ promptId }) => promptId.endsWith("0"))]) {
          const panel = weighPanel(of, { topics: new Map([["a", 2]]) });
          if (panel.length === 0) continue;
          const { low, value, high, clusters } = known(weightedMean(panel, { estimand }));
          expect(clusters).toBe(panel.length);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(low).toBeLessThanOrEqual(value + 1e-9);
          expect(value).toBeLessThanOrEqual(high + 1e-9);
          expect(high).toBeLessThanOrEqual(100);
          expect(high - low).toBeGreaterThan(0);
        }
      }),
    );
  });
});
