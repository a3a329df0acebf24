import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Deps } from "../../src/app/ports.ts";
import { runLane } from "../../src/app/run-lane.ts";
import { runRescore } from "../../src/app/run-rescore.ts";
import { startRescore } from "../../src/app/start-rescore.ts";
import { startScan } from "../../src/app/start-scan.ts";
import type { Lane } from "../../src/app/stores.ts";
import { sweepRescores } from "../../src/app/sweep-rescores.ts";
import { KINDS } from "../setup/databases.ts";
import { type OpenDeps, openDeps } from "../setup/open-deps.ts";
import { makeSmallBrand, scriptedEngines } from "../setup/small-brand.ts";

const ANSWER = "1. **Rivalco**: light.\n2. **Cloudberry Stove**: the best choice for most people.";
const NEVER = new AbortController().signal;

describe.each(KINDS)("runRescore on %s", (kind) => {
  let opened: OpenDeps;
  let deps: Deps;
  let brandId: string;
  let scanId: string;
  beforeAll(async () => {
    opened = await openDeps(kind, { content: "empty", engines: scriptedEngines(() => ANSWER) });
    deps = opened.deps;
    ({ brandId } = await makeSmallBrand(deps));
    // More answers than a rescore takes at a time.
    await deps.write(brandId, (stores) =>
      stores.brands.change(
        brandId,
        { sampling: { samples_per_prompt: 60, target_half_width: null, max_samples_per_prompt: 10 } },
        deps.now(),
      ),
    );
    ({ id: scanId } = await startScan(deps, brandId, { engines: undefined, trigger: "api" }));
    await runLane(deps, opened.queue.shift() as Lane, { signal: NEVER, draining: NEVER });
  }, 120_000);
  afterAll(() => opened.close());

  const rename = (aliases: string[]) =>
    deps.write(brandId, (stores) => stores.brands.change(brandId, { aliases, competitors: [] }, deps.now()));
  const start = (dry_run: boolean) => startRescore(deps, brandId, { dry_run });
  const task = (id: string) => ({ kind: "rescore" as const, brandId, id });
  const shown = async (id: string) => ({
    ...(await deps.stores.rescores.get(brandId, id)),
    scans: await deps.stores.rescores.scansOf(brandId, id),
  });
  /** What a row says of who is named must fit its words: both are of one reading. */
  async function expectWholeRows(): Promise<void> {
    for (const { row, evidence } of await deps.stores.results.readings(brandId, scanId, null, 10_000)) {
      expect(row.mention_position).toBe(row.competitors_mentioned.includes("Rivalco") ? 2 : 1);
      expect(evidence.competitors.map(({ name }) => name)).toEqual(row.competitors_mentioned);
    }
  }

  it("killed at any write, leaves whole rows, and comes to the same end when it goes on", async () => {
    await rename(["Rivalco"]);
    const dry = await start(true);
    await runRescore(deps, task(dry.id), NEVER);
    const foretold = await shown(dry.id);
    expect(foretold.total_answers).toBeGreaterThan(256 * 2);
    expect(foretold.changed).toMatchObject({
      answers: foretold.total_answers,
      mention_position: foretold.total_answers,
    });

    const { id } = await start(false);
    let runs = 0;
    for (let isDone = false; !isDone; ) {
      // Each time one write further than the last.
      let left = ++runs;
      const dying: Deps = {
        ...deps,
        write: (brand, work) =>
          deps.write(brand, async (stores) => {
            const result = await work(stores);
            if (left-- === 0) throw new Error("killed");
            return result;
          }),
      };
      isDone = await runRescore(dying, task(id), NEVER).then(
        () => true,
        ({ message }) => message !== "killed",
      );
      await expectWholeRows();
    }
    expect(runs).toBeGreaterThan(2);
    const done = await shown(id);
    expect(done).toMatchObject({ status: "completed", changed: foretold.changed, done_answers: foretold.done_answers });
    const scores = ({ scans }: typeof done) =>
      scans.map(({ score_before, score_after }) => [score_before, score_after]);
    expect(scores(done)[0]?.[1]).toBeCloseTo(scores(foretold)[0]?.[1] as number, 9);
    expect((await deps.stores.scans.get(brandId, scanId))?.score).toBe(scores(done)[0]?.[1]);
  });

  it("a dry run that was interrupted begins its scan again, and counts nothing twice", async () => {
    await rename([]);
    const { id } = await start(true);
    let pages = 0;
    const { readings } = deps.stores.results;
    deps.stores.results.readings = (...given) => {
      if (++pages === 3) throw new Error("killed");
      return readings(...given);
    };
    await expect(runRescore(deps, task(id), NEVER)).rejects.toThrow("killed");
    deps.stores.results.readings = readings;
    expect((await shown(id)).done_answers).toBe(256 * 2);
    await runRescore(deps, task(id), NEVER);
    const { changed, total_answers, done_answers } = await shown(id);
    expect(changed?.answers).toBe(total_answers);
    expect(done_answers).toBe(total_answers);
  });

  it("whose job was lost gets a new one", async () => {
    opened.tasks.length = 0;
    const { id } = await start(true);
    expect(await sweepRescores(deps)).toEqual([]);
    opened.tasks.length = 0;
    expect(await sweepRescores(deps)).toEqual([{ brandId, id }]);
    expect(opened.tasks).toEqual([task(id)]);
    await runRescore(deps, task(id), NEVER);
    expect(await sweepRescores(deps)).toEqual([]);
  });

  it("told to stop, stops between two answers and leaves the rest for later", async () => {
    const { id } = await start(false);
    await expect(runRescore(deps, task(id), AbortSignal.abort(new Error("stopping")))).rejects.toThrow("stopping");
    expect((await shown(id)).status).toBe("running");
    await runRescore(deps, task(id), NEVER);
    expect((await shown(id)).status).toBe("completed");
  });
});
