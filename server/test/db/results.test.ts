import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readReply, subjectOf } from "../../src/app/read-reply.ts";
import { startScan } from "../../src/app/start-scan.ts";
import type { AnsweredQuery } from "../../src/app/stores.ts";
import { unpackJson } from "../../src/db/packed-json.ts";
import { DEFAULT_WEIGHTS } from "../../src/domain/score.ts";
import { KINDS } from "../setup/databases.ts";
import { type OpenDeps, openDeps } from "../setup/open-deps.ts";
import { makeSmallBrand, replyOf, type SmallBrand } from "../setup/small-brand.ts";

const AT = "2026-02-03T04:05:06.007Z";

const MONTH = "2026-02";

describe.each(KINDS)("results on %s", (kind) => {
  let opened: OpenDeps;
  let small: SmallBrand;
  let scanId: string;
  beforeAll(async () => {
    opened = await openDeps(kind);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    small = await makeSmallBrand(opened.deps);
    ({ id: scanId } = await startScan(opened.deps, small.brandId, { engines: undefined, trigger: "api" }));
  });

  const waiting = (limit = 100) => opened.deps.stores.results.waiting(small.brandId, scanId, "chatgpt", limit);
  const scan = async () => (await opened.deps.stores.scans.get(small.brandId, scanId)) ?? expect.unreachable();
  const answers = () => opened.database.db.selectFrom("answers").where("scan_id", "=", scanId).selectAll().execute();

  async function answered(count: number, text: string): Promise<AnsweredQuery[]> {
    const brand = await opened.deps.stores.brands.get(small.brandId);
    const subject = subjectOf(brand, small.topics[0] ?? expect.unreachable());
    const reader = { subject, weights: DEFAULT_WEIGHTS };
    return (await waiting(count)).map(({ id }) => readReply(id, reader, replyOf("chatgpt", text), AT));
  }

  it("a scan's rows are there from the start, waiting, in the order they were planned", async () => {
    const rows = await waiting();
    expect(rows).toHaveLength((await scan()).total_queries);
    const places = rows.map(({ sample, id }) => `${sample} ${id}`);
    expect(places).toEqual(places.toSorted());
    expect(new Set(rows.map(({ stage }) => stage))).toEqual(new Set(["awareness", "evaluation", "conversion"]));
    expect(await opened.deps.stores.results.ofScan(small.brandId, scanId)).toEqual([]);
  });

  it("answer fills the row the scan was born with, with its answer beside it", async () => {
    const [one] = (await answered(1, "1. **Cloudberry Stove** is the best choice.")) as [AnsweredQuery];
    await opened.deps.stores.results.answer(small.brandId, scanId, [one], MONTH);
    const [row] = await opened.deps.stores.results.ofScan(small.brandId, scanId);
    expect(row).toMatchObject({
      id: one.id,
      topic_id: small.topics[0]?.id,
      engine: "chatgpt",
      topic_mentioned: true,
      mention_position: 1,
      score: one.score,
      created_at: AT,
    });
    expect(one.score).toBeGreaterThan(0);
    expect(await answers()).toMatchObject([{ result_id: one.id, answer: one.reply.answer, latency_ms: 12 }]);
  });

  it("answer counts once when it is called twice, and keeps the first answer", async () => {
    const first = await answered(3, "Cloudberry Stove, the first word.");
    const second = first.map((one) => ({ ...one, reply: replyOf("chatgpt", "The second word.") }));
    await opened.deps.stores.results.answer(small.brandId, scanId, first, MONTH);
    await opened.deps.stores.results.answer(small.brandId, scanId, second, MONTH);
    expect((await scan()).completed_queries).toBe(3);
    expect(new Set((await answers()).map(({ answer }) => answer))).toEqual(
      new Set(["Cloudberry Stove, the first word."]),
    );
    expect(await opened.deps.stores.results.countWaiting(small.brandId, scanId)).toBe((await scan()).total_queries - 3);
  });

  it("answer takes the waiting ones of a batch and leaves the settled ones", async () => {
    const batch = await answered(4, "Cloudberry Stove.");
    await opened.deps.stores.results.answer(small.brandId, scanId, batch.slice(0, 2), MONTH);
    await opened.deps.stores.results.fail(small.brandId, scanId, [batch[2]?.id ?? ""], "no answer", AT);
    await opened.deps.stores.results.answer(small.brandId, scanId, batch, MONTH);
    expect(await scan()).toMatchObject({ completed_queries: 3, failed_queries: 1 });
    expect(await answers()).toHaveLength(3);
  });

  it("answer counts once when several workers bring the same answers at once", async () => {
    const batch = await answered(6, "Cloudberry Stove.");
    const write = () =>
      opened.deps.write(small.brandId, (stores) => stores.results.answer(small.brandId, scanId, batch, MONTH));
    await Promise.all(Array.from({ length: 8 }, write));
    expect((await scan()).completed_queries).toBe(6);
    expect(await answers()).toHaveLength(6);
  });

  it("fail settles waiting rows alone, and counts once", async () => {
    const batch = await answered(3, "Cloudberry Stove.");
    const ids = batch.map(({ id }) => id);
    await opened.deps.stores.results.answer(small.brandId, scanId, batch.slice(0, 1), MONTH);
    await opened.deps.stores.results.fail(small.brandId, scanId, ids, "no answer", AT);
    await opened.deps.stores.results.fail(small.brandId, scanId, ids, "again", AT);
    expect(await scan()).toMatchObject({ completed_queries: 1, failed_queries: 2 });
    const failures = await opened.database.db
      .selectFrom("results")
      .where("scan_id", "=", scanId)
      .where("state", "=", "failed")
      .select("failure")
      .execute();
    expect(failures).toEqual([{ failure: "no answer" }, { failure: "no answer" }]);
  });

  it("keeps an answer whose characters PostgreSQL cannot hold, without those", async () => {
    const [one] = (await answered(1, "Cloudberry\u0000 Stove \ud800 is fine 🏔")) as [AnsweredQuery];
    const raw = { text: "a\u0000b", deep: ["\udc00"] };
    await opened.deps.stores.results.answer(small.brandId, scanId, [{ ...one, reply: { ...one.reply, raw } }], MONTH);
    const [row] = await answers();
    expect(row?.answer).toBe("Cloudberry Stove \ufffd is fine 🏔");
    expect(unpackJson(row?.raw_packed as Uint8Array)).toEqual(raw);
  });

  it("of two scans started at once, one is stored and the other is not", async () => {
    const { brandId } = await makeSmallBrand(opened.deps);
    const start = () => startScan(opened.deps, brandId, { engines: undefined, trigger: "api" });
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, start));
    const kept = outcomes.filter(({ status }) => status === "fulfilled");
    expect(kept).toHaveLength(1);
    const [scan] = await opened.deps.stores.scans.list(brandId, {}, 10);
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") continue;
      expect(outcome.reason).toMatchObject({ code: "scan_in_progress", extra: { active_scan_id: scan?.id } });
    }
    expect(opened.queue.filter((lane) => lane.brandId === brandId)).toHaveLength(1);
  });
});
