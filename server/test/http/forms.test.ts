import { type Endpoint, endpoints, type ResponseForm, type Scan, type ScanDetail } from "@answerscope/api";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { EngineGate } from "../setup/engine-gate.ts";
import { TestProduct } from "../setup/product.ts";

type ListItemB = { id: string; avg_score: number | null; topics_scanned: number };
type RowB = { topic_id: string; topic_name: string; query: string };

/** How a request asks for its form: by the key's own, or by ?form, which goes before it. */
const WAYS: [asked: string, keyForm: ResponseForm, query: string, form: ResponseForm][] = [
  ["a key of form A", "a", "", "a"],
  ["a key of form B", "b", "", "b"],
  ["?form=b on a key of form A", "a", "form=b", "b"],
  ["?form=a on a key of form B", "b", "form=a", "a"],
  ["?form=a on a key of form A", "a", "form=a", "a"],
  ["?form=b on a key of form B", "b", "form=b", "b"],
];

describe.each(KINDS)("the two forms on %s", (kind) => {
  let product: TestProduct;
  let gate: EngineGate;
  let latest: ScanDetail;
  const keys = {} as Record<ResponseForm, string>;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    gate = new EngineGate(product);
    keys.a = await product.makeKey({ scopes: ["read", "write"], response_form: "a" });
    keys.b = await product.makeKey({ scopes: ["read", "write"], response_form: "b" });
    const [scan] = (await product.data<Scan[]>("GET", "/scans?limit=1")) as [Scan];
    latest = await product.data<ScanDetail>("GET", `/scans/${scan.id}`);
  });
  afterEach(() => gate.open());
  afterAll(() => product.close());

  const get = async (path: string, query: string, form: ResponseForm) =>
    (await product.ask("GET", `${path}${path.includes("?") ? "&" : "?"}${query}`, { key: keys[form] })).json;

  describe.each(WAYS)("%s", (_, keyForm, query, form) => {
    it(`gives GET /scans in form ${form}`, async () => {
      const json = await get("/scans", query, keyForm);
      expect(Object.keys(json)).toEqual([form === "a" ? "data" : "scans"]);
      const [first] = (form === "a" ? json.data : json.scans) as unknown as [object];
      const formB = [
        "id",
        "status",
        "engines",
        "topics_scanned",
        "avg_score",
        "created_at",
        "completed_at",
        "simulated",
        "interval",
      ];
      if (form === "b") expect(Object.keys(first)).toEqual(formB);
      else expect(first).toHaveProperty("metadata");
    });

    it(`gives GET /scans/{id} in form ${form}`, async () => {
      const json = await get(`/scans/${latest.id}`, query, keyForm);
      expect(Object.keys(json)).toEqual(form === "a" ? ["data"] : ["scan", "results"]);
      if (form === "a") return expect(json.data).toEqual(latest);
      const { id, status, created_at, metadata } = latest;
      expect(json.scan).toEqual({ id, status, engines: metadata?.engines, created_at });
      const rows = json.results as unknown as RowB[];
      expect(rows.map(({ topic_name: _name, query: _query, ...row }) => row)).toEqual(
        latest.results.map((row) => ({
          topic_id: row.topic_id,
          engine: row.engine,
          mentioned: row.topic_mentioned,
          position: row.mention_position,
          sentiment: row.sentiment,
          recommended: row.action_recommendation ?? false,
          score: row.score,
          surface: row.surface,
        })),
      );
    });

    it.each(["trends", "engines"])(`gives GET /analytics?type=%s in form ${form}`, async (type) => {
      const json = await get(`/analytics?type=${type}`, query, keyForm);
      const inFormA = await get(`/analytics?type=${type}`, "form=a", keyForm);
      expect(Object.keys(inFormA)).toEqual(["data"]);
      const names = type === "trends" ? ["brand_prediction", "topic_predictions"] : ["engine_stats"];
      expect(form === "a" ? json.data : json).toMatchObject(
        Object.fromEntries(names.map((name) => [name, expect.anything()])),
      );
      if (type === "engines") expect(form === "a" ? json : { data: json }).toEqual(inFormA);
    });

    it(`answers POST /scans in form ${form}`, async () => {
      gate.holdAfter(0);
      const { key } = await product.insertKey({ response_form: keyForm });
      const { status, json } = await product.ask("POST", `/scans?${query}`, { key, body: { engines: ["simulated"] } });
      expect(status).toBe(201);
      const queued = json.data as unknown as Scan;
      const id = form === "a" ? queued.id : json.scan_id;
      if (form === "a") expect(Object.keys(json)).toEqual(["data", "message"]);
      else expect(json).toEqual({ scan_id: id, status: "pending" });
      const conflict = await product.ask("POST", `/scans?${query}`, { key, body: { engines: ["simulated"] } });
      expect([conflict.status, conflict.json.active_scan_id]).toEqual([409, id]);
      await product.data("POST", `/scans/${id}/cancel`);
    });
  });

  it("form B knows topic and prompt by name", async () => {
    const json = await get(`/scans/${latest.id}`, "form=b", "a");
    const topics = await product.data<{ id: string; name: string }[]>("GET", "/topics?status=all");
    const prompts = await product.data<{ text: string }[]>("GET", "/prompts?limit=100");
    const texts = prompts.map(({ text }) => text);
    const names = new Map(topics.map(({ id, name }) => [id, name]));
    for (const row of json.results as unknown as RowB[]) {
      expect(row.topic_name).toBe(names.get(row.topic_id));
      expect(texts).toContain(row.query);
    }
  });

  it("form B's list says how many topics a scan asked about and the brand's mean score in it", async () => {
    const json = await get("/scans?limit=1&status=completed", "form=b", "a");
    const [scan] = json.scans as unknown as [ListItemB];
    const topics = await product.data<{ visibility_score_overall: number | null; last_scanned_at: string }[]>(
      "GET",
      "/topics?status=all",
    );
    const measured = topics.filter(({ last_scanned_at }) => last_scanned_at === latest.completed_at);
    const scores = measured.map(({ visibility_score_overall }) => visibility_score_overall as number);
    expect(scan).toMatchObject({ id: latest.id, topics_scanned: measured.length });
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    expect(Math.abs((scan.avg_score as number) - mean)).toBeLessThan(0.0101);
  });

  it("the list goes up to 100 in form B only", async () => {
    const limit = async (form: ResponseForm, query: string) =>
      (await product.ask("GET", `/scans?${query}`, { key: keys[form] })).status;
    expect(await limit("a", "limit=51")).toBe(400);
    expect(await limit("b", "limit=51")).toBe(200);
    expect(await limit("b", "limit=100")).toBe(200);
    expect(await limit("b", "limit=101")).toBe(400);
    expect(await limit("a", "limit=100&form=b")).toBe(200);
    expect(await limit("b", "limit=51&form=a")).toBe(400);
    const { json } = await product.ask("GET", "/scans?form=b");
    expect((json.scans as unknown[]).length).toBe(20);
  });

  it("endpoints that have but one form do not mind being asked for another", async () => {
    for (const [, { method, path, formB }] of Object.entries(endpoints as Record<string, Endpoint>)) {
      if (method !== "GET" || formB || path.includes("{id}") || path === "/keys") continue;
      const [inA, inB] = [await get(path, "", "a"), await get(path, "form=b", "b")];
      expect(inB).toEqual(inA);
    }
  });
});
