import { activeScan } from "./fail-rest.ts";
import type { Deps } from "./ports.ts";

const WATCH_MS = 1000;

/** Looks now and then whether the scan is still wanted, and says so when not: an engine may take minutes to answer. */
export async function watchActive(
  { stores, pause }: Pick<Deps, "stores" | "pause">,
  { brandId, scanId }: { brandId: string; scanId: string },
  over: AbortController,
  within: AbortSignal,
): Promise<void> {
  // A database that is away for a moment has not ended the scan.
  const isActive = () =>
    activeScan(stores, brandId, scanId).then(
      (scan) => scan !== null,
      () => true,
    );
  while (!within.aborted) {
    await pause(WATCH_MS, within).catch(() => undefined);
    if (!within.aborted && !(await isActive())) over.abort();
  }
}
