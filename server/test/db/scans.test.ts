import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelScan, deleteScan } from "../../src/app/end-scan.ts";
import { NO_SCORE } from "../../src/app/scan-score.ts";
import { startScan } from "../../src/app/start-scan.ts";
import type { ScanEnd } from "../../src/app/stores.ts";
import type { Db } from "../../src/db/database.ts";
import { KINDS } from "../setup/databases.ts";
import { firstBrandId, type OpenDeps, openDeps } from "../setup/open-deps.ts";

const OF_SCAN = ["results", "answers", "engine_rollups", "topic_rollups"] as const;

async function countsOf(db: Db, scanId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of OF_SCAN) {
    const rows = await db.selectFrom(table).where("scan_id", "=", scanId).select("scan_id").execute();
    counts[table] = rows.length;
  }
  return counts;
}

describe.each(KINDS)("scans on %s", (kind) => {
  let opened: OpenDeps;
  let brandId: string;
  beforeAll(async () => {
    opened = await openDeps(kind);
    brandId = await firstBrandId(opened.deps);
  });
  afterAll(() => opened.close());

  it("deleting one removes its rows, answers and rollups, and nothing of another", async () => {
    const { deps, database } = opened;
    const [newest, before] = await deps.stores.scans.list(brandId, {}, 2);
    const [id, otherId] = [newest?.id ?? "", before?.id ?? ""];
    const about = (scanId: string) =>
      deps.stores.recommendations.all(brandId).then((all) => all.filter(({ scan_id }) => scan_id === scanId));
    const kept = await countsOf(database.db, otherId);
    const told = await about(id);
    expect(told.length).toBeGreaterThan(0);
    expect(Object.values(await countsOf(database.db, id)).every((count) => count > 0)).toBe(true);

    await deleteScan(deps, brandId, id);
    expect(await deps.stores.scans.get(brandId, id)).toBeNull();
    expect(await countsOf(database.db, id)).toEqual({ results: 0, answers: 0, engine_rollups: 0, topic_rollups: 0 });
    expect(await countsOf(database.db, otherId)).toEqual(kept);
    expect(await about(id)).toEqual([]);
    for (const one of told) {
      expect(await deps.stores.recommendations.get(brandId, one.id)).toEqual({ ...one, scan_id: null });
    }
  });

  it("deleting the newest gives the topics the scores of the one before", async () => {
    const { deps } = opened;
    const [newest, before] = await deps.stores.scans.list(brandId, {}, 2);
    const { rows } = await deps.stores.topics.list(brandId, "active", { limit: 1, offset: 0 });
    const topicId = rows[0]?.id ?? "";
    const points = await deps.stores.topics.history(brandId, topicId, "2000-01-01T00:00:00.000Z");
    expect((await deps.stores.topics.get(brandId, topicId))?.last_scan_id).toBe(newest?.id);
    await deleteScan(deps, brandId, newest?.id ?? "");
    expect(await deps.stores.topics.get(brandId, topicId)).toMatchObject({
      last_scan_id: before?.id,
      visibility_score_overall: points.at(-2)?.overall,
      last_scanned_at: points.at(-2)?.scanned_at,
    });
  });

  it("one in progress is not deleted; cancelled, it is, and another may start", async () => {
    const { deps } = opened;
    const { id } = await startScan(deps, brandId, { engines: undefined, trigger: "api" });
    await expect(deleteScan(deps, brandId, id)).rejects.toMatchObject({ code: "conflict" });
    expect(await deps.stores.scans.delete(brandId, id)).toBe(false);
    await cancelScan(deps, brandId, id);
    await deleteScan(deps, brandId, id);
    expect(await countsOf(opened.database.db, id)).toMatchObject({ results: 0 });
    const next = await startScan(deps, brandId, { engines: undefined, trigger: "api" });
    expect(next.status).toBe("pending");
    await cancelScan(deps, brandId, next.id);
  });

  it("ends once: what has ended stays as it ended", async () => {
    const { deps } = opened;
    const [newest] = await deps.stores.scans.list(brandId, { status: "completed" }, 1);
    const end: ScanEnd = {
      status: "failed",
      error: "late",
      cancelled: true,
      ...NO_SCORE,
      failures: [],
      at: deps.now(),
    };
    expect(await deps.stores.scans.end(brandId, newest?.id ?? "", end)).toBe(false);
    await deps.stores.scans.markRunning(brandId, newest?.id ?? "", deps.now());
    expect(await deps.stores.scans.get(brandId, newest?.id ?? "")).toEqual(newest);
  });
});
