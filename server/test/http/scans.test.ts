import { ENGINE_IDS, type Scan, type ScanDetail, type TopicDetail, type TopicSummary } from "@answerscope/api";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { DEFAULT_WEIGHTS } from "../../src/domain/score.ts";
import { KINDS } from "../setup/databases.ts";
import { EngineGate } from "../setup/engine-gate.ts";
import { type Ask, TestProduct, UNUSED_ID } from "../setup/product.ts";

const SIMULATED = { body: { engines: ["simulated"] } };

const BAD_ENGINES: [what: string, engines: string][] = [
  ["an empty list", "[]"],
  ["an unknown identifier", '["chatgpt","askjeeves"]'],
  ["an identifier in capitals", '["ChatGPT"]'],
  ["an empty identifier", '[""]'],
  ["the name of an object's own method", '["toString","__proto__","constructor"]'],
  ["a text", '"chatgpt"'],
  ["null", "null"],
  ["a number", "7"],
  ["an object", '{"0":"chatgpt"}'],
  ["a list of numbers", "[1]"],
  ["a list with null in it", '["chatgpt",null]'],
  ["a list of lists", '[["chatgpt"]]'],
  ["half a surrogate pair", '["\\ud800"]'],
  ["NUL", '["chatgpt\\u0000"]'],
  ["a very long list", JSON.stringify(Array(51).fill("chatgpt"))],
];

