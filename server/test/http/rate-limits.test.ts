import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EngineGate } from "../setup/engine-gate.ts";
import { type Answer, TestProduct, UNUSED_ID } from "../setup/product.ts";

const READS = 12;
const WRITES = 5;
const BAD_KEYS = 20;
const BAD_KEY = `apin_${"0".repeat(48)}`;

const counts = (answers: Answer[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]));

const HOMES = [
  { kind: "pglite", rateStore: "memory" },
  { kind: "postgres", rateStore: "memory" },
  { kind: "postgres", rateStore: "postgres" },
] as const;

describe.each(HOMES)("rate limits on $kind, counted in $rateStore", ({ kind, rateStore }) => {
  let product: TestProduct;
  let gate: EngineGate;
  beforeAll(async () => {
    const rates = { readsPerMinute: READS, writesPerMinute: WRITES };
    product = await TestProduct.open(kind, { rates, rateStore });
    gate = new EngineGate(product);
  });
  afterAll(() => product.close());

  const freshKey = async () => (await product.insertKey()).key;
  const reads = (key: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => product.ask("GET", "/brand", { key })));
  const writes = (key: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => product.ask("DELETE", `/topics/${UNUSED_ID}`, { key })));

  function expectRateHeaders({ headers }: Answer, limit: number, remaining: number): void {
    expect(headers["x-ratelimit-limit"]).toBe(String(limit));
    expect(headers["x-ratelimit-remaining"]).toBe(String(remaining));
    const seconds = Number(headers["x-ratelimit-reset"]) - Date.now() / 1000;
    expect(Number.isInteger(Number(headers["x-ratelimit-reset"]))).toBe(true);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(61);
  }

  it("lets exactly so many concurrent reads through", async () => {
    const key = await freshKey();
    expect(counts(await reads(key, 3 * READS))).toEqual({ 200: READS, 429: 2 * READS });
    expect(counts(await reads(key, 3))).toEqual({ 429: 3 });
  });

  it("lets exactly so many concurrent writes through", async () => {
    expect(counts(await writes(await freshKey(), 3 * WRITES))).toEqual({ 404: WRITES, 429: 2 * WRITES });
  });

  it("counts reads and writes apart, and every key by itself", async () => {
    const [key, other] = [await freshKey(), await freshKey()];
    await reads(key, READS + 1);
    expect(counts(await writes(key, WRITES))).toEqual({ 404: WRITES });
    expect(counts(await reads(other, READS))).toEqual({ 200: READS });
    expect(counts(await reads(key, 1))).toEqual({ 429: 1 });
  });

  it("counts down in the headers of every reply", async () => {
    const key = await freshKey();
    for (let left = READS - 1; left >= 0; left--) {
      expectRateHeaders(await product.ask("GET", "/brand", { key }), READS, left);
    }
  });

  it("says on 429 how long to wait, in the words of the interface", async () => {
    const key = await freshKey();
    await reads(key, READS);
    const answer = await product.ask("GET", "/brand", { key });
    expect([answer.status, answer.json.code]).toEqual([429, "rate_limited"]);
    expectRateHeaders(answer, READS, 0);
    const wait = Number(answer.headers["retry-after"]);
    expect(Number.isInteger(wait)).toBe(true);
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect(answer.json.error).toContain(`${wait} s`);
    const reset = Number(answer.headers["x-ratelimit-reset"]);
    expect(Math.abs(reset - Date.now() / 1000 - wait)).toBeLessThan(2);
  });

  it("puts the headers on refusals too: 400, 403, 404, 409, 413, 415 and unreadable JSON", async () => {
    const brand = await product.makeBrand();
    const keyed = async (scopes?: ["read"]) =>
      (await product.insertKey({ brandId: brand.id, ...(scopes ? { scopes } : {}) })).key;
    const read = await keyed();
    expectRateHeaders(await product.ask("GET", "/topics?limit=0", { key: read }), READS, READS - 1);
    expectRateHeaders(await product.ask("GET", `/topics/${UNUSED_ID}`, { key: read }), READS, READS - 2);
    expectRateHeaders(await product.ask("DELETE", "/topics/x", { key: await keyed(["read"]) }), WRITES, WRITES - 1);

    const write = await keyed();
    const bodies = [["x".repeat(70_000), 413] as const, ["{", 400] as const, ['{"engines":[]}', 400] as const];
    for (const [index, [body, status]] of bodies.entries()) {
      const answer = await product.ask("POST", "/scans", { key: write, body });
      expect(answer.status).toBe(status);
      expectRateHeaders(answer, WRITES, WRITES - 1 - index);
    }
    const text = await product.ask("POST", "/scans", {
      key: write,
      body: "x",
      headers: { "content-type": "text/csv" },
    });
    expect(text.status).toBe(415);
    expectRateHeaders(text, WRITES, WRITES - 4);

    const busy = await keyed();
    await product.data("POST", "/topics", { key: busy, body: { name: "Lantern" } });
    const body = { engines: ["simulated"] };
    gate.holdAfter(0);
    await product.data("POST", "/scans", { key: busy, body });
    const conflict = await product.ask("POST", "/scans", { key: busy, body });
    expect(conflict.status).toBe(409);
    expectRateHeaders(conflict, WRITES, WRITES - 3);
    gate.open();
  });

  it("counts HEAD as a read", async () => {
    const key = await freshKey();
    const { app } = product.product;
    const head = await app.inject({ method: "HEAD", url: "/api/v1/brand", headers: { "x-api-key": key } });
    expect(head.headers["x-ratelimit-remaining"]).toBe(String(READS - 1));
  });

  it("slows down bad keys from one address, while a right key from there still works", async () => {
    const from = "192.0.2.7";
    const guess = (key: string) => product.ask("GET", "/brand", { key, from });
    const guesses = await Promise.all(Array.from({ length: 3 * BAD_KEYS }, () => guess(BAD_KEY)));
    expect(counts(guesses)).toEqual({ 401: BAD_KEYS, 429: 2 * BAD_KEYS });
    const slowed = await guess("another wrong key");
    expect([slowed.status, slowed.json.code]).toEqual([429, "rate_limited"]);
    expect(Number(slowed.headers["retry-after"])).toBeGreaterThan(0);
    expect((await guess(await freshKey())).status).toBe(200);
    expect((await product.ask("GET", "/brand", { key: BAD_KEY, from: "192.0.2.8" })).status).toBe(401);
    expect((await product.ask("GET", "/brand", { key: null, from })).status).toBe(401);
  });

  it("sends no rate headers to whoever is not authenticated", async () => {
    const { headers } = await product.ask("GET", "/brand", { key: null });
    expect(Object.keys(headers).filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
  });
});
