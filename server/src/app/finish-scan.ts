import { ENGINES, type ScanStatus } from "@answerscope/api";
import { compareScan, measureScan } from "./measure-scan.ts";
import type { Deps } from "./ports.ts";
import { NO_SCORE, scanScore } from "./scan-score.ts";
import type { FailureCount, ScanRecord } from "./stores.ts";
import { updateRecommendations } from "./update-recommendations.ts";

const USABLE_SHARE = 0.5;

/** Ends a scan whose queries are all settled. Called by every lane that runs dry; the last one does the work and is told. */
export async function finishScan(
  deps: Pick<Deps, "write" | "now" | "newId">,
  brandId: string,
  scanId: string,
): Promise<ScanStatus | null> {
  return deps.write(brandId, async (stores) => {
    const scan = await stores.scans.get(brandId, scanId);
    if (scan?.status !== "running" || (await stores.results.countWaiting(brandId, scanId)) > 0) return null;
    const at = deps.now();
    const failures = await stores.results.failures(brandId, scanId);
    if (scan.completed_queries < scan.total_queries * USABLE_SHARE) {
      const error = failureText(scan, failures);
      await stores.scans.end(brandId, scanId, { status: "failed", error, cancelled: false, ...NO_SCORE, failures, at });
      return "failed";
    }
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

/** How many failed, and each engine's most frequent reason. */
function failureText({ completed_queries, total_queries }: ScanRecord, failures: FailureCount[]): string {
  const first = failures.filter(({ engine }, index) => failures.findIndex((one) => one.engine === engine) === index);
  const reasons = first.map(({ engine, reason }) => `${ENGINES[engine]}: ${reason}`);
  return [`Only ${completed_queries} of ${total_queries} queries brought a usable answer.`, ...reasons].join(" ");
}
