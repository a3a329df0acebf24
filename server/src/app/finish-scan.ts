import type { Deps } from "./ports.ts";
import { updateRecommendations } from "./update-recommendations.ts";

const USABLE_SHARE = 0.5;

/** Ends a scan whose queries are all settled. Called by every lane that runs dry; the last one does the work. */
export async function finishScan(
  deps: Pick<Deps, "write" | "now" | "newId">,
  brandId: string,
  scanId: string,
): Promise<void> {
  await deps.write(brandId, async (stores) => {
    const scan = await stores.scans.get(brandId, scanId);
    if (scan?.status !== "running" || (await stores.results.countWaiting(brandId, scanId)) > 0) return;
    const at = deps.now();
    if (scan.completed_queries < scan.total_queries * USABLE_SHARE) {
      const error = `Only ${scan.completed_queries} of ${scan.total_queries} queries brought a usable answer.`;
      await stores.scans.end(brandId, scanId, { status: "failed", error, cancelled: false, score: null, at });
      return;
    }
    const score = await stores.analytics.rollUp(brandId, scanId, at);
    await stores.scans.end(brandId, scanId, { status: "completed", error: null, cancelled: false, score, at });
    await updateRecommendations(deps, stores, brandId, scanId);
  });
}
