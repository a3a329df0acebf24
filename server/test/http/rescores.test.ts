import type { Brand, Rescore, RescoreDetail, Scan, ScanAnswer, TopicDetail, TopicHistory } from "@answerscope/api";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { EngineGate } from "../setup/engine-gate.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";
import { engineStatistics, ROUNDING, rowsOf, topicScores } from "../setup/recompute.ts";

const RIVALS = [{ name: "Tarn & Tor", aliases: [], domain: null }];

describe.each(KINDS)("rescores on %s", (kind) => {
  let product: TestProduct;
  let gate: EngineGate;
  let brandId: string;
  let key: string;
  let lamp: TopicDetail;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    gate = new EngineGate(product);
  });
  afterAll(() => product.close());
  beforeEach(async () => {
    ({ key, id: brandId } = await product.makeBrand({ demo: true }));
    await send("PATCH", "/brand", { name: "Lantern", domain: "lantern.example", competitors: RIVALS });
    lamp = await send<TopicDetail>("POST", "/topics", { name: "Lantern Lamp", category: "camping lamps" });
  });

  const send = <T>(method: string, address: string, body?: unknown): Promise<T> =>
    product.data<T>(method, address, { key, body });
  const scan = async (): Promise<string> => {
    const { id } = await send<Scan>("POST", "/scans", { engines: ["chatgpt", "perplexity"] });
    await product.ended(id, key);
    return id;
  };
  const ended = (id: string): Promise<RescoreDetail> =>
    vi.waitFor(
      async () => {
        const rescore = await send<RescoreDetail>("GET", `/rescores/${id}`);
        expect(["completed", "failed"]).toContain(rescore.status);
        return rescore;
      },
      { timeout: 20_000, interval: 20 },
    );
  const rescore = async (body?: object): Promise<RescoreDetail> =>
    ended((await send<Rescore>("POST", "/rescores", body)).id);
  const answersOf = (id: string) => send<ScanAnswer[]>("GET", `/scans/${id}/answers?limit=100`);
  const version = async () =>
    (
      await product.product.database.db
        .selectFrom("brands")
        .where("id", "=", brandId)
        .select("data_version")
        .executeTakeFirstOrThrow()
    ).data_version;

  /** Everything that is shown of what was read. */
  const everything = async (...scans: string[]) => [
    await send("GET", "/topics?status=all"),
    await send("GET", "/analytics?type=engines"),
    await send("GET", "/analytics?type=trends"),
    ...(await Promise.all(scans.map(async (id) => [await send("GET", `/scans/${id}`), await answersOf(id)]))),
  ];

  /** Every figure that is shown follows from the rows that are shown. */
  async function expectConsistent(...scans: string[]): Promise<void> {
    const rows = new Map(await Promise.all(scans.map(async (id) => [id, await rowsOf(product, id, key)] as const)));
    const { data_points } = await send<TopicHistory>("GET", `/topics/${lamp.id}/history`);
    expect(data_points).toHaveLength(scans.length);
    for (const { scan_id, overall_score, mention_rate } of data_points) {
      const ofTopic = (rows.get(scan_id) ?? []).filter(({ topic_id }) => topic_id === lamp.id);
      expect(Math.abs((overall_score ?? -1) - topicScores(ofTopic).overall)).toBeLessThan(ROUNDING);
      expect(mention_rate).toBeCloseTo(engineStatistics(ofTopic).mention_rate, 3);
    }
    for (const scanId of scans) {
      const { engine_stats } = await send<{ engine_stats: Record<string, Record<string, number>> }>(
        "GET",
        `/analytics?type=engines&scan_id=${scanId}`,
      );
      for (const [engine, stats] of Object.entries(engine_stats)) {
        const expected = engineStatistics((rows.get(scanId) ?? []).filter((row) => row.engine === engine));
        expect(Math.abs((stats.avg_score ?? -1) - expected.avg_score)).toBeLessThan(ROUNDING);
        expect(stats.mention_rate).toBeCloseTo(expected.mention_rate, 3);
      }
    }
  }

  describe("POST /rescores: 202", () => {
    it("a dry run tells what would change and changes nothing; in place, just that comes about", async () => {
      const scans = [await scan(), await scan()];
      await send("PATCH", `/topics/${lamp.id}`, { name: "Nobody's Lamp" });
      await send("PATCH", "/brand", { name: "Nobody", aliases: [], competitors: [] });
      const before = await everything(...scans);
      const dry = await rescore({ dry_run: true });
      expect(await everything(...scans)).toEqual(before);
      expect(dry).toMatchObject({ status: "completed", dry_run: true, error: null, cancelled: false });
      expect(dry.done_answers).toBe(dry.total_answers);
      expect(dry.changed.topic_mentioned).toBeGreaterThan(0);
      expect(dry.changed.answers).toBeGreaterThanOrEqual(dry.changed.topic_mentioned);
      expect(dry.changed.sources_cited).toBe(0);
      expect(dry.scans.map(({ scan_id }) => scan_id)).toEqual(scans.toReversed());
      expect(dry.sample.length).toBeLessThanOrEqual(100);
      expect(dry.sample.find(({ field }) => field === "topic_mentioned")).toMatchObject({
        ...{ topic_id: lamp.id, topic_name: "Nobody's Lamp", before: true, after: false },
      });

      const beforeVersion = await version();
      const done = await rescore();
      expect(await version()).toBeGreaterThan(beforeVersion);
      expect(done.changed).toEqual(dry.changed);
      expect(done.sample).toEqual(dry.sample);
      expect(done.scans).toEqual(dry.scans);
      for (const { score_before, score_after } of done.scans) expect(score_after).toBeLessThan(score_before as number);
      await expectConsistent(...scans);
      const { json } = await product.ask("GET", "/scans?form=b", { key });
      const shown = (json.scans as unknown as { avg_score: number }[]).map(({ avg_score }) => avg_score);
      expect(shown).toEqual(done.scans.map(({ score_after }) => score_after));
      const rows = (await Promise.all(scans.map((id) => rowsOf(product, id, key)))).flat();
      for (const { field, result_id, after } of done.sample) {
        const answer = rows.find(({ id }) => id === result_id);
        if (field !== "own_domain_cited") expect(answer?.[field]).toEqual(after);
      }
      expect((await rescore()).changed.answers).toBe(0);
    });

    it("finds what an alias adds, with the words that decided, and asks no engine", async () => {
      await send("PATCH", "/brand", { name: "Unheard", domain: null });
      await send("PATCH", `/topics/${lamp.id}`, { name: "Unheard Of" });
      const id = await scan();
      const [rival] = (await rowsOf(product, id, key)).flatMap((row) => row.competitors_mentioned ?? []);
      await send("PATCH", "/brand", { aliases: [rival] });
      gate.refuseWhen(() => true);
      const { changed } = await rescore({ scan_ids: [id] });
      gate.open();
      expect(changed.topic_mentioned).toBeGreaterThan(0);
      const words = (await answersOf(id)).flatMap(({ answer, evidence }) =>
        evidence.mentions.map(({ from, to }) => answer.slice(from, to)),
      );
      expect(words).toContain(rival);
      await expectConsistent(id);
    });

    it("applies new weights to the past, to inactive and deleted topics too", async () => {
      const other = await send<TopicDetail>("POST", "/topics", { name: "Lantern Torch", category: "camping torches" });
      const id = await scan();
      await send("PATCH", `/topics/${lamp.id}`, { status: "inactive" });
      await send("DELETE", `/topics/${other.id}`);
      const score_weights = { prominence: 0.9, recommendation: 0.1, own_source: 0, neutral: 1, negative: 1 };
      await send<Brand>("PATCH", "/brand", { score_weights });
      const { changed } = await rescore();
      expect(changed).toMatchObject({ topic_mentioned: 0, mention_position: 0, sentiment: 0 });
      expect(changed.score).toBeGreaterThan(0);
      const answers = await answersOf(id);
      expect(new Set(answers.map(({ topic_id }) => topic_id))).toEqual(new Set([lamp.id, other.id]));
      for (const answer of answers) expect(answer.score_weights).toEqual(score_weights);
      expect(await send("GET", `/scans/${id}`)).toMatchObject({ metadata: { score_weights } });
      await expectConsistent(id);
    });

    it("takes those since a moment, leaves a scan in progress alone, and does not disturb it", async () => {
      const first = await scan();
      const { created_at: since } = await send<Scan>("GET", `/scans/${await scan()}`);
      gate.holdAfter(2);
      const running = await send<Scan>("POST", "/scans", { engines: ["chatgpt"] });
      const all = await rescore();
      expect(all.scans).toHaveLength(2);
      const late = await rescore({ since });
      expect(late.scans).toHaveLength(1);
      expect(late.scans[0]?.scan_id).not.toBe(first);
      const named = await product.ask("POST", "/rescores", { key, body: { scan_ids: [first, running.id] } });
      expect(named).toMatchObject({ status: 409, json: { code: "conflict" } });
      expect(named.json.error).toContain(running.id);
      gate.open();
      expect(await product.ended(running.id, key)).toMatchObject({ status: "completed", failed_queries: 0 });
    });

    it("of a brand without scans is done at once, and listed", async () => {
      const { id } = await rescore({});
      expect(await send("GET", "/rescores")).toMatchObject([{ id, status: "completed", total_answers: 0 }]);
    });
  });

  describe("POST /rescores: 400", () => {
    it.each([
      ["an unknown scan", { scan_ids: [UNUSED_ID] }, `there is no scan with the id ${UNUSED_ID}`],
      ["no scan", { scan_ids: [] }, "scan_ids"],
      ["what is no id", { scan_ids: ["x"] }, "scan_ids.0: takes a UUID"],
      ["what is no time", { since: "yesterday" }, "since: takes a time such as"],
      ["scans and a time", { scan_ids: [UNUSED_ID], since: "2026-01-01T00:00:00Z" }, "scan_ids or since, not both"],
      ["a dry run that is neither", { dry_run: "yes" }, "dry_run: takes true or false"],
      ["an unknown field", { scans: [] }, "scans"],
    ])("refuses %s and says what it takes", async (_, body, says) => {
      const { status, json } = await product.ask("POST", "/rescores", { key, body });
      expect([status, json.error]).toEqual([400, expect.stringContaining(says)]);
    });
  });

  describe("a rescore in progress", () => {
    /** Holds the rescore after its first page of answers, until told. */
    function holdReading(): () => void {
      const { results } = product.product.deps.stores;
      const { readings } = results;
      const { promise, resolve } = Promise.withResolvers<void>();
      results.readings = async (brand, scanId, after, limit) => {
        if (after !== null) await promise;
        // Small pages, so that a small scan has several.
        return readings(brand, scanId, after, Math.min(limit, 3));
      };
      return () => {
        results.readings = readings;
        resolve();
      };
    }
    const halfWay = async (id: string): Promise<RescoreDetail> =>
      vi.waitFor(async () => {
        const one = await send<RescoreDetail>("GET", `/rescores/${id}`);
        expect(one.done_answers).toBe(3);
        return one;
      });

    it("keeps a second one out with 409, and can be cancelled: what is read stays, and the sums follow it", async () => {
      const scans = [await scan(), await scan()];
      await send("PATCH", "/brand", { name: "Nobody", aliases: [] });
      await send("PATCH", `/topics/${lamp.id}`, { name: "Nobody's Lamp" });
      const go = holdReading();
      const { id } = await send<Rescore>("POST", "/rescores");
      expect(await halfWay(id)).toMatchObject({ status: "running", completed_at: null });
      const second = await product.ask("POST", "/rescores", { key });
      expect(second).toMatchObject({ status: 409, json: { code: "conflict", active_rescore_id: id } });
      const cancelled = await send<Rescore>("POST", `/rescores/${id}/cancel`);
      expect(cancelled).toMatchObject({ status: "failed", cancelled: true, done_answers: 3 });
      go();
      expect(await send("POST", `/rescores/${id}/cancel`)).toEqual(cancelled);
      await expectConsistent(...scans);
      expect((await ended(id)).done_answers).toBe(3);
      const rest = await rescore();
      expect(rest.status).toBe("completed");
      expect((await product.ask("POST", `/rescores/${rest.id}/cancel`, { key })).status).toBe(409);
      await expectConsistent(...scans);
    });

    it("goes on with the other scans when one of them is deleted under it", async () => {
      const [kept, gone] = [await scan(), await scan()];
      const go = holdReading();
      const { id } = await send<Rescore>("POST", "/rescores");
      await halfWay(id);
      expect((await product.ask("DELETE", `/scans/${gone}`, { key })).status).toBe(204);
      go();
      const done = await ended(id);
      expect(done.status).toBe("completed");
      expect(done.scans).toMatchObject([{ scan_id: kept, score_after: expect.any(Number) }]);
    });
  });
});
