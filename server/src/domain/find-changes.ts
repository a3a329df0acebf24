import type { ChangeReason, ChangeScope, ChangeVerdict, EngineId } from "@answerscope/api/vocabulary";
import type { MeasuredCell } from "./measure-panel.ts";
import { benjaminiHochberg } from "./statistics/benjamini-hochberg.ts";
import { type Change, headlineChange } from "./statistics/paired-change.ts";

/** A scan as far as it can be compared with another. */
export type ScanPanel = {
  cells: (MeasuredCell & { engine: EngineId; version: number })[];
  /** Which model answered most, per engine. */
  models: ReadonlyMap<EngineId, string>;
  /** What its answers were read and scored by: a difference of rules is no difference of the world. */
  rules: string;
};

export type Finding = {
  scope: ChangeScope;
  topicId: string | null;
  engine: EngineId | null;
  verdict: ChangeVerdict;
  /** Why there is no verdict on chance. */
  reason: ChangeReason | null;
  difference: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  /** Prompts that both scans answered in the same words. */
  prompts: number;
  /** Prompts of this scan that the comparison leaves out: they are new, or were worded differently. */
  promptsLeftOut: number;
  /** Engines that answered with another model than before, and so are left out. */
  newModels: { engine: EngineId; before: string; after: string }[];
};

type Slice = { scope: ChangeScope; topicId: string | null; engine: EngineId | null };

/**
 * What is different from the scan before: first the brand's score at the usual 5%, then its topics and engines, of which
 * at most a tenth of those called changed should be chance. What cannot be compared says why.
 */
export function findChanges(before: ScanPanel, after: ScanPanel, topicWeights: ReadonlyMap<string, number>): Finding[] {
  const newModels = modelChanges(before, after);
  const compare = (slice: Slice) => compareSlice(slice, before, after, newModels, topicWeights);
  const brand = compare({ scope: "brand", topicId: null, engine: null });
  const topics = [...new Set(after.cells.map(({ topicId }) => topicId))];
  const engines = [...new Set(after.cells.map(({ engine }) => engine))].sort();
  const parts = [
    ...topics.map((topicId) => compare({ scope: "topic", topicId, engine: null })),
    ...engines.map((engine) => compare({ scope: "engine", topicId: null, engine })),
  ];
  return [brand, ...believed(parts)];
}

/** Among many tests some look like change by chance: only what stands out from all of them is called one. */
function believed(findings: Finding[]): Finding[] {
  const tested = findings.filter(({ p }) => p !== null);
  const verdicts = benjaminiHochberg(tested.map(({ p }) => p as number));
  const isChange = new Map(tested.map((finding, index) => [finding, verdicts[index] === true]));
  return findings.map((finding) => {
    if (finding.p === null) return finding;
    const direction = (finding.difference as number) > 0 ? "up" : "down";
    return { ...finding, verdict: isChange.get(finding) ? direction : "within_noise" };
  });
}

function compareSlice(
  slice: Slice,
  before: ScanPanel,
  after: ScanPanel,
  newModels: Finding["newModels"],
  topicWeights: ReadonlyMap<string, number>,
): Finding {
  const isInside = (cell: ScanPanel["cells"][number]) =>
    (slice.topicId === null || cell.topicId === slice.topicId) &&
    (slice.engine === null || cell.engine === slice.engine);
  const [old, now] = [before.cells.filter(isInside), after.cells.filter(isInside)];
  const versions = new Map(old.map(({ promptId, version }) => [promptId, version]));
  const sameWords = now.filter(({ promptId, version }) => versions.get(promptId) === version);
  const changed = new Set(newModels.map(({ engine }) => engine));
  const isSameRules = before.rules === after.rules;
  const comparable = sameWords.filter(({ engine }) => isSameRules && !changed.has(engine));
  const change = headlineChange(old, comparable, { topics: topicWeights });
  const concerned = newModels.filter(({ engine }) => now.some((cell) => cell.engine === engine));
  const verdict = verdictOf(change);
  return {
    ...slice,
    verdict,
    reason: verdict === "not_comparable" ? reasonOf(old, isSameRules, sameWords, comparable) : null,
    difference: change.difference,
    low: change.low,
    high: change.high,
    p: change.p,
    prompts: change.pairs,
    promptsLeftOut: countPrompts(now) - countPrompts(sameWords),
    newModels: concerned,
  };
}

const verdictOf = ({ verdict }: Change): ChangeVerdict =>
  verdict === "within noise" ? "within_noise" : verdict === "not comparable" ? "not_comparable" : verdict;

function reasonOf(
  old: object[],
  isSameRules: boolean,
  sameWords: ScanPanel["cells"],
  comparable: ScanPanel["cells"],
): ChangeReason {
  if (old.length === 0) return "not_measured_before";
  if (!isSameRules) return "rules_changed";
  if (sameWords.length === 0) return "prompts_changed";
  return comparable.length === 0 ? "model_changed" : "too_few_prompts";
}

const countPrompts = (cells: ScanPanel["cells"]): number => new Set(cells.map(({ promptId }) => promptId)).size;

function modelChanges(before: ScanPanel, after: ScanPanel): Finding["newModels"] {
  return [...after.models].flatMap(([engine, model]) => {
    const earlier = before.models.get(engine);
    return earlier === undefined || earlier === model ? [] : [{ engine, before: earlier, after: model }];
  });
}
