import type { ScoreWeights } from "../domain/score.ts";
import { compareScan, measureScan } from "./measure-scan.ts";
import type { Deps } from "./ports.ts";
import { scanScore } from "./scan-score.ts";
import type { RescoreEnd, RescoreRecord, ScanRecord, Stores } from "./stores.ts";

/** Makes the sums of a scan follow its rows again, and what changed follow the sums; gives the brand's score in it. */
export async function sumUpAgain(
  deps: Pick<Deps, "newId">,
  stores: Stores,
  brandId: string,
  scan: ScanRecord,
  weights: ScoreWeights,
): Promise<number | null> {
  await stores.analytics.rebuildCells(brandId, scan.id);
  // A scan that failed has no place in the history, and so nothing but cells.
  const { id, completed_at, status } = scan;
  const isMeasured = completed_at !== null && status === "completed";
  const score = scanScore(isMeasured ? await measureScan(stores, brandId, id, completed_at) : null);
  await stores.scans.setScore(brandId, id, score, weights);
  if (isMeasured) await compareScan(deps, stores, brandId, { id, completed_at });
  return score.score;
}

/** Ends a rescore; a scan that it leaves half-read is summed up as it stands. False when it had ended already. */
export async function endRescore(
  deps: Pick<Deps, "newId">,
  stores: Stores,
  brandId: string,
  { id, dry_run }: Pick<RescoreRecord, "id" | "dry_run">,
  end: RescoreEnd,
): Promise<boolean> {
  const half = await stores.rescores.nextScan(brandId, id);
  if (!(await stores.rescores.end(brandId, id, end))) return false;
  const scan = half && !dry_run && half.done_answers > 0 ? await stores.scans.get(brandId, half.scan_id) : null;
  if (scan) await sumUpAgain(deps, stores, brandId, scan, scan.score_weights);
  return true;
}
