import type { Engine, Scan, ScanAnswer } from "@answerscope/api";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import recorded from "../fixtures/engines/chatgpt.json" with { type: "json" };
import { KINDS } from "../setup/databases.ts";
import { LoopbackEngine, replyWith } from "../setup/loopback-engine.ts";
import { TestProduct } from "../setup/product.ts";

const SERVER_KEY = "sk-the-servers-own-key";
const BRAND_KEY = "sk-the-brands-own-key";

describe.each(KINDS)("engines on %s", (kind) => {
  let product: TestProduct;
  let openai: LoopbackEngine;
  let key: string;
  beforeAll(async () => {
    openai = await LoopbackEngine.start();
    const variables = { OPENAI_API_KEY: SERVER_KEY, OPENAI_BASE_URL: openai.address };
    product = await TestProduct.open(kind, { variables });
  });
  afterAll(async () => {
    await product.close();
    await openai[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    key = (await product.makeBrand()).key;
    openai.plays(replyWith(recorded));
    await product.data("POST", "/topics", { key, body: { name: "Trail stove", category: "camping stoves" } });
  });

  const engine = async (id: string, who = key): Promise<Engine> =>
    (await product.data<Engine[]>("GET", "/engines", { key: who })).find((one) => one.id === id) as Engine;
  const scan = async (body?: object) => {
    const { id } = await product.data<Scan>("POST", "/scans", { key, ...(body && { body }) });
    return (await product.ended(id, key)) as Scan & { error: string | null; results: { surface: string }[] };
  };
  const bearers = () => new Set(openai.requests.map(({ headers }) => headers.authorization));

  describe("GET /engines: 200", () => {
    it("an engine with a key is real, and says which model it asks", async () => {
      expect(await engine("chatgpt")).toMatchObject({ available: true, surface: "official_api", own_key: false });
      expect((await engine("chatgpt")).model).toBeTruthy();
    });

    it("an engine without one is not available, and says what to set", async () => {
      expect(await engine("claude")).toMatchObject({ available: false, surface: null, model: null });
      expect((await engine("claude")).reason).toContain("ANTHROPIC_API_KEY");
    });

    it("only the demo brand simulates what has no key", async () => {
      expect(await engine("claude", product.key)).toMatchObject({ available: true, surface: "simulated" });
      expect(await engine("chatgpt", product.key)).toMatchObject({ surface: "official_api" });
    });
  });

  describe("a scan of a real brand", () => {
    it("asks every engine that has a key, and no simulated one, when none is named", async () => {
      const done = await scan();
      expect(done).toMatchObject({ status: "completed", metadata: { engines: ["chatgpt"], simulated: false } });
      expect(done.results.every(({ surface }) => surface === "official_api")).toBe(true);
      expect(openai.requests).toHaveLength(done.total_queries as number);
      expect(done.metadata?.cost_usd).toBeGreaterThan(0);
    });

    it("keeps the engine's words, sources and model for whoever asks for the answers", async () => {
      const { id, total_queries } = await scan();
      const { json } = await product.ask("GET", `/scans/${id}/answers?limit=2&stage=awareness`, { key });
      const [answer] = json.data as unknown as ScanAnswer[];
      expect(answer).toMatchObject({
        engine: "chatgpt",
        funnel_stage: "awareness",
        searched: true,
        surface: "official_api",
      });
      expect(answer?.model).toContain("gpt");
      expect(answer?.answer.length).toBeGreaterThan(100);
      expect(json.pagination).toMatchObject({ total: (total_queries as number) / 3 });
    });

    it("stops asking at once when the key is refused, and says so", async () => {
      openai.plays(replyWith({ error: { message: "Incorrect API key provided", type: "invalid_request_error" } }, 401));
      const done = await scan();
      expect(done).toMatchObject({ status: "failed", completed_queries: 0, failed_queries: done.total_queries });
      expect(done.error).toMatch(/ChatGPT: .*key/i);
      expect(openai.requests.length).toBeLessThanOrEqual(8);
      expect(JSON.stringify(done)).not.toContain(SERVER_KEY);
    });

    it("is refused when it names an engine without a key", async () => {
      const { status, json } = await product.ask("POST", "/scans", { key, body: { engines: ["claude"] } });
      expect(status).toBe(400);
      expect(json.error).toContain("ANTHROPIC_API_KEY");
    });
  });

  describe("PATCH /engines/{id}", () => {
    const give = (body: object) => product.ask("PATCH", "/engines/chatgpt", { key, body });

    it("200: the brand's own key is asked with instead of the server's, and is never shown", async () => {
      const { status, text } = await give({ api_key: BRAND_KEY, base_url: openai.address, model: "gpt-5.6-luna" });
      expect(status, text).toBe(200);
      expect(await engine("chatgpt")).toMatchObject({ own_key: true, model: "gpt-5.6-luna" });
      expect(text).not.toContain(BRAND_KEY);
      await scan();
      expect(bearers()).toEqual(new Set([`Bearer ${BRAND_KEY}`]));
    });

    it("200: a key is stored encrypted", async () => {
      await give({ api_key: BRAND_KEY });
      const rows = await product.product.database.db.selectFrom("engine_keys").selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(BRAND_KEY);
    });

    it("200: null takes the key away again", async () => {
      await give({ api_key: BRAND_KEY });
      await give({ api_key: null });
      expect(await engine("chatgpt")).toMatchObject({ own_key: false });
    });

    it("one brand's key is no other brand's", async () => {
      await give({ api_key: BRAND_KEY });
      const other = await product.makeBrand();
      expect(await engine("chatgpt", other.key)).toMatchObject({ own_key: false });
    });

    it("403: takes the admin permission", async () => {
      const writer = await product.makeKey({ scopes: ["read", "write"] });
      const { status } = await product.ask("PATCH", "/engines/chatgpt", { key: writer, body: { api_key: null } });
      expect(status).toBe(403);
    });

    it("404: an engine that nobody knows", async () => {
      expect((await product.ask("PATCH", "/engines/oracle", { key, body: { api_key: null } })).status).toBe(404);
    });

    it("409: the simulated engine takes no key", async () => {
      expect((await product.ask("PATCH", "/engines/simulated", { key, body: { api_key: "x" } })).status).toBe(409);
    });
  });
});
