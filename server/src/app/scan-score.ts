import type { Estimate } from "../domain/statistics/estimate.ts";
import type { ScanScore } from "./stores.ts";

export const NO_SCORE: ScanScore = { score: null, score_low: null, score_high: null, n_effective: null };

export const scanScore = (estimate: Estimate | null): ScanScore =>
  estimate === null
    ? NO_SCORE
    : {
        score: estimate.value,
        score_low: estimate.low,
        score_high: estimate.high,
        n_effective: estimate.nEffective,
      };