describe.each(KINDS)("scans on %s", (kind) => {
  let product: TestProduct;
  let gate: EngineGate;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    gate = new EngineGate(product);
  });
  afterEach(() => gate.open());
  afterAll(() => product.close());

  /** A brand with one topic of nine prompts, to scan without waiting long. */
  const smallBrand = async (fields: { demo?: boolean } = {}) => {
    const brand = await product.makeBrand(fields);
    await product.data("POST", "/topics", { key: brand.key, body: { name: "Lantern" } });
    return brand;
  };
  const start = (key: string, ask: Ask = SIMULATED) => product.data<Scan>("POST", "/scans", { key, ...ask });
  const read = (id: string, key = product.key) => product.data<ScanDetail>("GET", `/scans/${id}`, { key });

  describe("GET /scans: 200", () => {
    it("lists twenty scans, newest first, and fewer or more when asked to", async () => {
      const all = await product.data<Scan[]>("GET", "/scans?limit=50");
      expect(all.length).toBeGreaterThanOrEqual(25);
      const times = all.map(({ created_at }) => created_at);
      expect(times).toEqual(times.toSorted().reverse());
      expect(await product.data("GET", "/scans")).toEqual(all.slice(0, 20));
      expect(await product.data("GET", "/scans?limit=1")).toEqual(all.slice(0, 1));
    });

    it("holds the engines used, what asked for the scan, and whether it was simulated", async () => {
      const [scan] = (await product.data<Scan[]>("GET", "/scans?limit=1")) as [Scan];
      expect(scan.metadata).toEqual({
        engines: ["chatgpt", "google_ai", "perplexity", "claude"],
        trigger: "demo",
        simulated: true,
        cancelled: false,
        cost_usd: 0,
        score_weights: DEFAULT_WEIGHTS,
        judge: null,
        failures: [],
      });
    });

    it("keeps one order among scans of the same millisecond", async () => {
      const { id, key } = await smallBrand();
      const at = product.product.deps.now();
      const base = await start(key);
      await product.ended(base.id, key);
      await product.product.database.db
        .updateTable("scans")
        .set({ created_at: at })
        .where("brand_id", "=", id)
        .execute();
      const twin = await product.product.database.db
        .selectFrom("scans")
        .selectAll()
        .where("brand_id", "=", id)
        .executeTakeFirstOrThrow();
      const copies = Array.from({ length: 8 }, () => ({
        ...twin,
        ...{
          failures: "[]",
          judge: null,
          sampling: null,
          score_weights: JSON.stringify(twin.score_weights),
          id: crypto.randomUUID(),
        },
      }));
      await product.product.database.db.insertInto("scans").values(copies).execute();
      const ids = async (limit: number) =>
        (await product.data<Scan[]>("GET", `/scans?limit=${limit}`, { key })).map((scan) => scan.id);
      const all = await ids(50);
      expect(all).toHaveLength(9);
      for (let limit = 1; limit <= 9; limit++) expect(await ids(limit)).toEqual(all.slice(0, limit));
    });

    it("filters by status", async () => {
      const { key } = await smallBrand();
      const completed = await start(key);
      await product.ended(completed.id, key);
      gate.holdAfter(0);
      const running = await start(key);
      await vi.waitFor(async () => expect((await read(running.id, key)).status).toBe("running"));
      const ids = async (query: string) =>
        (await product.data<Scan[]>("GET", `/scans?${query}`, { key })).map(({ id }) => id);
      expect(await ids("status=completed")).toEqual([completed.id]);
      expect(await ids("status=running")).toEqual([running.id]);
      expect(await ids("status=pending")).toEqual([]);
      expect(await ids("status=failed")).toEqual([]);
      await product.ask("POST", `/scans/${running.id}/cancel`, { key });
      expect(await ids("status=failed")).toEqual([running.id]);
      expect(await ids("")).toEqual([running.id, completed.id]);
    });

    it("is empty for a brand that never scanned", async () => {
      const { key } = await product.makeBrand();
      expect(await product.data("GET", "/scans", { key })).toEqual([]);
    });
  });

  describe("POST /scans: 201", () => {
    it("queues a scan as pending and says how to follow it", async () => {
      const { key } = await smallBrand();
      gate.holdAfter(0);
      const { status, json } = await product.ask("POST", "/scans", { key, ...SIMULATED });
      expect(status).toBe(201);
      const queued = json.data as unknown as Scan;
      expect(json).toEqual({
        data: { id: queued.id, status: "pending", created_at: queued.created_at },
        message: `Scan queued: 9 queries. Poll GET /scans/${queued.id}.`,
      });
    });

    const NO_BODY: [what: string, ask: Ask][] = [
      ["no body", {}],
      ["an empty object", { body: {} }],
      ["no body but a JSON content type", { headers: { "content-type": "application/json" } }],
      ["an empty JSON body", { body: "", headers: { "content-length": "0" } }],
      [
        "an empty form, as curl -d '' sends it",
        { body: "", headers: { "content-type": "application/x-www-form-urlencoded" } },
      ],
    ];
    it.each(NO_BODY)("asks the brand's configured engines when there is %s", async (_, ask) => {
      const { key } = await smallBrand({ demo: true });
      await product.data("PATCH", "/brand", { key, body: { engines: ["grok"] } });
      gate.holdAfter(0);
      const scan = await start(key, ask);
      expect((await read(scan.id, key)).metadata).toEqual({
        engines: ["grok"],
        trigger: "api",
        simulated: true,
        cancelled: false,
        cost_usd: 0,
        score_weights: DEFAULT_WEIGHTS,
        judge: null,
        failures: [],
      });
    });

    it("runs more engines than there are lanes at once without a long wait between them", async () => {
      const { key } = await smallBrand({ demo: true });
      const { id } = await start(key, {});
      expect((await product.ended(id, key)).status).toBe("completed");
    });

    it("asks all available engines when the brand has not chosen any, but never the simulated one unnamed", async () => {
      const { key } = await smallBrand({ demo: true });
      gate.holdAfter(0);
      const scan = await start(key, {});
      expect((await read(scan.id, key)).metadata?.engines).toEqual(ENGINE_IDS.filter((id) => id !== "simulated"));
    });

    it("asks the engines that are named, each once", async () => {
      const { key } = await smallBrand({ demo: true });
      gate.holdAfter(0);
      const scan = await start(key, { body: { engines: ["perplexity", "chatgpt", "perplexity"] } });
      const { metadata, total_queries } = await read(scan.id, key);
      expect(metadata?.engines).toEqual(["perplexity", "chatgpt"]);
      expect(total_queries).toBe(18);
    });

    it("asks about active topics only", async () => {
      const { key } = await smallBrand();
      await product.data("POST", "/topics", { key, body: { name: "Resting", status: "inactive" } });
      const scan = await start(key);
      const { results, total_queries } = (await product.ended(scan.id, key)) as ScanDetail;
      const [active] = (await product.data<TopicSummary[]>("GET", "/topics", { key })) as [TopicSummary];
      expect(total_queries).toBe(9);
      expect(new Set(results.map(({ topic_id }) => topic_id))).toEqual(new Set([active.id]));
    });

    it("runs by itself: rows and counts appear while it runs, and it completes", async () => {
      const { key } = await smallBrand();
      gate.holdAfter(8);
      const { id, created_at } = await start(key);
      const half = await vi.waitFor(async () => {
        const scan = await read(id, key);
        expect(scan.completed_queries).toBe(8);
        return scan;
      });
      expect(half).toMatchObject({
        status: "running",
        total_queries: 9,
        failed_queries: 0,
        completed_at: null,
        error: null,
        created_at,
      });
      expect(half.results).toHaveLength(8);
      expect((half.started_at as string) >= created_at).toBe(true);

      gate.open();
      const whole = (await product.ended(id, key)) as ScanDetail;
      expect(whole).toMatchObject({ status: "completed", completed_queries: 9, failed_queries: 0, error: null });
      expect(whole.results.slice(0, 8)).toEqual(half.results);
      expect(whole.results).toHaveLength(9);
      expect((whole.completed_at as string) >= (whole.started_at as string)).toBe(true);
      expect(new Set(whole.results.map(({ surface }) => surface))).toEqual(new Set(["simulated"]));
      expect(whole.metadata?.simulated).toBe(true);
    });

    it("brings the topics their new scores and rows", async () => {
      const { key } = await smallBrand();
      const { id } = await start(key);
      const scan = (await product.ended(id, key)) as ScanDetail;
      const [{ id: topicId }] = (await product.data<TopicSummary[]>("GET", "/topics", { key })) as [TopicSummary];
      const topic = await product.data<TopicDetail>("GET", `/topics/${topicId}`, { key });
      expect(topic.last_scanned_at).toBe(scan.completed_at);
      expect(topic.latest_scan_results).toEqual(scan.results);
    });

    it("samples every prompt as often as the brand wishes", async () => {
      const { key } = await smallBrand();
      await product.data("PATCH", "/brand", { key, body: { sampling: { samples_per_prompt: 4 } } });
      const scan = await start(key);
      expect(await product.ended(scan.id, key)).toMatchObject({ total_queries: 36, completed_queries: 36 });
    });
  });

  describe("a scan that fails", () => {
    it("says so when most queries brought no answer, and shows no rows", async () => {
      const { key } = await smallBrand();
      gate.refuseWhen(() => true);
      const { id } = await start(key);
      expect(await product.ended(id, key)).toMatchObject({
        status: "failed",
        completed_queries: 0,
        failed_queries: 9,
        error: expect.stringContaining("Only 0 of 9 queries brought a usable answer."),
        results: [],
      });
      gate.open();
      expect((await product.ended((await start(key)).id, key)).status).toBe("completed");
    });
  });

  describe("POST /scans: 400", () => {
    it.each(BAD_ENGINES)("refuses %s for engines, naming the known ones", async (_, engines) => {
      const answer = await product.ask("POST", "/scans", { body: `{"engines":${engines}}` });
      expect(answer.status).toBe(400);
      expect(answer.json.error).toContain("engines");
      expect(answer.json.error).toContain(`Known engines: ${ENGINE_IDS.join(", ")}`);
      expect(answer.text.length).toBeLessThan(1000);
      expect(await product.data("GET", "/scans?status=running")).toEqual([]);
    });

    it.each(["[]", "null", '"chatgpt"', "7", "true"])("refuses %s for a body", async (body) => {
      expect((await product.ask("POST", "/scans", { body })).status).toBe(400);
    });

    it("refuses an engine that is known but not available to the brand, and says why", async () => {
      const { key } = await smallBrand();
      const answer = await product.ask("POST", "/scans", { key, body: { engines: ["chatgpt"] } });
      expect(answer.status).toBe(400);
      expect(answer.json.error).toMatch(/^engines: chatgpt is not available\. ./);
      const unnamed = await product.ask("POST", "/scans", { key });
      expect([unnamed.status, unnamed.json.code]).toEqual([400, "invalid_request"]);
    });

    it("refuses to scan a brand with nothing to ask", async () => {
      const { key } = await product.makeBrand();
      const answer = await product.ask("POST", "/scans", { key, ...SIMULATED });
      expect(answer.status).toBe(400);
      expect(answer.json.error).toContain("POST /topics");
    });
  });

  describe("POST /scans: 409", () => {
    it("lets one of fifty parallel requests through and tells the others its id", async () => {
      const { key } = await smallBrand();
      gate.holdAfter(0);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => product.ask("POST", "/scans", { key, ...SIMULATED })),
      );
      const started = answers.filter(({ status }) => status === 201);
      const refused = answers.filter(({ status }) => status === 409);
      expect([started.length, refused.length]).toEqual([1, 49]);
      const { id } = (started[0]?.json.data as unknown as Scan) ?? {};
      for (const { json } of refused) {
        expect(json).toMatchObject({ code: "scan_in_progress", active_scan_id: id });
        expect(json.error).toMatch(/^A scan is already in progress\./);
      }
      expect((await product.data<Scan[]>("GET", "/scans", { key })).map((scan) => scan.id)).toEqual([id]);
    });

    it("is about the brand's own scans only", async () => {
      const [one, other] = [await smallBrand(), await smallBrand()];
      gate.holdAfter(0);
      await start(one.key);
      expect((await product.ask("POST", "/scans", { key: other.key, ...SIMULATED })).status).toBe(201);
    });

    it("ends with the scan", async () => {
      const { key } = await smallBrand();
      await product.ended((await start(key)).id, key);
      expect((await product.ask("POST", "/scans", { key, ...SIMULATED })).status).toBe(201);
    });
  });

  describe("GET /scans/{id}: 200", () => {
    it("shows a whole past scan, a row for every answered query", async () => {
      const [listed] = (await product.data<Scan[]>("GET", "/scans?limit=1")) as [Scan];
      const scan = await read(listed.id);
      expect(scan).toMatchObject(listed);
      expect(scan.results).toHaveLength(listed.completed_queries as number);
      expect(new Set(scan.results.map(({ id }) => id)).size).toBe(scan.results.length);
      for (const row of scan.results) {
        expect(row.score === null ? null : Number(row.score.toFixed(2))).toBe(row.score);
        if (!row.topic_mentioned) {
          expect(row).toMatchObject({ mention_position: null, sentiment: null, score: 0, action_recommendation: null });
        }
      }
    });
  });

  describe("404", () => {
    it.each([
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/cancel"],
    ])("%s /scans/{id}%s knows neither an unused nor a malformed id", async (method, rest) => {
      const unused = await product.ask(method, `/scans/${UNUSED_ID}${rest}`);
      expect(unused.status).toBe(404);
      expect(unused.json).toEqual({ error: "There is no scan with this id.", code: "not_found" });
      for (const id of ["1", "%00", "latest", "%F0%9F%98%80", "00000000000040008000000000000000"]) {
        const malformed = await product.ask(method, `/scans/${id}${rest}`);
        expect([malformed.status, malformed.text], id).toEqual([404, unused.text]);
      }
    });
  });

  describe("POST /scans/{id}/cancel", () => {
    const unfinishedLanes = async (scanId: string) => {
      const open = sql<object>`select 1 from pgboss.job where data->>'scanId' = ${scanId} and state <> 'completed'`;
      return (await open.execute(product.product.database.db)).rows.length;
    };

    it("ends the scan as failed with an error that says why, and makes room for another", async () => {
      const { key } = await smallBrand();
      gate.holdAfter(8);
      const { id } = await start(key);
      await vi.waitFor(async () => expect((await read(id, key)).completed_queries).toBe(8));
      const cancelled = await product.data<Scan>("POST", `/scans/${id}/cancel`, { key });
      expect(cancelled).toMatchObject({ id, status: "failed", completed_queries: 8 });
      expect(cancelled.completed_at).not.toBeNull();
      expect(await read(id, key)).toMatchObject({ error: "The scan was cancelled.", results: [] });
      expect((await product.ask("POST", "/scans", { key, ...SIMULATED })).status).toBe(201);
    });

    it("changes nothing the second time", async () => {
      const { key } = await smallBrand();
      gate.holdAfter(0);
      const { id } = await start(key);
      const once = await product.ask("POST", `/scans/${id}/cancel`, { key });
      const twice = await product.ask("POST", `/scans/${id}/cancel`, { key, body: {} });
      expect([once.status, twice.status]).toEqual([200, 200]);
      expect(twice.text).toBe(once.text);
    });

    it("leaves the scan as it was cancelled, though an answer comes in later", async () => {
      const { key } = await smallBrand();
      gate.holdAfter(0);
      const { id } = await start(key);
      await vi.waitFor(async () => expect((await read(id, key)).status).toBe("running"));
      const cancelled = await product.data<Scan>("POST", `/scans/${id}/cancel`, { key });
      gate.open();
      await vi.waitFor(async () => expect(await unfinishedLanes(id)).toBe(0), { timeout: 10_000 });
      expect(await read(id, key)).toEqual({ ...cancelled, error: "The scan was cancelled.", results: [] });
    });

    it("refuses with 409 when the scan has ended by itself", async () => {
      const [past] = (await product.data<Scan[]>("GET", "/scans?limit=1")) as [Scan];
      const answer = await product.ask("POST", `/scans/${past.id}/cancel`);
      expect([answer.status, answer.json.code]).toEqual([409, "conflict"]);
      expect(await read(past.id)).toMatchObject({ ...past });
    });
  });

  describe("DELETE /scans/{id}", () => {
    it("takes the scan from every list, and the topics' scores go back to the scan before", async () => {
      const { key } = await smallBrand();
      const older = await start(key);
      const olderEnd = await product.ended(older.id, key);
      const [{ id: topicId }] = (await product.data<TopicSummary[]>("GET", "/topics", { key })) as [TopicSummary];
      const topic = () => product.data<TopicDetail>("GET", `/topics/${topicId}`, { key });
      const then = await topic();
      const latest = await start(key);
      await product.ended(latest.id, key);
      const deleted = await product.ask("DELETE", `/scans/${latest.id}`, { key });
      expect([deleted.status, deleted.text]).toEqual([204, ""]);
      expect((await product.ask("GET", `/scans/${latest.id}`, { key })).status).toBe(404);
      expect((await product.ask("DELETE", `/scans/${latest.id}`, { key })).status).toBe(404);
      expect((await product.data<Scan[]>("GET", "/scans", { key })).map(({ id }) => id)).toEqual([older.id]);
      expect(await topic()).toEqual(then);
      expect(then.last_scanned_at).toBe(olderEnd.completed_at);
      const engines = await product.data<{ engine_stats: Record<string, { n: number }> }>(
        "GET",
        "/analytics?type=engines",
        { key },
      );
      expect(engines.engine_stats.simulated?.n).toBe(9);
    });

    it("refuses with 409 while the scan is in progress, and works once it is cancelled", async () => {
      const { key } = await smallBrand();
      gate.holdAfter(0);
      const { id } = await start(key);
      const refused = await product.ask("DELETE", `/scans/${id}`, { key });
      expect([refused.status, refused.json.code]).toEqual([409, "conflict"]);
      await product.ask("POST", `/scans/${id}/cancel`, { key });
      expect((await product.ask("DELETE", `/scans/${id}`, { key })).status).toBe(204);
    });
  });
});
