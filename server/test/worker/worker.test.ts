import { setTimeout } from "node:timers/promises";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { gatesOf } from "../../src/app/adaptive-gate.ts";
import type { Deps } from "../../src/app/ports.ts";
import { startScan } from "../../src/app/start-scan.ts";
import type { ScanRecord } from "../../src/app/stores.ts";
import { type OpenDatabase, openDatabase } from "../../src/db/database.ts";
import { LANES, TASKS } from "../../src/db/jobs.ts";
import { snapshotOn, storesOn, writeOn } from "../../src/db/stores.ts";
import { DEFAULT_WEIGHTS } from "../../src/domain/score.ts";
import { startWorker, type Worker } from "../../src/worker/worker.ts";
import { copyDatabase, type DatabaseCopy, KINDS } from "../setup/databases.ts";
import { makeSmallBrand, type ScriptedEngines, scriptedEngines } from "../setup/small-brand.ts";

const NAMED = "1. **Cloudberry Stove** by Fjordgear.\n2. **Rivalco**.";

const SOON = { timeout: 5000, interval: 20 };

/** A process with a worker in it. */
type Process = { database: OpenDatabase; deps: Deps; worker: Worker; lanes: string[]; stop: () => Promise<void> };

async function startProcess(copy: DatabaseCopy, engines: ScriptedEngines): Promise<Process> {
  const database = await openDatabase({ ...copy, onLost: () => undefined });
  const { db, boss } = database;
  boss.on("error", () => undefined);
  await boss.start();
  const deps: Deps = {
    stores: storesOn(db, boss),
    write: writeOn(db, boss),
    snapshot: snapshotOn(db, boss),
    engines,
    defaultWeights: DEFAULT_WEIGHTS,
    now: () => new Date().toISOString(),
    newId: () => crypto.randomUUID(),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    vault: null,
    gatherMs: 20,
    gateOf: gatesOf(8),
    pause: (_, signal) => setTimeout(10, undefined, { signal }),
    luck: () => 0.5,
  };
  const lanes: string[] = [];
  const onLane = (engine: string, outcome: string) => void lanes.push(`${engine} ${outcome}`);
  const worker = await startWorker({
    boss,
    queues: { lanes: LANES, tasks: TASKS },
    locks: database.jobLocks,
    deps,
    logger: pino({ level: "silent" }),
    onLane,
  });
  const stop = async () => {
    await worker.stop();
    await database.close();
  };
  return { database, deps, worker, lanes, stop };
}

describe.each(KINDS)("the worker on %s", (kind) => {
  let copy: DatabaseCopy;
  let engines: ScriptedEngines;
  let process: Process;
  let answer: (nth: number, signal: AbortSignal) => string | Promise<string>;
  const run = () => {
    engines = scriptedEngines((_, nth, signal) => answer(nth, signal));
    return startProcess(copy, engines);
  };
  beforeAll(async () => {
    copy = await copyDatabase(kind);
    process = await run();
  });
  afterAll(async () => {
    await process.stop();
    await copy.drop();
  });
  beforeEach(() => {
    answer = () => NAMED;
    engines.asked.length = 0;
    process.lanes.length = 0;
  });

  const start = (brandId: string) => startScan(process.deps, brandId, { engines: undefined, trigger: "api" });
  const completed = (brandId: string, id: string): Promise<ScanRecord> =>
    vi.waitFor(
      async () => {
        const scan = await process.deps.stores.scans.get(brandId, id);
        expect(scan?.status).toBe("completed");
        return scan as ScanRecord;
      },
      { timeout: 20_000, interval: 50 },
    );

  it("runs a scan's lanes as soon as they are stored, and counts them", async () => {
    await process.worker.ready();
    const { brandId } = await makeSmallBrand(process.deps, undefined, ["chatgpt", "claude", "perplexity"]);
    const { id, total_queries } = await start(brandId);
    await completed(brandId, id);
    expect(engines.asked).toHaveLength(total_queries);
    const all = ["chatgpt done", "claude done", "perplexity done"];
    await vi.waitFor(() => expect(process.lanes.toSorted()).toEqual(all), SOON);
  });

  it("stores a scan and its jobs together or not at all", async () => {
    const { brandId } = await makeSmallBrand(process.deps);
    const failing = process.deps.write(brandId, async (stores) => {
      const within: Deps = { ...process.deps, write: (_, work) => work(stores) };
      await startScan(within, brandId, { engines: undefined, trigger: "api" });
      throw new Error("undo");
    });
    await expect(failing).rejects.toThrow("undo");
    expect(await process.deps.stores.scans.list(brandId, {}, 10)).toEqual([]);
    const { id } = await start(brandId);
    await completed(brandId, id);
    // A job of the scan that was undone would have been the first in line.
    await vi.waitFor(() => expect(process.lanes).toEqual(["chatgpt done"]), SOON);
  });

  it("tries a lane again that failed for a reason of ours", async () => {
    const { brands } = process.deps.stores;
    const get = brands.get;
    brands.get = () => {
      brands.get = get;
      return Promise.reject(new Error("a bug, or a database that went away"));
    };
    const { brandId } = await makeSmallBrand(process.deps);
    const { id } = await start(brandId);
    await completed(brandId, id);
    await vi.waitFor(() => expect(process.lanes).toEqual(["chatgpt failed", "chatgpt done"]), SOON);
  });

  it("stopped during a scan, gives its lanes back, and the next worker goes on without asking anything twice", async () => {
    const reached = Promise.withResolvers<void>();
    answer = (nth, signal) => {
      if (nth <= 10) return `${NAMED} By the first.`;
      reached.resolve();
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
    const { brandId } = await makeSmallBrand(process.deps);
    const { id, total_queries } = await start(brandId);
    await reached.promise;
    await process.stop();
    await expect(process.worker.ready()).rejects.toThrow("the worker is stopped");

    answer = () => NAMED;
    process = await run();
    expect(await completed(brandId, id)).toMatchObject({ completed_queries: total_queries, failed_queries: 0 });
    const answers = await process.database.db
      .selectFrom("answers")
      .where("scan_id", "=", id)
      .select("answer")
      .execute();
    const byFirst = answers.filter((one) => one.answer.endsWith("By the first."));
    expect(answers).toHaveLength(total_queries);
    expect(byFirst.length).toBeGreaterThan(0);
    expect(engines.asked).toHaveLength(total_queries - byFirst.length);
  });
});

describe("two processes on one PostgreSQL", () => {
  it("share the lanes of a scan and ask each question once", async () => {
    const copy = await copyDatabase("postgres");
    const engines = scriptedEngines(() => NAMED);
    const processes = await Promise.all([startProcess(copy, engines), startProcess(copy, engines)]);
    try {
      const [one] = processes as [Process, Process];
      const { brandId } = await makeSmallBrand(one.deps, undefined, ["chatgpt", "claude", "perplexity", "google_ai"]);
      const scan = await startScan(one.deps, brandId, { engines: undefined, trigger: "api" });
      await vi.waitFor(
        async () => expect((await one.deps.stores.scans.get(brandId, scan.id))?.status).toBe("completed"),
        { timeout: 20_000, interval: 50 },
      );
      expect(engines.asked).toHaveLength(scan.total_queries);
      expect(new Set(engines.asked.map(({ question }) => question.seed)).size).toBe(scan.total_queries);
    } finally {
      await Promise.all(processes.map(({ stop }) => stop()));
      await copy.drop();
    }
  });
});
