import { markdownTable } from "../markdown-table.ts";
import { type Grid, type Standing, standingOf } from "./grid.ts";
import type { FullRun } from "./measure/full-answers.ts";
import { FEWEST_SAVED, type Saving } from "./measure/sampling.ts";
import type { Spread } from "./population.ts";

const MARKS: Record<Standing, string> = { holds: "", careful: "+", short: "−", missed: "✗" };
const LOWEST_COVERAGE = 92;

const mark = (percent: number, band: Grid["band"]): string =>
  `${percent.toFixed(1)}${MARKS[standingOf(percent, band)]}`;

export function renderSummary(grids: Grid[]): string {
  const head = ["what", "cells", "hold", "careful +", "short −", "missed ✗", "worst, %", "band, %", "limit, %"];
  return markdownTable(
    head,
    grids.map(({ name, cells, band }) => {
      const standings = cells.map(({ percent }) => standingOf(percent, band));
      const count = (standing: Standing) => String(standings.filter((one) => one === standing).length);
      const percents = cells.map(({ percent }) => percent);
      const worst = band.safeSide === "above" ? Math.min(...percents) : Math.max(...percents);
      const counts = (["holds", "careful", "short", "missed"] as const).map(count);
      const limits = [`${band.from} to ${band.to}`, String(band.limit)];
      return [name, String(cells.length), ...counts, worst.toFixed(1), ...limits];
    }),
  );
}

/** A line for each spread and rate, a column for each number of prompts and runs. */
export function renderGrid({ what, cells, band, promptsOf }: Grid): string {
  const lines = [...Map.groupBy(cells, ({ spread, rate }) => `${spread} ${rate}`).values()];
  const columns = (lines[0] ?? []).map(({ prompts, runs }) => `${prompts}×${runs}`);
  const rows = lines.map((line) => [
    line[0]?.spread ?? "",
    String(line[0]?.rate ?? ""),
    ...line.map(({ percent }) => mark(percent, band)),
  ]);
  return `${what} (columns: ${promptsOf} × answers to each).\n\n${markdownTable(["prompts differ", "rate", ...columns], rows)}`;
}

export function isSavingMissed({ covered, saved, isClaimed }: Saving): boolean {
  return covered < LOWEST_COVERAGE || (isClaimed && saved < FEWEST_SAVED);
}

export function renderSavings(savings: Saving[]): string {
  const head = [
    "tracked",
    "prompts differ",
    "rate",
    "calls",
    "fixed plan",
    "fewer, %",
    "within ±5, %",
    "coverage, %",
    "holds",
  ];
  const rows = savings.map((row) => [
    row.tracked,
    row.spread,
    String(row.rate),
    row.calls.toFixed(0),
    String(row.fixedCalls),
    row.saved.toFixed(1),
    row.reached.toFixed(1),
    row.covered.toFixed(1),
    isSavingMissed(row) ? "✗" : row.isClaimed ? `yes (${FEWEST_SAVED} or more)` : "yes",
  ]);
  return markdownTable(head, rows);
}

export const isFullRunMissed = ({ covered }: FullRun): boolean => covered < LOWEST_COVERAGE;

export function renderFullRuns(runs: FullRun[]): string {
  const head = ["number", "truth", "coverage, %", "holds"];
  return markdownTable(
    head,
    runs.map((run) => [run.name, run.truth.toFixed(1), run.covered.toFixed(1), isFullRunMissed(run) ? "✗" : "yes"]),
  );
}

export function renderCorrelations(rates: number[], spreads: Spread[], at: (rate: number, spread: Spread) => number) {
  return markdownTable(
    ["prompts differ", ...rates.map((rate) => `rate ${rate}`)],
    spreads.map((spread) => [spread, ...rates.map((rate) => at(rate, spread).toFixed(2))]),
  );
}
