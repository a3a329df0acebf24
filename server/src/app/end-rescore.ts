import { sumUpAgain } from "./measure-scan.ts";
import type { Deps } from "./ports.ts";
import type { RescoreEnd, RescoreRecord, Stores } from "./stores.ts";

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
