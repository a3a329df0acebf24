import { ACTIVE_SCAN_STATUSES, type RescoreRequest } from "@answerscope/api";
import { endRescore } from "./end-rescore.ts";
import type { Deps } from "./ports.ts";
import { found, Problem } from "./problem.ts";
import type { RescoreRecord, Stores } from "./stores.ts";

/** Stores the rescore with the scans that it is about, and its job; from then on it runs by itself. */
export async function startRescore(
  deps: Pick<Deps, "write" | "now" | "newId">,
  brandId: string,
  { scan_ids, since, dry_run }: RescoreRequest,
): Promise<RescoreRecord> {
  return deps.write(brandId, async (stores) => {
    if (scan_ids) await checkScans(stores, brandId, scan_ids);
    const id = deps.newId();
    const rescore = { id, dryRun: dry_run ?? false, at: deps.now() };
    const which = { ...(scan_ids && { scanIds: scan_ids }), ...(since && { since: new Date(since).toISOString() }) };
    if (!(await stores.rescores.insert(brandId, rescore, which))) {
      const active = await stores.rescores.activeId(brandId);
      throw new Problem(
        "conflict",
        `A rescore is already in progress. Read it with GET /rescores/${active}, or stop it with POST /rescores/${active}/cancel.`,
        { active_rescore_id: active },
      );
    }
    await stores.jobs.enqueueTask({ kind: "rescore", brandId, id });
    return found(await stores.rescores.get(brandId, id), "rescore");
  });
}

/** Those that are named have to be there, and to have ended: their rows would change under the reading. */
async function checkScans(stores: Stores, brandId: string, ids: string[]): Promise<void> {
  for (const id of ids) {
    const scan = await stores.scans.get(brandId, id);
    if (!scan) throw new Problem("invalid_request", `scan_ids: there is no scan with the id ${id}.`);
    if (ACTIVE_SCAN_STATUSES.includes(scan.status))
      throw new Problem("conflict", `The scan ${id} is in progress. Rescore it when it has ended.`);
  }
}

export async function cancelRescore(
  deps: Pick<Deps, "write" | "now" | "newId">,
  brandId: string,
  id: string,
): Promise<RescoreRecord> {
  return deps.write(brandId, async (stores) => {
    const rescore = found(await stores.rescores.get(brandId, id), "rescore");
    if (rescore.cancelled) return rescore;
    const error = "The rescore was cancelled.";
    if (
      !(await endRescore(deps, stores, brandId, rescore, { status: "failed", error, cancelled: true, at: deps.now() }))
    )
      throw new Problem("conflict", `The rescore is ${rescore.status}; only one in progress can be cancelled.`);
    return found(await stores.rescores.get(brandId, id), "rescore");
  });
}
