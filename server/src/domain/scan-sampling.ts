import type { EngineId, SamplingEnd } from "@answerscope/api/vocabulary";
import type { PanelPrompt } from "./plan-queries.ts";
import { type Estimate, halfWidth, type Sums } from "./statistics/estimate.ts";
import { nextRound } from "./statistics/next-round.ts";
import { weightedMean } from "./statistics/weighted-mean.ts";
import { type PanelCell, weighPanel } from "./statistics/weighted-panel.ts";

/** How far a scan that samples until it knows enough has come, and how far it may go. */
export type ScanSampling = {
  target_half_width: number;
  half_width: number | null;
  /** How often each prompt was put to each engine, or is about to be. */
  rounds: number;
  most_rounds: number;
  bound: "most_samples" | "plan_limit";
  prompts: number;
  /** Those that are not asked again: an engine that failed is not to fail round after round. */
  stopped_engines: EngineId[];
  stopped_because: SamplingEnd | null;
  calls_saved: number | null;
};

type Start = {
  targetHalfWidth: number;
  /** So often at least; three times in any case. */
  fewestSamples: number;
  mostSamples: number;
  prompts: number;
  engines: number;
  /** What the plan allows a scan; null for no limit. */
  queryLimit: number | null;
};

export function beginSampling(start: Start): ScanSampling {
  const { targetHalfWidth, prompts, engines, queryLimit } = start;
  const first = nextRound({
    asked: new Map([["", 0]]),
    ...{ halfWidth: null, targetHalfWidth, callsPerPrompt: engines, callsLeft: Number.POSITIVE_INFINITY },
  });
  const rounds = Math.max(start.fewestSamples, first.stop ? 0 : (first.ask[0]?.times ?? 0));
  const allowed = queryLimit === null ? Number.POSITIVE_INFINITY : Math.floor(queryLimit / (prompts * engines));
  return {
    target_half_width: targetHalfWidth,
    half_width: null,
    rounds,
    // A plan that does not even allow the first rounds refuses the scan.
    most_rounds: Math.max(rounds, Math.min(start.mostSamples, allowed)),
    bound: allowed < start.mostSamples ? "plan_limit" : "most_samples",
    prompts,
    stopped_engines: [],
    stopped_because: null,
    calls_saved: null,
  };
}

/** How many queries one engine may still get beyond those that are planned. */
export const queriesAhead = ({ rounds, most_rounds, prompts }: ScanSampling): number =>
  (most_rounds - rounds) * prompts;

/** The number that a scan's sampling watches: the brand's score, about these very prompts. */
export function trackedHalfWidth(cells: readonly PanelCell[], topics: ReadonlyMap<string, number>): number | null {
  const estimate: Estimate | null = weightedMean(weighPanel(cells, { topics }), { estimand: "thesePrompts" });
  return estimate === null ? null : halfWidth(estimate);
}

type Standing = {
  panel: readonly PanelPrompt[];
  /** Those that can still be asked. */
  engines: readonly EngineId[];
  halfWidth: number | null;
  /** How many more the brand's money pays for. */
  callsInBudget: number;
};

/** What comes after all planned queries have settled: another round, or the end and why. */
export function continueSampling(
  sampling: ScanSampling,
  { panel, engines, halfWidth: half_width, callsInBudget }: Standing,
): { goesOn: boolean; sampling: ScanSampling } {
  const now = { ...sampling, half_width };
  const callsInPlan = queriesAhead(now) * engines.length;
  const next = nextRound({
    asked: new Map(panel.map(({ promptId }) => [promptId, sampling.rounds])),
    halfWidth: half_width,
    targetHalfWidth: sampling.target_half_width,
    callsPerPrompt: Math.max(1, engines.length),
    callsLeft: Math.min(callsInPlan, callsInBudget),
  });
  if (!next.stop) return { goesOn: true, sampling: { ...now, rounds: sampling.rounds + (next.ask[0]?.times ?? 0) } };
  const isAtBound = sampling.rounds >= sampling.most_rounds;
  const isShort = callsInBudget < panel.length * Math.max(1, engines.length);
  const why = isAtBound ? sampling.bound : isShort ? "budget" : null;
  return {
    goesOn: false,
    sampling: { ...now, stopped_because: next.because === "precise enough" ? "precise_enough" : why },
  };
}

/** How many rounds it takes if answers vary as before; null where no prompt had two answers to tell from. */
export function likelyRounds(
  sampling: ScanSampling,
  before: readonly PanelCell[],
  topics: ReadonlyMap<string, number>,
): number | null {
  const repeated = before.filter(({ n }) => n > 1);
  if (repeated.length === 0) return null;
  const varianceOf = ({ n, sum, sumSquares }: Sums) => Math.max(0, sumSquares - sum ** 2 / n) / (n - 1);
  const usual = repeated.reduce((sum, cell) => sum + varianceOf(cell), 0) / repeated.length;
  for (let rounds = sampling.rounds; rounds < sampling.most_rounds; rounds++) {
    const then = before.map((cell): PanelCell => {
      const sum = (cell.sum * rounds) / cell.n;
      const variance = cell.n > 1 ? varianceOf(cell) : usual;
      return { ...cell, n: rounds, sum, sumSquares: variance * (rounds - 1) + sum ** 2 / rounds };
    });
    const next = nextRound({
      asked: new Map([["", rounds]]),
      halfWidth: trackedHalfWidth(then, topics),
      ...{ targetHalfWidth: sampling.target_half_width, callsPerPrompt: 1, callsLeft: Number.POSITIVE_INFINITY },
    });
    if (next.stop) return rounds;
  }
  return sampling.most_rounds;
}
