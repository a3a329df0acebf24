import { sumUpAgain } from "./measure-scan.ts";
import type { Deps } from "./ports.ts";

/** Works out again, from the rows of every scan that has ended, all that is kept beside them; gives how many scans. */
export async function rebuildRollups(
  deps: Pick<Deps, "stores" | "write" | "newId">,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  const scans = await deps.stores.scans.ended();
  for (const [index, { brandId, id }] of scans.entries()) {
    await deps.write(brandId, async (stores) => {
      const scan = await stores.scans.get(brandId, id);
      if (scan) await sumUpAgain(deps, stores, brandId, scan, scan.score_weights);
    });
    onProgress(index + 1, scans.length);
  }
  for (const brandId of new Set(scans.map((scan) => scan.brandId))) {
    await deps.write(brandId, (stores) => stores.analytics.rebuildAllTime(brandId));
  }
  return scans.length;
}
