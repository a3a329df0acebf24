import { ENGINES, type EngineId, type ScanStatus } from "@answerscope/api";
import { extendScan } from "./extend-scan.ts";
import { compareScan, measureScan } from "./measure-scan.ts";
import type { Deps } from "./ports.ts";
import { NO_SCORE, scanScore } from "./scan-score.ts";
import type { FailureCount, ScanRecord, Stores } from "./stores.ts";
import { updateRecommendations } from "./update-recommendations.ts";

const USABLE_SHARE = 0.5;

/**
 * Ends a scan whose queries are all settled, or plans its next round and gives "running". Called by every lane that runs
 * dry; the last one does the work and is told. `lane` goes on by itself if there is another round for its engine.
 */
export async function finishScan(
  deps: Pick<Deps, "write" | "now" | "newId">,
  brandId: string,
  scanId: string,
  lane?: EngineId,
): Promise<ScanStatus | null> {
  return deps.write(brandId, async (stores) => {
    const scan = await stores.scans.get(brandId, scanId);
    if (scan?.status !== "running" || (await stores.results.countWaiting(brandId, scanId)) > 0) return null;
    const at = deps.now();
    const isUsable = scan.completed_queries >= askedOf(scan) * USABLE_SHARE;
    if (isUsable && scan.sampling && (await extendScan(deps, stores, brandId, scan, scan.sampling, lane)))
      return "running";
    const failures = await stores.results.failures(brandId, scanId);
    if (!isUsable) {
      const error = failureText(scan, failures);
      await stores.scans.end(brandId, scanId, { status: "failed", error, cancelled: false, ...NO_SCORE, failures, at });
      return "failed";
    }
    if (scan.judge && (await stores.judgements.countWaiting(brandId, scanId)) > 0) {
      await queueJudge(stores, brandId, scanId);
      return null;
    }
    // The cells were kept while the local reading was all there was.
    if (scan.judge?.mode === "replace") await stores.analytics.rebuildCells(brandId, scanId);
    const score = scanScore(await measureScan(stores, brandId, scanId, at));
    await stores.scans.end(brandId, scanId, {
      status: "completed",
      error: null,
      cancelled: false,
      ...score,
      failures,
      at,
    });
    await compareScan(deps, stores, brandId, { id: scanId, completed_at: at });
    await updateRecommendations(deps, stores, brandId, scanId);
    return "completed";
  });
}

/** The judge finishes the scan when it is through. */
async function queueJudge(stores: Stores, brandId: string, id: string): Promise<void> {
  const queued = await stores.jobs.tasksInQueue();
  if (!queued.some(({ job }) => job.kind === "judge" && job.id === id)) {
    await stores.jobs.enqueueTask({ kind: "judge", brandId, id });
  }
}

const askedOf = ({ completed_queries, failed_queries }: ScanRecord): number => completed_queries + failed_queries;

/** How many failed, and each engine's most frequent reason. */
function failureText(scan: ScanRecord, failures: FailureCount[]): string {
  const first = failures.filter(({ engine }, index) => failures.findIndex((one) => one.engine === engine) === index);
  const reasons = first.map(({ engine, reason }) => `${ENGINES[engine]}: ${reason}`);
  return [`Only ${scan.completed_queries} of ${askedOf(scan)} queries brought a usable answer.`, ...reasons].join(" ");
}
