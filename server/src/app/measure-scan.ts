import { findChanges } from "../domain/find-changes.ts";
import { measurePanel } from "../domain/measure-panel.ts";
import type { ScoreWeights } from "../domain/score.ts";
import type { Estimate } from "../domain/statistics/estimate.ts";
import type { Deps } from "./ports.ts";
import { scanScore } from "./scan-score.ts";
import type { ScanRecord, Stores } from "./stores.ts";
import { tallyScan } from "./tally-scan.ts";

/** Makes the numbers of a scan from the sums that were kept with its answers; gives the brand's score in it. */
export async function measureScan(
  stores: Stores,
  brandId: string,
  scanId: string,
  scannedAt: string,
): Promise<Estimate | null> {
  const cells = await stores.analytics.panel(brandId, scanId);
  const { brand, topics } = measurePanel(cells, await stores.topics.weights(brandId));
  await stores.analytics.rollUp(brandId, scanId, scannedAt, topics);
  await tallyScan(stores, brandId, scanId, scannedAt);
  return brand;
}

/** Holds a completed scan against the one before it, and the one after it against this. */
export async function compareScan(
  deps: Pick<Deps, "newId">,
  stores: Stores,
  brandId: string,
  scan: CompletedScan,
): Promise<void> {
  const before = await stores.scans.completedBeside(brandId, scan, "before");
  if (before) await compare(deps, stores, brandId, before, scan);
  else await stores.findings.replace(brandId, standing(scan, null), []);
  const after = await stores.scans.completedBeside(brandId, scan, "after");
  if (after) await compare(deps, stores, brandId, scan, after);
}

/** Makes the sums of a scan follow its rows again, and what changed follow the sums; gives the brand's score in it. */
export async function sumUpAgain(
  deps: Pick<Deps, "newId">,
  stores: Stores,
  brandId: string,
  scan: ScanRecord,
  weights: ScoreWeights,
): Promise<number | null> {
  await stores.analytics.rebuildCells(brandId, scan.id);
  // A scan that failed has no place in the history, and so nothing but cells.
  const { id, completed_at, status } = scan;
  const isMeasured = completed_at !== null && status === "completed";
  const score = scanScore(isMeasured ? await measureScan(stores, brandId, id, completed_at) : null);
  await stores.scans.setScore(brandId, id, score, weights);
  if (isMeasured) await compareScan(deps, stores, brandId, { id, completed_at });
  return score.score;
}

type CompletedScan = Pick<ScanRecord, "id"> & { completed_at: string };

const standing = (scan: CompletedScan, before: CompletedScan | null) => ({
  scan_id: scan.id,
  compared_with: before?.id ?? null,
  scanned_at: scan.completed_at,
});

async function compare(
  deps: Pick<Deps, "newId">,
  stores: Stores,
  brandId: string,
  before: CompletedScan,
  scan: CompletedScan,
): Promise<void> {
  const findings = findChanges(
    await stores.findings.panel(brandId, before.id),
    await stores.findings.panel(brandId, scan.id),
    await stores.topics.weights(brandId),
  );
  await stores.findings.replace(
    brandId,
    standing(scan, before),
    findings.map((finding) => ({ id: deps.newId(), ...finding })),
  );
}
