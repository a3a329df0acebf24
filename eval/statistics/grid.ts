import type { Spread } from "./population.ts";

/** One situation in which many scans are simulated. */
export type Place = { spread: Spread; rate: number; prompts: number; runs: number };

/** A share of scans, in percent, at each place of a grid. */
export type Grid = {
  name: string;
  what: string;
  cells: (Place & { percent: number })[];
  /** Inside the band a cell holds; on the safe side of it it is careful; past the limit the command fails. */
  band: { from: number; to: number; limit: number; safeSide: "above" | "below" };
  /** What prompts counts: those of the panel, or those of each stage of each topic. */
  promptsOf: string;
};

export const RATES = [0.02, 0.05, 0.1, 0.3, 0.5, 0.9];
export const COVERAGE = { from: 93, to: 97, limit: 92, safeSide: "above" } as const;
export const FALSE_ALARMS = { from: 4, to: 6, limit: 6, safeSide: "below" } as const;

export type Standing = "holds" | "careful" | "short" | "missed";

export function standingOf(percent: number, { from, to, limit, safeSide }: Grid["band"]): Standing {
  if (percent >= from && percent <= to) return "holds";
  if (safeSide === "above") return percent > to ? "careful" : percent >= limit ? "short" : "missed";
  return percent < from ? "careful" : percent <= limit ? "short" : "missed";
}

export function placesOf(spreads: Spread[], rates: number[], prompts: number[], runs: number[]): Place[] {
  return spreads.flatMap((spread) =>
    rates.flatMap((rate) =>
      prompts.flatMap((count) => runs.map((times) => ({ spread, rate, prompts: count, runs: times }))),
    ),
  );
}

/** The share, in percent, of `scans` for which `holds` is true; the same on every machine. */
export function shareOf(scans: number, holds: () => boolean): number {
  let count = 0;
  for (let scan = 0; scan < scans; scan++) if (holds()) count++;
  return (100 * count) / scans;
}
