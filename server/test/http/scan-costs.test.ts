import type { Brand, Scan, ScanEstimate } from "@answerscope/api";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import recorded from "../fixtures/engines/chatgpt.json" with { type: "json" };
import { KINDS } from "../setup/databases.ts";
import { LoopbackEngine, replyWith } from "../setup/loopback-engine.ts";
import { TestProduct } from "../setup/product.ts";

type Ended = Scan & { error: string | null; results: unknown[] };

describe.each(KINDS)("what scans cost, on %s", (kind) => {
  let product: TestProduct;
  let openai: LoopbackEngine;
  let key: string;
  beforeAll(async () => {
    openai = await LoopbackEngine.start();
    product = await TestProduct.open(kind, {
      variables: {
        OPENAI_API_KEY: "sk-loopback",
        OPENAI_BASE_URL: openai.address,
        OPENAI_COMPATIBLE_BASE_URL: openai.address,
        OPENAI_COMPATIBLE_MODEL: "local",
      },
    });
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

  const estimate = (body: object = { engines: ["chatgpt"] }) =>
    product.data<ScanEstimate>("POST", "/scans/estimate", { key, body });
  const scan = async (): Promise<Ended> => {
    const { id } = await product.data<Scan>("POST", "/scans", { key, body: { engines: ["chatgpt"] } });
    return (await product.ended(id, key)) as unknown as Ended;
  };
  const allow = (monthly_budget_usd: number | null) =>
    product.data<Brand>("PATCH", "/brand", { key, body: { monthly_budget_usd } });

  describe("POST /scans/estimate: 200", () => {
    it("goes by the price list while the brand has no scan, and starts nothing", async () => {
      const said = await estimate();
      expect(said).toMatchObject({ topics: 1, refusal: null, within_budget: true });
      expect(said.engines).toMatchObject([{ engine: "chatgpt", queries: said.total_queries, basis: "price_table" }]);
      expect(said.cost_usd).toBeGreaterThan(0);
      expect(said.seconds).toBeGreaterThan(0);
      expect(await product.data("GET", "/scans", { key })).toEqual([]);
      expect(openai.requests).toEqual([]);
    });

    it("goes by the last scans once there are some, and is then what the next one costs", async () => {
      const done = await scan();
      const said = await estimate();
      expect(said.engines[0]).toMatchObject({ basis: "history" });
      expect(said.cost_usd).toBeCloseTo(done.metadata?.cost_usd ?? 0, 3);
      expect(said.budget).toEqual({ limit_usd: null, spent_usd: done.metadata?.cost_usd, left_usd: null });
    });

    it("says where no price is known, and that a simulation is free", async () => {
      const said = await estimate({ engines: ["openai_compatible", "simulated"] });
      expect(said.engines).toMatchObject([
        { engine: "openai_compatible", basis: "unknown", cost_usd: null },
        { engine: "simulated", basis: "simulated", cost_usd: 0 },
      ]);
      expect(said.cost_usd).toBe(0);
    });

    it("foretells that the budget will not do, and what POST /scans would refuse", async () => {
      await allow(0.001);
      expect(await estimate()).toMatchObject({ within_budget: false, refusal: null, budget: { left_usd: 0.001 } });
      await allow(0);
      expect((await estimate()).refusal).toMatchObject({ code: "budget_spent" });
    });

    it("takes the same body as POST /scans", async () => {
      for (const body of [{ engines: [] }, { engines: ["nobody"] }, { engine: "chatgpt" }, []]) {
        expect((await product.ask("POST", "/scans/estimate", { key, body })).status, JSON.stringify(body)).toBe(400);
      }
      const unavailable = await product.ask("POST", "/scans/estimate", { key, body: { engines: ["claude"] } });
      expect(unavailable).toMatchObject({ status: 400, json: { error: expect.stringContaining("ANTHROPIC_API_KEY") } });
      expect((await product.ask("POST", "/scans/estimate", { key })).status).toBe(200);
    });
  });

  describe("a monthly budget", () => {
    it("spent half-way, stops the scan: what is under way is kept, nothing more is asked", async () => {
      const { total_queries, metadata } = await scan();
      const each = (metadata?.cost_usd as number) / (total_queries as number);
      openai.requests.length = 0;
      await allow((metadata?.cost_usd as number) + 0.5 * each);
      const stopped = await scan();
      expect(openai.requests.length).toBeLessThan(total_queries as number);
      expect(stopped.completed_queries).toBe(openai.requests.length);
      expect((stopped.completed_queries as number) + (stopped.failed_queries as number)).toBe(total_queries);
      expect(stopped.metadata?.failures).toEqual([
        { engine: "chatgpt", reason: expect.stringContaining("budget"), queries: stopped.failed_queries },
      ]);
      const refused = await product.ask("POST", "/scans", { key });
      expect(refused).toMatchObject({ status: 403, json: { code: "budget_spent" } });
      expect(refused.json.error).toMatch(/USD a month is spent\. It resets at \d{4}-\d{2}-01T00:00:00\.000Z/);
      await allow(null);
      expect((await scan()).status).toBe("completed");
    });

    it("is not given back by deleting the scans that spent it", async () => {
      const { id } = await scan();
      await product.ask("DELETE", `/scans/${id}`, { key });
      await allow(0.001);
      expect((await product.ask("POST", "/scans", { key })).status).toBe(403);
    });

    it("takes a number of dollars or null", async () => {
      expect((await allow(12.5)).monthly_budget_usd).toBe(12.5);
      for (const monthly_budget_usd of [-1, "5", 1e7, Number.NaN]) {
        const { status, json } = await product.ask("PATCH", "/brand", { key, body: { monthly_budget_usd } });
        if (Number.isNaN(monthly_budget_usd)) expect(status).toBe(200);
        else expect([status, json.error]).toEqual([400, expect.stringContaining("monthly_budget_usd")]);
      }
      expect((await allow(null)).monthly_budget_usd).toBeNull();
    });
  });
});
