import type { Scan, Scope } from "@answerscope/api";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { EngineGate } from "../setup/engine-gate.ts";
import { TestProduct } from "../setup/product.ts";

const WRITES = 4;

/** What may be wrong with a POST /scans, in the order in which it is said. */
const WRONGS = ["key", "rate", "scope", "body", "plan", "busy"] as const;
type Wrong = (typeof WRONGS)[number];
const SAID: Record<Wrong, [status: number, code: string]> = {
  key: [401, "unauthorized"],
  rate: [429, "rate_limited"],
  scope: [403, "insufficient_scope"],
  body: [400, "invalid_request"],
  plan: [403, "plan_limit"],
  busy: [409, "scan_in_progress"],
};
const PAIRS = WRONGS.flatMap((first, index) => WRONGS.slice(index + 1).map((second) => [first, second] as const));

describe.each(KINDS)("the order of refusals of POST /scans on %s", (kind) => {
  let product: TestProduct;
  let gate: EngineGate;
  let brand: { id: string; key: string };
  beforeAll(async () => {
    product = await TestProduct.open(kind, { rates: { readsPerMinute: 100, writesPerMinute: WRITES } });
    gate = new EngineGate(product);
    brand = await product.makeBrand();
    await product.data("POST", "/topics", { key: brand.key, body: { name: "Lantern" } });
  });
  afterEach(async () => {
    gate.open();
    await setPlan(null);
    await product.product.database.db.deleteFrom("scans").where("brand_id", "=", brand.id).execute();
  });
  afterAll(() => product.close());

  const setPlan = (scans_per_month: number | null) =>
    product.product.database.db.updateTable("plans").set({ scans_per_month }).execute();
  const freshKey = (scopes: Scope[] = ["read", "write"]) => product.insertKey({ brandId: brand.id, scopes });
  const post = (key: string, engines: string[] = ["simulated"]) =>
    product.ask("POST", "/scans", { key, body: { engines } });

  async function attempt(wrongs: readonly Wrong[]) {
    const is = (wrong: Wrong) => wrongs.includes(wrong);
    if (is("busy")) {
      gate.holdAfter(0);
      expect((await post((await freshKey()).key)).status).toBe(201);
    }
    if (is("plan")) await setPlan(0);
    const { id, key } = await freshKey(is("scope") ? ["read", "admin"] : ["read", "write"]);
    if (is("rate")) for (let i = 0; i < WRITES; i++) await post(key, []);
    if (is("key")) await product.product.deps.stores.keys.revoke(brand.id, id, product.product.deps.now());
    return post(key, is("body") ? ["nonesuch"] : undefined);
  }

  it.each(WRONGS)("a wrong %s alone is refused for what it is", async (wrong) => {
    const { status, json } = await attempt([wrong]);
    expect([status, json.code]).toEqual(SAID[wrong]);
  });

  it.each(PAIRS)("a wrong %s is said before a wrong %s", async (first, second) => {
    const { status, json } = await attempt([first, second]);
    expect([status, json.code]).toEqual(SAID[first]);
  });

  it("when everything is wrong, the key is; when nothing is, the scan starts", async () => {
    const { status, json } = await attempt(WRONGS);
    expect([status, json.code]).toEqual(SAID.key);
    await setPlan(null);
    gate.open();
    await product.product.database.db.deleteFrom("scans").where("brand_id", "=", brand.id).execute();
    const started = await attempt([]);
    expect(started.status).toBe(201);
    await product.ended((started.json.data as unknown as Scan).id, brand.key);
  });

  it("a refused request leaves no scan behind", async () => {
    for (const wrong of ["key", "rate", "scope", "body", "plan"] as const) await attempt([wrong]);
    expect(await product.data("GET", "/scans", { key: brand.key })).toEqual([]);
  });
});
