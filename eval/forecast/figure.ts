import { BASELINE_NAMES, type BaselineName } from "./baselines.ts";
import { coverage, type Estimate, meanOf, ratioToNaive } from "./statistics.ts";
import type { Trial } from "./trials.ts";

/** How the forecasts of one kind of series did. */
export type Figure = {
  name: string;
  series: number;
  forecasts: number;
  meanError: number;
  ratio: Estimate;
  /** Mean errors of the baselines, as parts of naive's. */
  baselines: Record<BaselineName, number>;
  coverage: Estimate;
};

/** What the command fails for; coverage is of intervals that should hold 80%. */
const MOST_OF_NAIVE: Record<string, number> = { "share of voice": 0.9, polls: 1, "simulated scans": 0.9 };
const COVERAGE = { least: 0.75, most: 0.88 };

export function figureOf(name: string, trials: Trial[]): Figure {
  const naive = meanOf(trials.map(({ errors }) => errors.naive));
  return {
    name,
    series: new Set(trials.map(({ series }) => series)).size,
    forecasts: trials.length,
    meanError: meanOf(trials.map(({ error }) => error)),
    ratio: ratioToNaive(trials),
    baselines: Object.fromEntries(
      BASELINE_NAMES.map((baseline) => [baseline, meanOf(trials.map(({ errors }) => errors[baseline])) / naive]),
    ) as Figure["baselines"],
    coverage: coverage(trials),
  };
}

/** In words, each floor that the figure misses. */
export function faultsOf({ name, ratio, coverage }: Figure): string[] {
  const most = MOST_OF_NAIVE[name];
  if (most === undefined) return [];
  const faults: string[] = [];
  if (!(ratio.value <= most)) faults.push(`${name}: error is ${ratio.value.toFixed(3)} of naive, at most ${most}`);
  if (!(coverage.value >= COVERAGE.least && coverage.value <= COVERAGE.most))
    faults.push(`${name}: intervals hold ${(100 * coverage.value).toFixed(1)}%, 75 to 88 is asked`);
  return faults;
}
