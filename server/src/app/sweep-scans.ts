import { activeScan, failRest } from "./fail-rest.ts";
import { finishScan } from "./finish-scan.ts";
import type { Deps } from "./ports.ts";
import type { Stores, UnfinishedScan } from "./stores.ts";

/** Longer than the longest wait that an engine can ask for, as often as it can ask for it. */
const STUCK_HOURS = 2;
const GIVEN_UP = `No query was settled for ${STUCK_HOURS} hours, so the rest was given up.`;

export type SweepOutcome = { brandId: string; scanId: string; did: "queued_again" | "finished" | "gave_up" };

/**
 * Finds scans in progress that nobody is going to finish. One without a lane in the queue gets its lanes again, or is
 * finished if nothing waits; one that has not moved for hours gives up what is still waiting.
 */
export async function sweepScans(deps: Pick<Deps, "stores" | "write" | "now" | "newId">): Promise<SweepOutcome[]> {
  const unfinished = await deps.stores.scans.unfinished();
  if (unfinished.length === 0) return [];
  const queued = new Set((await deps.stores.jobs.lanesInQueue()).map(({ job }) => job.scanId));
  const outcomes: SweepOutcome[] = [];
  for (const scan of unfinished) {
    const { brandId, id: scanId } = scan;
    if (!queued.has(scanId)) {
      const again = await deps.write(brandId, (stores) => queueAgain(stores, scan));
      if (again) outcomes.push({ brandId, scanId, did: "queued_again" });
      else {
        const status = await finishScan(deps, brandId, scanId);
        if (status) outcomes.push({ brandId, scanId, did: status === "running" ? "queued_again" : "finished" });
      }
    } else if (
      scan.status === "running" &&
      Date.parse(deps.now()) - Date.parse(scan.moved_at) > STUCK_HOURS * 3_600_000
    ) {
      await failRest(deps, { brandId, scanId }, GIVEN_UP);
      await finishScan(deps, brandId, scanId);
      outcomes.push({ brandId, scanId, did: "gave_up" });
    }
  }
  return outcomes;
}

/** False when nothing waits any more. */
async function queueAgain(stores: Stores, { brandId, id: scanId }: UnfinishedScan): Promise<boolean> {
  const scan = await activeScan(stores, brandId, scanId);
  if (!scan) return false;
  const progress = await stores.results.progress(brandId, scanId, scan.created_at);
  const lanes = progress.filter(({ waiting }) => waiting > 0).map(({ engine }) => ({ brandId, scanId, engine }));
  if (lanes.length > 0) await stores.jobs.enqueueLanes(lanes);
  return lanes.length > 0;
}
