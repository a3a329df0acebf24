import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cancelScan } from "../../src/app/end-scan.ts";
import { finishScan } from "../../src/app/finish-scan.ts";
import type { Deps } from "../../src/app/ports.ts";
import { runLane } from "../../src/app/run-lane.ts";
import { startScan } from "../../src/app/start-scan.ts";
import type { Lane, ScanRecord } from "../../src/app/stores.ts";
import type { Question } from "../../src/domain/engine-reply.ts";
import { copyDatabase, type DatabaseCopy, KINDS } from "../setup/databases.ts";
import { type OpenDeps, openOn } from "../setup/open-deps.ts";
import { makeSmallBrand, type ScriptedEngines, type SmallBrand, scriptedEngines } from "../setup/small-brand.ts";

const unending = new AbortController().signal;
const never = { signal: unending, draining: unending };
const NAMED = "1. **Cloudberry Stove** by Fjordgear is our top pick.\n2. **Rivalco** is an alternative.";

type Answer = (question: Question, nth: number, signal: AbortSignal) => string | Promise<string>;

describe.each(KINDS)("a scan on %s", (kind) => {
  let copy: DatabaseCopy;
  let opened: OpenDeps;
  let small: SmallBrand;
  let engines: ScriptedEngines;
  let answer: Answer;
  let deps: Deps;

  beforeAll(async () => {
    copy = await copyDatabase(kind);
    engines = scriptedEngines((...given) => answer(...given));
    opened = await openOn(copy, engines);
    deps = opened.deps;
  });
  afterAll(async () => {
    await opened.close();
    await copy.drop();
  });
  beforeEach(async () => {
    answer = () => NAMED;
    engines.asked.length = 0;
    small = await makeSmallBrand(deps, undefined, ["chatgpt", "perplexity"]);
  });

  async function start(): Promise<{ scan: ScanRecord; lanes: [Lane, Lane] }> {
    const scan = await startScan(deps, small.brandId, { engines: undefined, trigger: "api" });
    return { scan, lanes: opened.queue.filter(({ scanId }) => scanId === scan.id) as [Lane, Lane] };
  }
  const read = async (id: string) => (await deps.stores.scans.get(small.brandId, id)) ?? expect.unreachable();
  const rollups = (id: string) =>
    opened.database.db.selectFrom("topic_rollups").where("scan_id", "=", id).selectAll().execute();
  const failures = (id: string) =>
    opened.database.db
      .selectFrom("results")
      .where("scan_id", "=", id)
      .where("state", "=", "failed")
      .select("failure")
      .execute();

  it("asks every engine every prompt as often as the brand wants, with a lane for each engine", async () => {
    const { scan, lanes } = await start();
    expect(scan).toMatchObject({ status: "pending", started_at: null, simulated: true, topics_scanned: 1 });
    expect(lanes.map(({ engine }) => engine)).toEqual(["chatgpt", "perplexity"]);
    await runLane(deps, lanes[0], never);
    expect(await read(scan.id)).toMatchObject({ status: "running", completed_queries: scan.total_queries / 2 });
    expect(await rollups(scan.id)).toEqual([]);
    await runLane(deps, lanes[1], never);
    const done = await read(scan.id);
    expect(done).toMatchObject({ status: "completed", error: null, failed_queries: 0 });
    expect(done.completed_queries).toBe(scan.total_queries);
    expect(done.score).toBeGreaterThan(0);
    expect(await rollups(scan.id)).toMatchObject([{ topic_id: small.topics[0]?.id, n: scan.total_queries }]);
    const asked = engines.asked.map(({ engine, question }) => `${engine}: ${question.prompt}`);
    expect(asked).toHaveLength(scan.total_queries);
    expect(new Set(asked).size).toBe(scan.total_queries / 3);
    expect(new Set(engines.asked.map(({ question }) => question.seed)).size).toBe(scan.total_queries);
  });

  it("is finished once when its lanes end at the same moment", async () => {
    const { scan, lanes } = await start();
    await Promise.all(lanes.map((lane) => runLane(deps, lane, never)));
    await finishScan(deps, small.brandId, scan.id);
    expect((await read(scan.id)).status).toBe("completed");
    expect(await rollups(scan.id)).toHaveLength(1);
  });

  it("asks each question for its topic, brand and language", async () => {
    const { lanes } = await start();
    await runLane(deps, lanes[0], never);
    for (const { question } of engines.asked) {
      expect(question.locale).toEqual({ country: "us", language: "en" });
      expect(question.scene.brand.name).toBe("Fjordgear");
      expect(question.scene.topic.name).toBe("Cloudberry Stove");
    }
  });

  it("with some failed queries completes, counts them, and leaves them out of the score", async () => {
    answer = (_, nth) => {
      if (nth % 4 === 0) throw new Error(`no answer ${nth}`);
      return NAMED;
    };
    const { scan, lanes } = await start();
    for (const lane of lanes) await runLane(deps, lane, never);
    const failed = Math.floor(scan.total_queries / 4);
    const done = await read(scan.id);
    expect(done).toMatchObject({ status: "completed", error: null, failed_queries: failed });
    expect(done.completed_queries).toBe(scan.total_queries - failed);
    expect(await rollups(scan.id)).toMatchObject([{ n: scan.total_queries - failed }]);
    for (const { failure } of await failures(scan.id)) expect(failure).toMatch(/^no answer \d+$/);
    const rows = await deps.stores.results.ofScan(small.brandId, scan.id);
    expect(new Set(rows.map(({ score }) => score)).size).toBe(1);
    expect(done.score).toBeCloseTo(rows[0]?.score as number, 8);
  });

  it("completes when just half of the queries fail", async () => {
    answer = (_, nth) => (nth % 2 === 0 ? Promise.reject(new Error("no")) : NAMED);
    const { scan, lanes } = await start();
    for (const lane of lanes) await runLane(deps, lane, never);
    expect(await read(scan.id)).toMatchObject({ status: "completed", failed_queries: scan.total_queries / 2 });
  });

  it("fails with a message, and without rollups or advice, when more than half of the queries fail", async () => {
    let left = 0;
    answer = () => (left-- > 0 ? NAMED : Promise.reject(new Error("quota")));
    const { scan, lanes } = await start();
    left = scan.total_queries / 2 - 1;
    for (const lane of lanes) await runLane(deps, lane, never);
    const usable = scan.total_queries / 2 - 1;
    expect(await read(scan.id)).toMatchObject({
      status: "failed",
      error: expect.stringMatching(
        `^Only ${usable} of ${scan.total_queries} queries brought a usable answer. .*: quota$`,
      ),
      score: null,
      cancelled: false,
      completed_queries: usable,
      failed_queries: scan.total_queries - usable,
    });
    expect(await rollups(scan.id)).toEqual([]);
    expect(await deps.stores.analytics.engineTotals(small.brandId)).toEqual([]);
    expect(await deps.stores.recommendations.all(small.brandId)).toEqual([]);
    expect((await start()).scan.status).toBe("pending");
  });

  it("keeps the reason of a failure even when PostgreSQL cannot hold its characters", async () => {
    answer = () => Promise.reject(new Error("bad bytes: \u0000 and \ud800"));
    const { scan, lanes } = await start();
    for (const lane of lanes) await runLane(deps, lane, never);
    expect((await read(scan.id)).status).toBe("failed");
    expect((await failures(scan.id))[0]).toEqual({ failure: "bad bytes:  and \ufffd" });
  });

  it("goes on later where a stopped lane left it, without asking settled questions again", async () => {
    const stopping = new AbortController();
    answer = (_, nth, signal) => {
      if (nth === 10) stopping.abort(new Error("the process is stopping"));
      signal.throwIfAborted();
      return NAMED;
    };
    const { scan, lanes } = await start();
    await expect(runLane(deps, lanes[0], { signal: stopping.signal, draining: unending })).rejects.toThrow(
      "the process is stopping",
    );
    const settled = await deps.stores.results.ofScan(small.brandId, scan.id);
    expect(settled.length).toBeGreaterThan(0);
    expect(settled.length).toBeLessThan(scan.total_queries / 2);
    expect(await read(scan.id)).toMatchObject({ status: "running", failed_queries: 0 });

    engines.asked.length = 0;
    answer = () => NAMED;
    for (const lane of lanes) await runLane(deps, lane, never);
    expect(await read(scan.id)).toMatchObject({ status: "completed", completed_queries: scan.total_queries });
    expect(engines.asked).toHaveLength(scan.total_queries - settled.length);
    const again = new Set(engines.asked.map(({ question }) => question.seed));
    for (const { id } of settled) expect(again).not.toContain(`${scan.id}:${id}`);
  });

  it("counts every question once when two workers run the same lane at once", async () => {
    const { scan, lanes } = await start();
    await Promise.all([lanes[0], lanes[0], lanes[1], lanes[1]].map((lane) => runLane(deps, lane, never)));
    expect(await read(scan.id)).toMatchObject({
      status: "completed",
      completed_queries: scan.total_queries,
      failed_queries: 0,
    });
    expect(await deps.stores.results.ofScan(small.brandId, scan.id)).toHaveLength(scan.total_queries);
  });

  it("stops when it is cancelled during a run, and stays cancelled", async () => {
    const { scan, lanes } = await start();
    let cancelled: ScanRecord | undefined;
    answer = async (_, nth) => {
      if (nth === 11) cancelled = await cancelScan(deps, small.brandId, scan.id);
      return NAMED;
    };
    await runLane(deps, lanes[0], never);
    const askedInFirst = engines.asked.length;
    await runLane(deps, lanes[1], never);
    expect(engines.asked).toHaveLength(askedInFirst);
    expect(askedInFirst).toBeLessThan(scan.total_queries);
    expect(cancelled).toMatchObject({
      status: "failed",
      cancelled: true,
      error: "The scan was cancelled.",
      score: null,
    });
    expect(await read(scan.id)).toEqual(cancelled);
    expect(await rollups(scan.id)).toEqual([]);
  });

  it("fails what cannot be read, once, and goes on with the rest", async () => {
    const unreadable = {
      get length(): number {
        throw new Error("out of letters");
      },
    } as unknown as string;
    answer = (_, nth) => (nth === 3 ? unreadable : NAMED);
    const { scan, lanes } = await start();
    for (const lane of lanes) await runLane(deps, lane, never);
    expect(await read(scan.id)).toMatchObject({ status: "completed", failed_queries: 1 });
    expect(engines.asked).toHaveLength(scan.total_queries);
    expect((await failures(scan.id))[0]?.failure).toMatch(/^The answer came, but could not be read: /);
  });

  it("keeps what is under way when it is told to come to an end, and takes nothing new", async () => {
    const draining = new AbortController();
    const more = Promise.withResolvers<string>();
    answer = (_, nth) => {
      if (nth === 6) draining.abort(new Error("the process is stopping"));
      if (nth === 6) setImmediate(() => more.resolve(NAMED));
      return nth >= 6 ? more.promise : NAMED;
    };
    const { scan, lanes } = await start();
    const life = { signal: unending, draining: draining.signal };
    await expect(runLane(deps, lanes[0], life)).rejects.toThrow("the process is stopping");
    const rows = await deps.stores.results.ofScan(small.brandId, scan.id);
    expect(rows).toHaveLength(engines.asked.length);
    expect(rows.length).toBeLessThan(scan.total_queries / 2);
    expect(await read(scan.id)).toMatchObject({ status: "running", failed_queries: 0 });
  });

  it("stores the others at once when one answer cannot be stored", async () => {
    const { results } = deps.stores;
    const store = results.answer;
    let poisoned = "";
    results.answer = (brandId, scanId, answered, month) => {
      poisoned ||= answered[0]?.id ?? "";
      const isSick = answered.some(({ id }) => id === poisoned);
      return isSick ? Promise.reject(new Error("no room for it")) : store(brandId, scanId, answered, month);
    };
    const { scan, lanes } = await start();
    for (const lane of lanes) await runLane(deps, lane, never);
    results.answer = store;
    expect(await read(scan.id)).toMatchObject({ status: "completed", failed_queries: 1 });
    expect(engines.asked).toHaveLength(scan.total_queries);
    expect((await failures(scan.id))[0]?.failure).toBe("The answer came, but could not be stored.");
  });

  it("a lane of a scan that is gone ends quietly", async () => {
    const { scan, lanes } = await start();
    await cancelScan(deps, small.brandId, scan.id);
    await deps.stores.scans.delete(small.brandId, scan.id);
    await runLane(deps, lanes[0], never);
    expect(engines.asked).toEqual([]);
  });
});
