import type { EngineId } from "@answerscope/api";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordCassette } from "../../src/app/cassette.ts";
import { cancelScan, deleteScan } from "../../src/app/end-scan.ts";
import { finishScan } from "../../src/app/finish-scan.ts";
import type { Deps } from "../../src/app/ports.ts";
import { runLane } from "../../src/app/run-lane.ts";
import { startScan } from "../../src/app/start-scan.ts";
import type { ScanRecord } from "../../src/app/stores.ts";
import { sweepScans } from "../../src/app/sweep-scans.ts";
import { EngineError } from "../../src/domain/engine-error.ts";
import type { Question } from "../../src/domain/engine-reply.ts";
import { seededRandom } from "../../src/domain/seeded-random.ts";
import { KINDS } from "../setup/databases.ts";
import { type OpenDeps, openDeps } from "../setup/open-deps.ts";
import { makeSmallBrand, type ScriptedEngines, type SmallBrand, scriptedEngines } from "../setup/small-brand.ts";

const unending = new AbortController().signal;
const never = { signal: unending, draining: unending };
const NAMED = "1. **Cloudberry Stove** by Fjordgear is our top pick.\n2. **Rivalco** is an alternative.";
const UNNAMED = "Rivalco makes the one that most people buy.";
const ENGINES: EngineId[] = ["chatgpt", "perplexity"];
/** One topic's prompts at two engines. */
const ROUND = 18;

const always = () => NAMED;
/** So much noise that no small number of answers tells anything precisely. */
const byChance = ({ seed }: Question) => (seededRandom(seed).chance(0.5) ? NAMED : UNNAMED);

