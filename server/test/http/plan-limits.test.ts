import type { Scan, TopicDetail } from "@answerscope/api";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct } from "../setup/product.ts";

type Limits = { scans_per_month?: number; topics?: number; engines?: number; queries_per_scan?: number };
const UNLIMITED = { scans_per_month: null, topics: null, engines: null, queries_per_scan: null };
const SIMULATED = { engines: ["simulated"] };

describe.each(KINDS)("plan limits on %s", (kind) => {
  let product: TestProduct;
  let key: string;
  let brandId: string;
  let topic: TopicDetail;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    ({ key, id: brandId } = await product.makeBrand({ demo: true }));
    topic = await product.data<TopicDetail>("POST", "/topics", { key, body: { name: "Lantern" } });
  });
  afterEach(() => setPlan({}));
  afterAll(() => product.close());

  const setPlan = async (limits: Limits) => {
    await product.product.database.db
      .updateTable("plans")
      .set({ ...UNLIMITED, ...limits })
      .execute();
  };
  const scan = (body: object = SIMULATED) => product.ask("POST", "/scans", { key, body });
  const ended = async ({ json }: { json: { data?: unknown } }) => product.ended((json.data as Scan).id, key);

  it("a self-hosted product has none", async () => {
    const plans = await product.product.database.db.selectFrom("plans").selectAll().execute();
    expect(plans).toEqual([{ id: "self_hosted", ...UNLIMITED }]);
  });

  describe("scans a month", () => {
    it("lets so many through and then says 403, which limit, and when it resets", async () => {
      await product.product.database.db.deleteFrom("scans").where("brand_id", "=", brandId).execute();
      await setPlan({ scans_per_month: 2 });
      for (const _ of [1, 2]) {
        const started = await scan();
        expect(started.status).toBe(201);
        await ended(started);
      }
      const refused = await scan();
      const now = new Date();
      const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
      expect(refused.status).toBe(403);
      expect(refused.json).toEqual({
        error: `The plan's limit of 2 scans a month is reached. It resets at ${next}.`,
        code: "plan_limit",
        limit: 2,
      });
      await setPlan({ scans_per_month: 3 });
      await ended(await scan());
    });

    it("does not count the scans of earlier months", async () => {
      const { db } = product.product.database;
      const now = new Date();
      const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
      const month = new Date(monthStart - 1).toISOString().slice(0, 7);
      await db.updateTable("scan_months").set({ month }).where("brand_id", "=", brandId).execute();
      await setPlan({ scans_per_month: 1 });
      const started = await scan();
      expect(started.status).toBe(201);
      await ended(started);
      expect((await scan()).status).toBe(403);
    });

    it("is not given back by deleting a scan", async () => {
      await setPlan({ scans_per_month: 1 });
      const [done] = await product.data<{ id: string }[]>("GET", "/scans", { key });
      expect((await product.ask("DELETE", `/scans/${done?.id}`, { key })).status).toBe(204);
      expect((await scan()).status).toBe(403);
    });
  });

  describe("engines a scan", () => {
    it("refuses a scan of more engines, and lets one of as many through", async () => {
      await setPlan({ engines: 2 });
      const refused = await scan({ engines: ["chatgpt", "grok", "claude"] });
      expect([refused.status, refused.json.code, refused.json.limit]).toEqual([403, "plan_limit", 2]);
      expect(refused.json.error).toContain("limit of 2 engines a scan");
      expect(refused.json.error).toContain("does not reset");
      const started = await scan({ engines: ["chatgpt", "grok"] });
      expect(started.status).toBe(201);
      await ended(started);
    });

    it("refuses a brand that wants more engines", async () => {
      await setPlan({ engines: 1 });
      const change = (engines: string[]) => product.ask("PATCH", "/brand", { key, body: { engines } });
      const refused = await change(["chatgpt", "grok"]);
      expect([refused.status, refused.json.code]).toEqual([403, "plan_limit"]);
      expect(refused.json.error).toContain("limit of 1 engines");
      expect((await change(["chatgpt"])).status).toBe(200);
      expect((await change(["chatgpt", "chatgpt"])).status).toBe(200);
    });
  });

  describe("queries a scan", () => {
    it("refuses a scan that would ask more, and says how many it would", async () => {
      await setPlan({ queries_per_scan: 8 });
      const refused = await scan();
      expect([refused.status, refused.json.code, refused.json.limit]).toEqual([403, "plan_limit", 8]);
      expect(refused.json.error).toContain("limit of 8 queries a scan");
      expect(refused.json.error).toContain("would ask 9");
      await setPlan({ queries_per_scan: 9 });
      const started = await scan();
      expect(started.status).toBe(201);
      await ended(started);
    });
  });

  describe("topics", () => {
    const add = (body: object) => product.ask("POST", "/topics", { key, body });

    it("refuses one active topic more, in a POST and in a PATCH, but takes inactive ones", async () => {
      await setPlan({ topics: 2 });
      expect((await add({ name: "Second" })).status).toBe(201);
      const refused = await add({ name: "Third" });
      expect([refused.status, refused.json.code, refused.json.limit]).toEqual([403, "plan_limit", 2]);
      expect(refused.json.error).toContain("limit of 2 active topics");
      const resting = await add({ name: "Resting", status: "inactive" });
      expect(resting.status).toBe(201);
      const id = (resting.json.data as unknown as TopicDetail).id;
      expect((await product.ask("PATCH", `/topics/${id}`, { key, body: { status: "active" } })).status).toBe(403);
      await product.data("PATCH", `/topics/${topic.id}`, { key, body: { status: "inactive" } });
      expect((await product.ask("PATCH", `/topics/${id}`, { key, body: { status: "active" } })).status).toBe(200);
    });

    it("holds under concurrent requests", async () => {
      const other = await product.makeBrand();
      await setPlan({ topics: 3 });
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          product.ask("POST", "/topics", { key: other.key, body: { name: `T${n}` } }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(9);
    });
  });
});
