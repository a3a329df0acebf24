import { ACTIVE_SCAN_STATUSES, type EngineId } from "@answerscope/api";
import type { Deps } from "./ports.ts";
import type { ScanRecord, Stores } from "./stores.ts";

/** The scan, while it is in progress. */
export async function activeScan(stores: Stores, brandId: string, id: string): Promise<ScanRecord | null> {
  const scan = await stores.scans.get(brandId, id);
  return scan && ACTIVE_SCAN_STATUSES.includes(scan.status) ? scan : null;
}

/** Fails what was not asked and will not be, at one engine or at all of them; a scan that has ended stays as it is. */
export async function failRest(
  deps: Pick<Deps, "write" | "now">,
  { brandId, scanId, engine }: { brandId: string; scanId: string; engine?: EngineId },
  reason: string,
): Promise<void> {
  await deps.write(brandId, async (stores) => {
    const scan = await activeScan(stores, brandId, scanId);
    const engines = engine === undefined ? scan?.engines : [engine];
    if (!scan || !engines) return;
    for (const one of engines) await stores.results.failWaiting(brandId, scanId, one, reason, deps.now());
    await stopEngines(stores, brandId, scan, engines);
  });
}

/** Takes engines out of the rounds that may still come. */
async function stopEngines(stores: Stores, brandId: string, scan: ScanRecord, engines: EngineId[]): Promise<void> {
  if (!scan.sampling) return;
  const stopped = new Set([...scan.sampling.stopped_engines, ...engines]);
  await stores.scans.setSampling(brandId, scan.id, { ...scan.sampling, stopped_engines: [...stopped] });
}
