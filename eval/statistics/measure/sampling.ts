import { seededRandom } from "../../../server/src/domain/seeded-random.ts";
import { halfWidth, type Sums } from "../../../server/src/domain/statistics/estimate.ts";
import { fixedRounds, nextRound } from "../../../server/src/domain/statistics/next-round.ts";
import { clusteredMean } from "../../../server/src/domain/statistics/weighted-mean.ts";
import { drawMentions, drawPrompt, drawScores, populationAt, type Spread } from "../population.ts";
import type { Say } from "../progress.ts";

const PROMPTS = 30;
const TARGET_POINTS = 5;
const RATES = [0.05, 0.1, 0.3, 0.5, 0.9];
const CLAIMED_RATE = 0.3;

export type Saving = {
  tracked: "score" | "mention rate";
  spread: Spread;
  rate: number;
  calls: number;
  fixedCalls: number;
  /** In percent. */
  saved: number;
  covered: number;
  reached: number;
  /** What is promised of this row: at least 30% fewer calls. */
  isClaimed: boolean;
};

export const FEWEST_SAVED = 30;

/** Rounds until ±5 points are known, at most as many as the fixed plan would take; the truth is that of the panel. */
export function measureSampling(scans: number, say: Say): Saving[] {
  return (["score", "mention rate"] as const).flatMap((tracked) =>
    (["low", "high"] as const).flatMap((spread) =>
      RATES.map((rate) => {
        say(`sampling: ${tracked}, ${spread}, rate ${rate}`);
        return savingAt(tracked, spread, rate, scans);
      }),
    ),
  );
}

function savingAt(tracked: Saving["tracked"], spread: Spread, rate: number, scans: number): Saving {
  const random = seededRandom(JSON.stringify(["sampling", tracked, spread, rate]));
  const population = populationAt(rate, spread);
  const fixedCalls = PROMPTS * fixedRounds(PROMPTS, TARGET_POINTS);
  const ask = tracked === "score" ? drawScores : percentMentions;
  const truths = tracked === "score" ? population.scores : population.rates;
  let calls = 0;
  let covered = 0;
  let reached = 0;
  for (let scan = 0; scan < scans; scan++) {
    const prompts = Array.from({ length: PROMPTS }, () => drawPrompt(population, random));
    const truth = prompts.reduce((sum, prompt) => sum + 100 * (truths[prompt] as number), 0) / PROMPTS;
    const result = scanUntilPrecise((prompt, runs) => ask(population, prompt, runs, random), prompts, fixedCalls);
    calls += result.calls;
    if (result.low <= truth && truth <= result.high) covered++;
    if (halfWidth(result) <= TARGET_POINTS) reached++;
  }
  const percent = (count: number) => (100 * count) / scans;
  return {
    ...{ tracked, spread, rate, fixedCalls },
    calls: calls / scans,
    saved: 100 * (1 - calls / scans / fixedCalls),
    covered: percent(covered),
    reached: percent(reached),
    isClaimed: tracked === "score" && rate === CLAIMED_RATE,
  };
}

function percentMentions(...[population, prompt, runs, random]: Parameters<typeof drawMentions>): Sums {
  const { n, sum } = drawMentions(population, prompt, runs, random);
  return { n, sum: 100 * sum, sumSquares: 10_000 * sum };
}

function scanUntilPrecise(ask: (prompt: number, runs: number) => Sums, prompts: number[], budget: number) {
  const sums: Sums[] = prompts.map(() => ({ n: 0, sum: 0, sumSquares: 0 }));
  let calls = 0;
  for (;;) {
    const estimate = clusteredMean(sums, { estimand: "thesePrompts" });
    const next = nextRound({
      asked: new Map(sums.map(({ n }, index) => [String(index), n])),
      halfWidth: estimate === null ? null : halfWidth(estimate),
      targetHalfWidth: TARGET_POINTS,
      callsPerPrompt: 1,
      callsLeft: budget - calls,
    });
    if (next.stop) return { calls, low: estimate?.low ?? 0, high: estimate?.high ?? 100 };
    for (const { promptId, times } of next.ask) {
      const index = Number(promptId);
      const so = sums[index] as Sums;
      const more = ask(prompts[index] as number, times);
      sums[index] = { n: so.n + more.n, sum: so.sum + more.sum, sumSquares: so.sumSquares + more.sumSquares };
      calls += times;
    }
  }
}
