import type { EngineId, FunnelStage } from "@answerscope/api";
import { describe, expect, it } from "vitest";
import { type Finding, findChanges, type ScanPanel } from "../../src/domain/find-changes.ts";
import { seededRandom } from "../../src/domain/seeded-random.ts";
import { wordChange } from "../../src/domain/word-change.ts";

type Cell = ScanPanel["cells"][number];
const TOPICS = ["t1", "t2", "t3", "t4"];
const ENGINES: EngineId[] = ["chatgpt", "claude"];
const MODELS = new Map<EngineId, string>([
  ["chatgpt", "gpt-1"],
  ["claude", "claude-1"],
]);

/** Every prompt has a mean of its own, and a scan draws around it. */
function panel(seed: string, lift: (cell: Cell) => number = () => 0): ScanPanel {
  const random = seededRandom(seed);
  const cells = TOPICS.flatMap((topicId) =>
    Array.from({ length: 9 }, (_, nth) => nth).flatMap((nth) =>
      ENGINES.map((engine): Cell => {
        const stage = (["awareness", "evaluation", "conversion"] as FunnelStage[])[nth % 3] as FunnelStage;
        const cell = {
          promptId: `${topicId}-${nth}`,
          topicId,
          stage,
          engine,
          n: 4,
          mentions: 2,
          version: 1,
          sum: 0,
          sumSquares: 0,
        };
        const scores = Array.from({ length: 4 }, () => 20 + 5 * nth + lift(cell) + 10 * (random.next() - 0.5));
        return {
          ...cell,
          sum: scores.reduce((all, one) => all + one, 0),
          sumSquares: scores.reduce((all, one) => all + one * one, 0),
        };
      }),
    ),
  );
  return { cells, models: MODELS, rules: "1" };
}

const WEIGHTS = new Map(TOPICS.map((id) => [id, 1]));
const of = (findings: Finding[], scope: Finding["scope"], id?: string) =>
  findings.find(
    (one) => one.scope === scope && (id === undefined || one.topicId === id || one.engine === id),
  ) as Finding;

describe("what changed since the scan before", () => {
  it("is nothing, where only chance was at work", () => {
    const findings = findChanges(panel("a"), panel("b"), WEIGHTS);
    expect(findings).toHaveLength(1 + TOPICS.length + ENGINES.length);
    for (const { verdict, reason } of findings) expect([verdict, reason]).toEqual(["within_noise", null]);
  });

  it("is the topic that was lifted, by as much as it was, and not the others", () => {
    const lifted = panel("b", ({ topicId }) => (topicId === "t2" ? 20 : 0));
    const findings = findChanges(panel("a"), lifted, WEIGHTS);
    const { verdict, difference, low, high } = of(findings, "topic", "t2");
    expect(verdict).toBe("up");
    expect(Math.abs((difference as number) - 20)).toBeLessThan(3);
    expect((low as number) < 20 && (high as number) > 20).toBe(true);
    expect(of(findings, "brand")).toMatchObject({ verdict: "up", prompts: 36 });
    for (const id of ["t1", "t3", "t4"]) expect(of(findings, "topic", id).verdict).toBe("within_noise");
  });

  it("leaves out prompts that were reworded, and says how many", () => {
    const after = panel("b", ({ promptId }) => (promptId === "t1-0" ? 60 : 0));
    for (const cell of after.cells) if (cell.promptId === "t1-0") cell.version = 2;
    const topic = of(findChanges(panel("a"), after, WEIGHTS), "topic", "t1");
    expect(topic).toMatchObject({ verdict: "within_noise", prompts: 8, promptsLeftOut: 1 });
    expect(wordChange(topic)).toMatch(/^Within noise: .* 1 new or reworded prompt is left out\.$/);
  });

  it("is not comparable where every prompt was reworded, the topic is new, or the model is another", () => {
    const after = panel("b");
    for (const cell of after.cells) if (cell.topicId === "t1") cell.version = 2;
    const before = panel("a");
    before.cells = before.cells.filter(({ topicId }) => topicId !== "t3");
    after.models = new Map<EngineId, string>([...MODELS, ["claude", "claude-2"]]);
    const findings = findChanges(before, after, WEIGHTS);
    expect(of(findings, "topic", "t1")).toMatchObject({
      verdict: "not_comparable",
      reason: "prompts_changed",
      difference: null,
    });
    expect(of(findings, "topic", "t3")).toMatchObject({ verdict: "not_comparable", reason: "not_measured_before" });
    expect(of(findings, "engine", "claude")).toMatchObject({ verdict: "not_comparable", reason: "model_changed" });
    expect(wordChange(of(findings, "engine", "claude"))).toBe(
      "Not comparable: the engine's model changed. Claude answered with claude-2 instead of claude-1 and is left out. 18 new or reworded prompts are left out.",
    );
    expect(of(findings, "brand")).toMatchObject({ verdict: "within_noise", prompts: 18 });
    expect(of(findings, "topic", "t2").newModels).toEqual([
      { engine: "claude", before: "claude-1", after: "claude-2" },
    ]);
  });

  it("is not comparable where answers were read or scored by other rules", () => {
    const findings = findChanges(panel("a"), { ...panel("b"), rules: "2" }, WEIGHTS);
    for (const { verdict, reason, difference } of findings) {
      expect([verdict, reason, difference]).toEqual(["not_comparable", "rules_changed", null]);
    }
    expect(wordChange(of(findings, "brand"))).toBe(
      "Not comparable: its answers were read or scored by other rules; a rescore makes them comparable.",
    );
  });

  it("is not comparable with too few prompts in common", () => {
    const few = panel("a");
    few.cells = few.cells.filter(({ promptId }) => promptId.endsWith("-0"));
    expect(of(findChanges(few, panel("b"), WEIGHTS), "topic", "t1")).toMatchObject({
      reason: "too_few_prompts",
      prompts: 1,
    });
  });

  it("is said in words", () => {
    const up = { ...of(findChanges(panel("a"), panel("b"), WEIGHTS), "brand"), verdict: "up" as const };
    expect(wordChange({ ...up, difference: 6.123, low: 2.2, high: 10 })).toBe(
      "Up 6.1 points (± 3.9), unlikely to be chance.",
    );
    expect(wordChange({ ...up, verdict: "down", difference: -6.123, low: -10, high: -2.2 })).toBe(
      "Down 6.1 points (± 3.9), unlikely to be chance.",
    );
    expect(wordChange({ ...up, verdict: "within_noise", difference: -1, low: -4, high: 2 })).toBe(
      "Within noise: −1.0 points (± 3.0).",
    );
  });
});