describe.each(KINDS)("a scan that samples until it knows enough on %s", (kind) => {
  let opened: OpenDeps;
  let deps: Deps;
  let engines: ScriptedEngines;
  let answer: (question: Question, engine: EngineId, nth: number) => string;
  let costUsd: number | null;
  let small: SmallBrand;

  beforeAll(async () => {
    engines = scriptedEngines((question, nth) => answer(question, engines.asked.at(-1)?.engine as EngineId, nth));
    opened = await openDeps(kind, { engines });
    const { ask } = engines;
    engines.ask = async (...given) => ({ ...(await ask(...given)), costUsd });
    deps = opened.deps;
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    answer = always;
    costUsd = null;
    engines.asked.length = 0;
    small = await makeSmallBrand(deps, undefined, ENGINES);
  });
  afterEach(async () => {
    await opened.database.db.updateTable("plans").set({ queries_per_scan: null }).execute();
  });

  const sample = (target: number | null, most = 10, samples = 1) =>
    deps.stores.brands.change(
      small.brandId,
      { sampling: { samples_per_prompt: samples, target_half_width: target, max_samples_per_prompt: most } },
      deps.now(),
    );
  const allow = (budget: number) =>
    deps.stores.brands.change(small.brandId, { monthly_budget_usd: budget }, deps.now());
  const start = () => startScan(deps, small.brandId, { engines: undefined, trigger: "api" });
  const read = async (id: string) => (await deps.stores.scans.get(small.brandId, id)) ?? expect.unreachable();
  const lanesOf = (id: string) => opened.queue.filter(({ scanId }) => scanId === id);
  /** As the worker does: every lane that is queued, and those that are queued meanwhile. */
  const work = async (scan: ScanRecord) => {
    for (let done = 0; done < lanesOf(scan.id).length; ) {
      const lanes = lanesOf(scan.id).slice(done);
      done += lanes.length;
      await Promise.all(lanes.map((lane) => runLane(deps, lane, never)));
    }
    return read(scan.id);
  };
  const rows = (id: string) =>
    opened.database.db
      .selectFrom("results")
      .where("scan_id", "=", id)
      .orderBy("id")
      .select(["id", "prompt_id", "engine", "sample", "state"])
      .execute();
  /** Every prompt once at every engine in every round, and one round after the other. */
  const expectWhole = async (id: string, rounds: number) => {
    const planned = await rows(id);
    expect(planned).toHaveLength(rounds * ROUND);
    expect(new Set(planned.map((row) => `${row.prompt_id} ${row.engine} ${row.sample}`)).size).toBe(planned.length);
    const sampleOf = new Map(planned.map((row) => [`${id}:${row.id}`, row.sample]));
    for (const one of ENGINES) {
      const asked = engines.asked.filter(({ engine }) => engine === one);
      const samples = asked.flatMap(({ question: { seed } }) => sampleOf.get(seed) ?? []);
      expect(samples).toEqual(samples.toSorted((a, b) => a - b));
    }
  };

  describe("how it stops", () => {
    it("stops after three rounds when the answers agree, and says what that saved", async () => {
      await sample(10);
      const scan = await start();
      expect(scan).toMatchObject({ total_queries: 10 * ROUND, sampling: { rounds: 3, stopped_because: null } });
      expect(await rows(scan.id)).toHaveLength(3 * ROUND);
      const done = await work(scan);
      expect(done).toMatchObject({ status: "completed", total_queries: 3 * ROUND, completed_queries: 3 * ROUND });
      expect(done.sampling).toMatchObject({
        target_half_width: 10,
        rounds: 3,
        stopped_because: "precise_enough",
        calls_saved: 7 * ROUND,
      });
      expect(done.sampling?.half_width).toBeGreaterThan(0);
      expect(done.sampling?.half_width).toBeLessThanOrEqual(9);
      await expectWhole(scan.id, 3);
    });

    it("takes one round at a time, and no more than it needs", async () => {
      answer = byChance;
      await sample(9, 60);
      const scan = await start();
      expect(scan.total_queries).toBe(60 * ROUND);
      const done = await work(scan);
      const { rounds, half_width } = done.sampling ?? expect.unreachable();
      expect(done.sampling).toMatchObject({ stopped_because: "precise_enough", calls_saved: (60 - rounds) * ROUND });
      expect(rounds).toBeGreaterThan(3);
      expect(rounds).toBeLessThan(60);
      // One round less would not have been enough; one more makes it a little narrower.
      expect(half_width).toBeLessThanOrEqual(8.1);
      expect((half_width as number) * Math.sqrt((rounds + 1) / (rounds - 1))).toBeGreaterThan(8.1);
      expect(done).toMatchObject({ total_queries: rounds * ROUND, completed_queries: rounds * ROUND });
      await expectWhole(scan.id, rounds);
    });

    it("ends at the upper bound when the answers never agree", async () => {
      answer = byChance;
      await sample(0.5, 5);
      const scan = await start();
      const done = await work(scan);
      expect(done).toMatchObject({ status: "completed", total_queries: scan.total_queries });
      expect(done.sampling).toMatchObject({ rounds: 5, stopped_because: "most_samples", calls_saved: 0 });
      await expectWhole(scan.id, 5);
    });

    it("stays within the plan's queries a scan, in whole rounds", async () => {
      await opened.database.db
        .updateTable("plans")
        .set({ queries_per_scan: 5 * ROUND - 1 })
        .execute();
      answer = byChance;
      await sample(0.5);
      const scan = await start();
      expect(scan.total_queries).toBe(4 * ROUND);
      expect((await work(scan)).sampling).toMatchObject({ rounds: 4, stopped_because: "plan_limit", calls_saved: 0 });
      await expectWhole(scan.id, 4);
    });

    it("is refused when the plan does not allow its first rounds", async () => {
      await opened.database.db
        .updateTable("plans")
        .set({ queries_per_scan: 3 * ROUND - 1 })
        .execute();
      await sample(5);
      await expect(start()).rejects.toMatchObject({ code: "plan_limit" });
    });

    it("does not begin a round that the budget cannot pay whole", async () => {
      answer = byChance;
      costUsd = 0.01;
      await sample(0.5);
      await allow(0.01 * (4.5 * ROUND));
      const done = await work(await start());
      expect(done).toMatchObject({ status: "completed", failed_queries: 0, total_queries: 4 * ROUND });
      expect(done.sampling).toMatchObject({ rounds: 4, stopped_because: "budget", calls_saved: 6 * ROUND });
    });

    it("keeps what it has when the budget ends within a round", async () => {
      answer = byChance;
      costUsd = 0.01;
      await sample(0.5);
      await allow(0.01 * 2 * ROUND);
      const done = await work(await start());
      expect(done).toMatchObject({ status: "completed", total_queries: 3 * ROUND });
      expect(done.failed_queries).toBeGreaterThan(0);
      expect(done.sampling).toMatchObject({ rounds: 3, stopped_because: "budget", calls_saved: 7 * ROUND });
    });

    it("of a brand without a target asks a fixed number, and says nothing of sampling", async () => {
      await sample(null, 10, 2);
      const scan = await start();
      expect(scan).toMatchObject({ sampling: null, total_queries: 2 * ROUND });
      expect(await work(scan)).toMatchObject({ sampling: null, total_queries: 2 * ROUND, status: "completed" });
    });

    it("asks a new panel as often as a fixed plan would, and a known one three times", async () => {
      await sample(20, 10, 6);
      const first = await work(await start());
      expect(first.sampling).toMatchObject({ rounds: 6, stopped_because: "precise_enough", calls_saved: 4 * ROUND });
      expect((await work(await start())).sampling).toMatchObject({ rounds: 3, calls_saved: 7 * ROUND });
    });
  });

  describe("what fails", () => {
    const ofPerplexity = () => engines.asked.filter(({ engine }) => engine === "perplexity").length;

    it("is not asked again once it refuses the key", async () => {
      answer = (question, engine) => {
        if (engine === "perplexity" && ofPerplexity() > 20) throw new EngineError("auth", "No such key.");
        return byChance(question);
      };
      await sample(0.5, 6);
      const done = await work(await start());
      expect(done).toMatchObject({ status: "completed", sampling: { rounds: 6, stopped_because: "most_samples" } });
      expect(ofPerplexity()).toBeLessThanOrEqual(20 + 8);
      expect(done.total_queries).toBe((6 * ROUND) / 2 + (3 * ROUND) / 2);
      expect(done.completed_queries + done.failed_queries).toBe(done.total_queries);
    });

    it("is not asked again when it answered nothing in a whole round", async () => {
      answer = (question, engine) => {
        if (engine === "perplexity" && ofPerplexity() > 3 * (ROUND / 2)) throw new Error("out of order");
        return byChance(question);
      };
      await sample(0.5, 7);
      const done = await work(await start());
      expect(done.sampling).toMatchObject({ rounds: 7, stopped_engines: ["perplexity"] });
      expect(ofPerplexity()).toBe(4 * (ROUND / 2));
      expect(done.failed_queries).toBe(ROUND / 2);
    });

    it("fails the scan after the first rounds when most of what was asked brought nothing", async () => {
      answer = (question, engine, nth) => {
        if (engine === "perplexity" || nth % 3 === 0) throw new Error("out of order");
        return byChance(question);
      };
      await sample(0.5);
      const done = await work(await start());
      expect(done).toMatchObject({ status: "failed", total_queries: 3 * ROUND, score: null });
      expect(done.error).toMatch(new RegExp(`^Only ${done.completed_queries} of ${3 * ROUND} queries`));
      expect(done.sampling).toMatchObject({ rounds: 3, stopped_because: null, calls_saved: null });
    });
  });

  /** A process that comes to its end just when it would plan this round. */
  const stopAtRound =
    (round: number): Deps["write"] =>
    (brandId, work) =>
      deps.write(brandId, (stores) =>
        work({
          ...stores,
          results: {
            ...stores.results,
            answering: async (of, id, rounds) => {
              if (rounds === round - 1) throw new Error("killed");
              return stores.results.answering(of, id, rounds);
            },
          },
        }),
      );

  describe("whatever happens to its process", () => {
    it("goes on when it was killed between two rounds", async () => {
      answer = byChance;
      await sample(0.5, 6);
      const scan = await start();
      const dying = { ...deps, write: stopAtRound(5) };
      const [first, second] = lanesOf(scan.id);
      await runLane(dying, first ?? expect.unreachable(), never);
      await expect(
        runLane(dying, second ?? expect.unreachable(), never).then(() => runLane(dying, first as never, never)),
      ).rejects.toThrow("killed");
      expect(await read(scan.id)).toMatchObject({ status: "running", completed_queries: 4 * ROUND });
      expect(await rows(scan.id)).toHaveLength(4 * ROUND);
      const done = await work(scan);
      expect(done).toMatchObject({ status: "completed", completed_queries: 6 * ROUND, sampling: { rounds: 6 } });
      expect(engines.asked).toHaveLength(6 * ROUND);
      await expectWhole(scan.id, 6);
    });

    it("asks in every round what it asked in the first, whatever is edited meanwhile", async () => {
      answer = byChance;
      await sample(0.5, 4);
      const scan = await start();
      const dying = { ...deps, write: stopAtRound(4) };
      await Promise.allSettled(lanesOf(scan.id).map((lane) => runLane(dying, lane, never)));
      const [reworded, deleted] = await deps.stores.prompts.panel(small.brandId);
      await deps.stores.prompts.reword(small.brandId, reworded?.promptId ?? "", "Which one, then?", deps.now());
      await deps.stores.prompts.delete(small.brandId, deleted?.promptId ?? "", deps.now());
      await work(scan);
      await expectWhole(scan.id, 4);
      expect(engines.asked.map(({ question }) => question.prompt)).not.toContain("Which one, then?");
    });

    it("plans a round once when two lanes run dry at the same moment", async () => {
      answer = byChance;
      await sample(0.5, 4);
      const scan = await start();
      const dying = { ...deps, write: stopAtRound(4) };
      await Promise.allSettled(lanesOf(scan.id).map((lane) => runLane(dying, lane, never)));
      opened.queue.length = 0;
      const said = await Promise.all(
        [...ENGINES, ...ENGINES].map((engine) => finishScan(deps, small.brandId, scan.id, engine)),
      );
      expect(said.filter((status) => status !== null)).toEqual(["running"]);
      await expectWhole(scan.id, 4);
      // The lane that planned it goes on by itself: only the other one is queued.
      expect(lanesOf(scan.id)).toHaveLength(1);
    });

    it("is found by the sweep when nobody is left to plan its next round", async () => {
      answer = byChance;
      await sample(0.5, 4);
      const scan = await start();
      const dying = { ...deps, write: stopAtRound(4) };
      await Promise.allSettled(lanesOf(scan.id).map((lane) => runLane(dying, lane, never)));
      opened.queue.length = 0;
      const swept = (await sweepScans(deps)).filter(({ scanId }) => scanId === scan.id);
      expect(swept).toEqual([{ brandId: small.brandId, scanId: scan.id, did: "queued_again" }]);
      expect(lanesOf(scan.id).map(({ engine }) => engine)).toEqual(ENGINES);
      expect(await work(scan)).toMatchObject({ status: "completed", completed_queries: 4 * ROUND });
    });

    it("can be cancelled, and then counts what was planned; and deleted", async () => {
      await sample(0.5);
      const scan = await start();
      const [first] = lanesOf(scan.id);
      await runLane(deps, first ?? expect.unreachable(), never);
      const cancelled = await cancelScan(deps, small.brandId, scan.id);
      expect(cancelled).toMatchObject({ status: "failed", cancelled: true, total_queries: 3 * ROUND });
      expect(cancelled.sampling).toMatchObject({ rounds: 3, stopped_because: null, calls_saved: null });
      expect(await work(scan)).toEqual(cancelled);
      await deleteScan(deps, small.brandId, scan.id);
      expect(await rows(scan.id)).toEqual([]);
    });
  });

  it("keeps on its cassette every round that was asked", async () => {
    answer = byChance;
    await sample(0.5, 5);
    const scan = await work(await start());
    const first = { kind: "scan", scan } as Parameters<typeof recordCassette>[2];
    const lines = await Array.fromAsync(recordCassette(deps, small.brandId, first));
    expect(lines).toHaveLength(1 + 5 * ROUND);
  });
});
