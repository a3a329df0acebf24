import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../src/app/ports.ts";
import { runLane } from "../../src/app/run-lane.ts";
import { startScan } from "../../src/app/start-scan.ts";
import type { Lane, ScanRecord } from "../../src/app/stores.ts";
import { sweepScans } from "../../src/app/sweep-scans.ts";
import { KINDS } from "../setup/databases.ts";
import { type OpenDeps, openDeps } from "../setup/open-deps.ts";
import { makeSmallBrand, scriptedEngines } from "../setup/small-brand.ts";

const unending = new AbortController().signal;
const never = { signal: unending, draining: unending };
const HOUR_MS = 3_600_000;

describe.each(KINDS)("sweeping scans on %s", (kind) => {
  let opened: OpenDeps;
  let deps: Deps;
  let brandId: string;
  let scan: ScanRecord;
  let aheadMs: number;
  beforeAll(async () => {
    opened = await openDeps(kind, { engines: scriptedEngines(() => "Nobody.") });
    deps = { ...opened.deps, now: () => new Date(Date.now() + aheadMs).toISOString() };
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    aheadMs = 0;
    opened.queue.length = 0;
    ({ brandId } = await makeSmallBrand(deps, undefined, ["chatgpt", "claude"]));
    scan = await startScan(deps, brandId, { engines: undefined, trigger: "api" });
  });

  const ofThis = async () => (await sweepScans(deps)).filter(({ scanId }) => scanId === scan.id);
  const read = () => deps.stores.scans.get(brandId, scan.id);

  it("leaves alone a scan whose lanes are in the queue, however long they wait for their turn", async () => {
    aheadMs = 100 * HOUR_MS;
    expect(await ofThis()).toEqual([]);
    expect(await read()).toMatchObject({ status: "pending" });
  });

  it("queues again the lanes that got lost, where something still waits", async () => {
    const [first] = opened.queue.splice(0) as [Lane, Lane];
    await runLane(deps, first, never);
    expect(await ofThis()).toEqual([{ brandId, scanId: scan.id, did: "queued_again" }]);
    expect(opened.queue.filter(({ scanId }) => scanId === scan.id)).toEqual([
      { brandId, scanId: scan.id, engine: "claude" },
    ]);
    expect(await ofThis()).toEqual([]);
    await runLane(deps, { brandId, scanId: scan.id, engine: "claude" }, never);
    expect(await read()).toMatchObject({ status: "completed", completed_queries: scan.total_queries });
    expect(await ofThis()).toEqual([]);
  });

  it("finishes a scan of which everything is settled", async () => {
    opened.queue.length = 0;
    await deps.stores.scans.markRunning(brandId, scan.id, deps.now());
    for (const engine of scan.engines) {
      await deps.stores.results.failWaiting(brandId, scan.id, engine, "gone", deps.now());
    }
    expect(await ofThis()).toEqual([{ brandId, scanId: scan.id, did: "finished" }]);
    expect(await read()).toMatchObject({ status: "failed", failed_queries: scan.total_queries });
  });

  it("gives up what waits in a scan that has not moved for hours, and keeps what it has", async () => {
    const [first] = opened.queue as [Lane];
    await runLane(deps, first, never);
    aheadMs = HOUR_MS;
    expect(await ofThis()).toEqual([]);
    aheadMs = 3 * HOUR_MS;
    expect(await ofThis()).toEqual([{ brandId, scanId: scan.id, did: "gave_up" }]);
    expect(await read()).toMatchObject({
      status: "completed",
      completed_queries: scan.total_queries / 2,
      failed_queries: scan.total_queries / 2,
      failures: [
        { engine: "claude", reason: "No query was settled for 2 hours, so the rest was given up.", queries: 27 },
      ],
    });
  });
});
