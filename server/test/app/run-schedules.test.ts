import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changeBrand } from "../../src/app/edit-brand.ts";
import { runSchedules } from "../../src/app/run-schedules.ts";
import { KINDS } from "../setup/databases.ts";
import { type OpenDeps, openDeps } from "../setup/open-deps.ts";
import { makeSmallBrand } from "../setup/small-brand.ts";

const DAILY = { cron: "0 6 * * *", time_zone: "Europe/Berlin" };

describe.each(KINDS)("schedules on %s", (kind) => {
  let opened: OpenDeps;
  let brandId: string;
  let now = "";
  const deps = () => ({ ...opened.deps, now: () => now });
  const scans = () => opened.deps.stores.scans.list(brandId, {}, 10);

  beforeAll(async () => {
    opened = await openDeps(kind, { content: "empty" });
  });
  afterAll(() => opened.close());
  // Its brand must not be due in the next test.
  afterEach(() => changeBrand(deps(), brandId, { schedule: null }));
  beforeEach(async () => {
    now = "2026-03-27T12:00:00.000Z";
    brandId = (await makeSmallBrand(opened.deps)).brandId;
    await changeBrand(deps(), brandId, { schedule: DAILY });
  });

  it("a brand says when its next scan starts, in its own time zone", async () => {
    expect((await opened.deps.stores.brands.get(brandId)).next_scan_at).toBe("2026-03-28T05:00:00.000Z");
  });

  it("starts what is due, once, and moves on to the next time, also over a change of the clocks", async () => {
    now = "2026-03-28T05:00:10.000Z";
    expect(await runSchedules(deps())).toEqual([{ brandId, started: (await scans())[0]?.id }]);
    expect(await runSchedules(deps())).toEqual([]);
    expect(await scans()).toMatchObject([{ trigger: "schedule", status: "pending" }]);
    expect((await opened.deps.stores.brands.get(brandId)).next_scan_at).toBe("2026-03-29T04:00:00.000Z");
  });

  it("starts nothing before its time", async () => {
    now = "2026-03-28T04:59:59.999Z";
    expect(await runSchedules(deps())).toEqual([]);
  });

  it("skips a time at which a scan is in progress, and says so", async () => {
    now = "2026-03-28T05:00:10.000Z";
    await runSchedules(deps());
    now = "2026-03-29T04:00:10.000Z";
    expect(await runSchedules(deps())).toEqual([{ brandId, skipped: expect.stringContaining("already in progress") }]);
    expect(await scans()).toHaveLength(1);
  });

  it("of several processes that look at once, one starts it", async () => {
    now = "2026-03-28T05:00:10.000Z";
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => runSchedules(deps())));
    expect(outcomes.flat()).toHaveLength(1);
  });

  it("a schedule that is taken away starts nothing", async () => {
    await changeBrand(deps(), brandId, { schedule: null });
    now = "2026-04-01T00:00:00.000Z";
    expect(await runSchedules(deps())).toEqual([]);
  });
});
