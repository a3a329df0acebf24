import { nextRun } from "../domain/next-run.ts";
import type { Deps } from "./ports.ts";
import { Problem } from "./problem.ts";
import { startScan } from "./start-scan.ts";

export type ScheduleOutcome = { brandId: string; started: string } | { brandId: string; skipped: string };

/**
 * Starts the scans that are due. The brand's row is taken while its next time is moved on, so that of several
 * processes one starts it; a scan in progress, or one that cannot start, is skipped until the next time.
 */
export async function runSchedules(deps: Deps): Promise<ScheduleOutcome[]> {
  const outcomes: ScheduleOutcome[] = [];
  for (const brandId of await deps.stores.brands.due(deps.now())) {
    const mine = await deps.write(brandId, async (stores) => {
      const { schedule, next_scan_at } = await stores.brands.get(brandId);
      const now = deps.now();
      if (!schedule || next_scan_at === null || next_scan_at > now) return false;
      await stores.brands.setNextScan(brandId, nextRun(schedule, now));
      return true;
    });
    if (!mine) continue;
    try {
      const scan = await startScan(deps, brandId, { engines: undefined, trigger: "schedule" });
      outcomes.push({ brandId, started: scan.id });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcomes.push({ brandId, skipped: error.message });
    }
  }
  return outcomes;
}
