import type { RecommendationStatus } from "@answerscope/api";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changeRecommendation } from "../../src/app/change-recommendation.ts";
import { changeTopic } from "../../src/app/edit-topics.ts";
import type { Deps } from "../../src/app/ports.ts";
import { runLane } from "../../src/app/run-lane.ts";
import { startScan } from "../../src/app/start-scan.ts";
import type { RecommendationRecord } from "../../src/app/stores.ts";
import { copyDatabase, type DatabaseCopy, KINDS } from "../setup/databases.ts";
import { type OpenDeps, openOn } from "../setup/open-deps.ts";
import { makeSmallBrand, type SmallBrand, scriptedEngines } from "../setup/small-brand.ts";

const unending = new AbortController().signal;
const never = { signal: unending, draining: unending };
const ABSENT = "1. **Rivalco** is the best choice.\n2. **Another** follows.";
const NAMED = "1. **Cloudberry Stove** is the best choice, and we recommend it.\n2. **Rivalco** follows.";

describe.each(KINDS)("a recommendation on %s", (kind) => {
  let copy: DatabaseCopy;
  let opened: OpenDeps;
  let deps: Deps;
  let small: SmallBrand;
  let text: string;
  let today: string;
  let one: RecommendationRecord;

  beforeAll(async () => {
    copy = await copyDatabase(kind);
    opened = await openOn(
      copy,
      scriptedEngines((question) => (question.scene.topic.name === "Lantern" ? NAMED : text)),
    );
    deps = { ...opened.deps, now: () => today };
  });
  afterAll(async () => {
    await opened.close();
    await copy.drop();
  });

  /** A day on which a scan runs from start to end. */
  async function scanOn(day: string): Promise<string> {
    today = `${day}T06:00:00.000Z`;
    const { id } = await startScan(deps, small.brandId, { engines: undefined, trigger: "api" });
    for (const lane of opened.queue.filter(({ scanId }) => scanId === id)) await runLane(deps, lane, never);
    expect((await deps.stores.scans.get(small.brandId, id))?.status).toBe("completed");
    return id;
  }
  const read = async (): Promise<RecommendationRecord> =>
    (await deps.stores.recommendations.get(small.brandId, one.id)) ?? expect.unreachable();
  async function decide(day: string, status: RecommendationStatus, reason?: string): Promise<RecommendationRecord> {
    today = `${day}T12:00:00.000Z`;
    return changeRecommendation(deps, small.brandId, one.id, { status, reason });
  }
  async function score(): Promise<number> {
    const topic = await deps.stores.topics.get(small.brandId, one.topic_id as string);
    return topic?.[`visibility_score_${one.funnel_stage ?? "overall"}`] ?? expect.unreachable();
  }

  beforeEach(async () => {
    text = ABSENT;
    today = "2026-01-05T00:00:00.000Z";
    const topics = [{ name: "Cloudberry Stove", category: "camping stoves" }, { name: "Lantern" }];
    small = await makeSmallBrand(deps, topics);
    await scanOn("2026-01-06");
    const pending = (await deps.stores.recommendations.all(small.brandId)).filter(
      ({ topic_id, status }) => topic_id === small.topics[0]?.id && status === "pending",
    );
    one = pending[0] ?? expect.unreachable("the scan gave no reason to act");
  });

  it("is born pending, from the scan that shows it, with its evidence", () => {
    expect(one).toMatchObject({ status: "pending", applied_at: null, score_before: null, score_after: null });
    expect(one.created_at).toBe("2026-01-06T06:00:00.000Z");
    expect(one.evidence).not.toBeNull();
  });

  it("stays one while the situation lasts, and points at the newest scan", async () => {
    const count = (await deps.stores.recommendations.all(small.brandId)).length;
    const scanId = await scanOn("2026-01-09");
    expect(await deps.stores.recommendations.all(small.brandId)).toHaveLength(count);
    expect(await read()).toMatchObject({ scan_id: scanId, created_at: one.created_at, status: "pending" });
  });

  it("completed, notes when and at what score, and the next scan notes the score after", async () => {
    const before = await score();
    const completed = await decide("2026-01-07", "completed");
    expect(completed).toMatchObject({
      status: "completed",
      applied_at: "2026-01-07T12:00:00.000Z",
      score_before: before,
      score_after: null,
    });
    text = NAMED;
    await scanOn("2026-01-09");
    const after = await read();
    expect(after).toMatchObject({ status: "completed", applied_at: completed.applied_at, score_before: before });
    expect(after.score_after).toBe(await score());
    expect(after.score_after).toBeGreaterThan(before);
  });

  it("completed, takes its score after from a scan that measured its topic", async () => {
    await decide("2026-01-07", "completed");
    await changeTopic(deps, small.brandId, one.topic_id as string, { status: "inactive" });
    await scanOn("2026-01-09");
    expect((await read()).score_after).toBeNull();
    await changeTopic(deps, small.brandId, one.topic_id as string, { status: "active" });
    await scanOn("2026-01-13");
    expect((await read()).score_after).toBe(await score());
  });

  it("reopened or dismissed, forgets that it was applied", async () => {
    await decide("2026-01-07", "completed");
    expect(await decide("2026-01-08", "pending")).toMatchObject({
      status: "pending",
      applied_at: null,
      score_before: null,
      score_after: null,
      updated_at: "2026-01-08T12:00:00.000Z",
    });
    await decide("2026-01-09", "completed");
    expect(await decide("2026-01-10", "dismissed", "Not now.")).toMatchObject({
      status: "dismissed",
      applied_at: null,
      score_before: null,
      dismissed_reason: "Not now.",
    });
  });

  it("dismissed, stays as it was left, however often a scan shows the same", async () => {
    const dismissed = await decide("2026-01-07", "dismissed", "Handled elsewhere.");
    await scanOn("2026-01-09");
    await scanOn("2026-01-12");
    expect(await read()).toEqual(dismissed);
    const same = (await deps.stores.recommendations.all(small.brandId)).filter(
      ({ identity }) => identity === one.identity,
    );
    expect(same).toHaveLength(1);
  });

  it("set to the status it has, changes nothing", async () => {
    const completed = await decide("2026-01-07", "completed");
    expect(await decide("2026-01-20", "completed")).toEqual(completed);
    expect(await read()).toEqual(completed);
  });
});
