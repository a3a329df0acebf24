import type { ApiKey, Scan, TopicDetail, TopicSummary } from "@answerscope/api";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { EngineGate } from "../setup/engine-gate.ts";
import { type Answer, TestProduct } from "../setup/product.ts";

const DAY_MS = 86_400_000;
const replayed = ({ headers }: Answer) => headers["idempotency-replayed"] === "true";

describe.each(KINDS)("Idempotency-Key on %s", (kind) => {
  let product: TestProduct;
  let gate: EngineGate;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    gate = new EngineGate(product);
  });
  afterEach(() => gate.open());
  afterAll(() => product.close());

  const post = (address: string, idempotencyKey: string, body?: unknown, key = product.key) =>
    product.ask("POST", address, { key, body, headers: { "idempotency-key": idempotencyKey } });
  const brandWithTopic = async () => {
    const brand = await product.makeBrand();
    const topic = await product.data<TopicDetail>("POST", "/topics", { key: brand.key, body: { name: "Lantern" } });
    return { ...brand, topicId: topic.id };
  };
  const total = async (address: string, key: string) => {
    const { json } = await product.ask("GET", address, { key });
    return (json.pagination as { total?: number } | undefined)?.total ?? (json.data as unknown as unknown[]).length;
  };

  describe("the same request again", () => {
    const cases: [what: string, address: string, list: string, body: (topicId: string) => object][] = [
      ["POST /topics", "/topics", "/topics?status=all", () => ({ name: "Zelt 🏕️", price: 5, currency: "EUR" })],
      [
        "POST /prompts",
        "/prompts",
        "/prompts",
        (topic_id) => ({ topic_id, funnel_stage: "awareness", text: "Which lamps?" }),
      ],
      ["POST /keys", "/keys", "/keys", () => ({ name: "twice", scopes: ["read"] })],
      ["POST /scans", "/scans", "/scans", () => ({ engines: ["simulated"] })],
    ];
    it.each(cases)("%s gives the same bytes and has no second effect", async (_, address, list, bodyOf) => {
      const { key, topicId } = await brandWithTopic();
      gate.holdAfter(0);
      const body = bodyOf(topicId);
      const first = await post(address, "retry-1", body, key);
      const count = await total(list, key);
      const second = await post(address, "retry-1", body, key);
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.text).toBe(first.text);
      expect(second.headers["content-type"]).toBe(first.headers["content-type"]);
      expect([replayed(first), replayed(second)]).toEqual([false, true]);
      expect(await total(list, key)).toBe(count);
    });

    it("gives the first reply of POST /scans even when the scan has long ended", async () => {
      const { key } = await brandWithTopic();
      const body = { engines: ["simulated"] };
      const first = await post("/scans", "once", body, key);
      const { id } = first.json.data as unknown as Scan;
      await product.ended(id, key);
      const second = await post("/scans", "once", body, key);
      expect([second.status, second.text]).toEqual([201, first.text]);
      expect(await total("/scans", key)).toBe(1);
    });

    it("gives the first reply of a cancel", async () => {
      const { key } = await brandWithTopic();
      gate.holdAfter(0);
      const scan = await product.data<Scan>("POST", "/scans", { key, body: { engines: ["simulated"] } });
      const first = await post(`/scans/${scan.id}/cancel`, "stop", undefined, key);
      const second = await post(`/scans/${scan.id}/cancel`, "stop", undefined, key);
      expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
      expect(replayed(second)).toBe(true);
    });

    it("counts as the same whatever the order and spacing of its JSON", async () => {
      const { key } = await product.makeBrand();
      const first = await post("/topics", "k", '{"name":"A","category":"B"}', key);
      const second = await post("/topics", "k", '{ "category": "B",\n "name": " A " }', key);
      expect([second.status, second.text]).toEqual([201, first.text]);
    });

    it("makes one effect of many concurrent requests", async () => {
      const { key } = await product.makeBrand();
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => post("/topics", "same", { name: "Only one" }, key)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter((answer) => !replayed(answer))).toHaveLength(1);
      expect(await total("/topics", key)).toBe(1);
    });
  });

  describe("a new API key", () => {
    it("is given again to whoever asked for it, though it is stored nowhere in clear", async () => {
      const { id: brandId, key } = await product.makeBrand();
      const body = { name: "sealed", scopes: ["read"] };
      const first = await post("/keys", "mint", body, key);
      const made = (first.json.data as unknown as { key: string }).key;
      const second = await post("/keys", "mint", body, key);
      expect((second.json.data as unknown as { key: string }).key).toBe(made);
      expect((await product.ask("GET", "/topics", { key: made })).status).toBe(200);
      const stored = await product.product.database.db
        .selectFrom("idempotency")
        .selectAll()
        .where("brand_id", "=", brandId)
        .executeTakeFirstOrThrow();
      const kept = Buffer.from(stored.reply as string, "base64").toString("latin1") + JSON.stringify(stored);
      expect(kept).not.toContain(made.slice(11));
      expect(kept).not.toContain("sealed");
    });
  });

  describe("422", () => {
    it("refuses the key for another body, address or form, and changes nothing", async () => {
      const { key, topicId } = await brandWithTopic();
      gate.holdAfter(0);
      expect((await post("/topics", "k", { name: "First" }, key)).status).toBe(201);
      const others: [address: string, body: object][] = [
        ["/topics", { name: "Second" }],
        ["/topics", { name: "First", category: null }],
        ["/keys", { name: "First", scopes: ["read"] }],
        ["/prompts", { topic_id: topicId, funnel_stage: "awareness", text: "First?" }],
        ["/scans", { engines: ["simulated"] }],
      ];
      for (const [address, body] of others) {
        const answer = await post(address, "k", body, key);
        expect([answer.status, answer.json.code], address).toEqual([422, "idempotency_mismatch"]);
      }
      expect(await total("/topics", key)).toBe(2);
      expect(await total("/scans", key)).toBe(0);

      expect((await post("/scans", "s", { engines: ["simulated"] }, key)).status).toBe(201);
      expect((await post("/scans?form=b", "s", { engines: ["simulated"] }, key)).status).toBe(422);
    });
  });

  describe("400", () => {
    it.each(["", "with space", "x".repeat(256), "\u00e9"])("refuses the key %j", async (idempotencyKey) => {
      const answer = await post("/topics", idempotencyKey, { name: "x" });
      expect(answer.status).toBe(400);
      expect(answer.json.error).toContain("Idempotency-Key takes 1 to 255 visible ASCII characters");
    });

    it("takes a key of 255 characters", async () => {
      const { key } = await product.makeBrand();
      expect((await post("/topics", "x".repeat(255), { name: "x" }, key)).status).toBe(201);
    });
  });

  it("belongs to the API key that sent it", async () => {
    const { id: brandId, key } = await product.makeBrand();
    const other = await product.insertKey({ brandId });
    const first = await post("/topics", "shared", { name: "One" }, key);
    const second = await post("/topics", "shared", { name: "Two" }, other.key);
    expect([first.status, second.status]).toEqual([201, 201]);
    const names = (await product.data<TopicSummary[]>("GET", "/topics", { key })).map(({ name }) => name);
    expect(names).toEqual(["One", "Two"]);
  });

  it("is not used up by a refused request, which may be corrected and sent again", async () => {
    const { key } = await brandWithTopic();
    expect((await post("/topics", "again", { name: "" }, key)).status).toBe(400);
    expect((await post("/topics", "again", { name: "Right" }, key)).status).toBe(201);

    gate.holdAfter(0);
    const body = { engines: ["simulated"] };
    const { id } = await product.data<Scan>("POST", "/scans", { key, body });
    expect((await post("/scans", "later", body, key)).status).toBe(409);
    await product.ask("POST", `/scans/${id}/cancel`, { key });
    expect((await post("/scans", "later", body, key)).status).toBe(201);
  });

  it("is forgotten after 24 hours, with the reply it kept", async () => {
    const { id: brandId, key } = await product.makeBrand();
    const { db } = product.product.database;
    const age = (hours: number) =>
      db
        .updateTable("idempotency")
        .set({ created_at: new Date(Date.now() - (hours / 24) * DAY_MS).toISOString() })
        .where("brand_id", "=", brandId)
        .execute();
    await post("/topics", "old", { name: "One" }, key);
    await post("/topics", "older", { name: "Two" }, key);
    await age(23.9);
    expect((await post("/topics", "old", { name: "Three" }, key)).status).toBe(422);
    await age(24.1);
    expect((await post("/topics", "old", { name: "Three" }, key)).status).toBe(201);
    const kept = await db.selectFrom("idempotency").select("idempotency_key").where("brand_id", "=", brandId).execute();
    expect(kept).toEqual([{ idempotency_key: "old" }]);
  });

  it("means nothing on other methods", async () => {
    const { key } = await product.makeBrand();
    const headers = { "idempotency-key": "k" };
    const patch = (name: string) => product.ask("PATCH", "/brand", { key, headers, body: { name } });
    expect([(await patch("One")).status, (await patch("Two")).status]).toEqual([200, 200]);
    expect((await product.ask("GET", "/keys", { key, headers })).json.data).toSatisfy(
      (keys: ApiKey[]) => keys.length === 1,
    );
  });
});
