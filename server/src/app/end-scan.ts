import { ACTIVE_SCAN_STATUSES } from "@answerscope/api";
import type { Deps } from "./ports.ts";
import { found, Problem } from "./problem.ts";
import { NO_SCORE } from "./scan-score.ts";
import type { ScanRecord } from "./stores.ts";

/** Lanes notice by themselves that their scan is over. */
export async function cancelScan(deps: Pick<Deps, "write" | "now">, brandId: string, id: string): Promise<ScanRecord> {
  return deps.write(brandId, async (stores) => {
    const scan = found(await stores.scans.get(brandId, id), "scan");
    if (scan.cancelled) return scan;
    if (!ACTIVE_SCAN_STATUSES.includes(scan.status))
      throw new Problem("conflict", `The scan is ${scan.status}; only a scan in progress can be cancelled.`);
    const error = "The scan was cancelled.";
    const failures = await stores.results.failures(brandId, id);
    await stores.scans.end(brandId, id, {
      status: "failed",
      error,
      cancelled: true,
      ...NO_SCORE,
      failures,
      at: deps.now(),
    });
    return found(await stores.scans.get(brandId, id), "scan");
  });
}

export async function deleteScan(deps: Pick<Deps, "write">, brandId: string, id: string): Promise<void> {
  await deps.write(brandId, async (stores) => {
    const scan = found(await stores.scans.get(brandId, id), "scan");
    if (ACTIVE_SCAN_STATUSES.includes(scan.status))
      throw new Problem("conflict", "The scan is in progress. Cancel it first, then delete it.");
    await stores.analytics.forgetScan(brandId, id);
    await stores.scans.delete(brandId, id);
  });
}
