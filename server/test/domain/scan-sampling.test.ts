import { describe, expect, it } from "vitest";
import { beginSampling, continueSampling, likelyRounds, queriesAhead } from "../../src/domain/scan-sampling.ts";
import type { PanelCell } from "../../src/domain/statistics/weighted-panel.ts";

const START = { targetHalfWidth: 5, fewestSamples: 1, mostSamples: 10, prompts: 4, engines: 2, queryLimit: null };
const PANEL = ["a", "b", "c", "d"].map((promptId) => ({
  ...{ promptId, topicId: "t", version: 1, stage: "awareness" as const },
}));
const STANDING = {
  ...{ panel: PANEL, engines: ["chatgpt" as const, "claude" as const] },
  ...{ halfWidth: 7, callsInBudget: Number.POSITIVE_INFINITY },
};
const begun = beginSampling(START);

/** Answers that score 0 or 100 by halves, so many to each prompt. */
const cells = (n: number): PanelCell[] =>
  PANEL.map(({ promptId, topicId, stage }) => ({
    ...{ promptId, topicId, stage, engine: "chatgpt", n, sum: 50 * n, sumSquares: 5000 * n },
  }));

describe("beginSampling", () => {
  it("asks three times at least, and more often where that is wanted", () => {
    expect(begun).toMatchObject({ rounds: 3, most_rounds: 10, bound: "most_samples" });
    expect(beginSampling({ ...START, fewestSamples: 7 })).toMatchObject({ rounds: 7, most_rounds: 10 });
    expect(queriesAhead(begun)).toBe(7 * 4);
  });

  it("goes only so far as the plan's queries reach in whole rounds", () => {
    expect(beginSampling({ ...START, queryLimit: 47 })).toMatchObject({ most_rounds: 5, bound: "plan_limit" });
    expect(beginSampling({ ...START, queryLimit: 80 })).toMatchObject({ most_rounds: 10, bound: "most_samples" });
  });
});

describe("continueSampling", () => {
  it("goes on for one round while the number is not precise enough", () => {
    expect(continueSampling(begun, STANDING)).toMatchObject({ goesOn: true, sampling: { rounds: 4, half_width: 7 } });
    expect(continueSampling(begun, { ...STANDING, halfWidth: null })).toMatchObject({ goesOn: true });
  });

  it.each([
    ["precise_enough", begun, { halfWidth: 4.5 }],
    ["most_samples", { ...begun, rounds: 10 }, {}],
    ["plan_limit", { ...begun, rounds: 10, bound: "plan_limit" as const }, {}],
    ["budget", begun, { callsInBudget: 7 }],
    ["budget", begun, { callsInBudget: 0, engines: [] }],
    ["precise_enough", begun, { halfWidth: 4, callsInBudget: 0, engines: [] }],
    [null, begun, { engines: [] }],
  ])("stops with the reason %s", (stopped_because, sampling, standing) => {
    expect(continueSampling(sampling, { ...STANDING, ...standing })).toMatchObject({
      ...{ goesOn: false, sampling: { stopped_because, rounds: sampling.rounds } },
    });
  });
});

describe("likelyRounds", () => {
  const topics = new Map<string, number>();
  it("is not known where no prompt was answered twice", () => {
    expect(likelyRounds(begun, [], topics)).toBeNull();
    expect(likelyRounds(begun, cells(1), topics)).toBeNull();
  });

  it("is what answers that vary as before would take, within the bounds", () => {
    const patient = { ...begun, most_rounds: 500 };
    const wide = likelyRounds({ ...patient, target_half_width: 10 }, cells(4), topics) as number;
    const narrow = likelyRounds(patient, cells(4), topics) as number;
    expect(wide).toBeGreaterThan(3);
    expect(narrow / wide).toBeGreaterThan(3);
    expect(narrow / wide).toBeLessThan(5);
    expect(likelyRounds(begun, cells(4), topics)).toBe(10);
    expect(likelyRounds({ ...begun, target_half_width: 50 }, cells(4), topics)).toBe(3);
  });
});
