import { type Endpoint, endpoints, SCOPES } from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";

const OPERATIONS = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([operation, endpoint]) =>
  endpoint.scope === null
    ? []
    : {
        operation,
        method: endpoint.method,
        address: endpoint.path.replace("{id}", UNUSED_ID),
        scope: endpoint.scope,
      },
);
const UNKNOWN_KEY = `apin_${"0".repeat(48)}`;

describe.each(KINDS)("authentication on %s", (kind) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
  });
  afterAll(() => product.close());

  describe.each(OPERATIONS)("$operation", ({ operation, method, address, scope }) => {
    it("answers 401 to a missing key and says where to put it", async () => {
      const answer = await product.ask(method, address, { key: null });
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual({
        error: "No API key. Provide your key via the X-API-Key header, or as a Bearer token.",
        code: "unauthorized",
      });
    });

    it("answers 401 to an unknown key", async () => {
      const answer = await product.ask(method, address, { key: UNKNOWN_KEY, from: `10.0.0.${operation.length}` });
      expect(answer.status).toBe(401);
      expect(answer.json.error).toContain("X-API-Key header");
    });

    it(`answers 403 to a key without the ${scope} scope and names it`, async () => {
      const { key } = await product.insertKey({ scopes: SCOPES.filter((one) => one !== scope) });
      const answer = await product.ask(method, address, { key, body: method === "GET" ? undefined : "not even JSON" });
      expect([answer.status, answer.json.code]).toEqual([403, "insufficient_scope"]);
      expect(answer.json.error).toContain(`${scope} permission is required`);
    });

    it(`needs no other scope than ${scope}`, async () => {
      const { key } = await product.insertKey({ scopes: [scope] });
      const { status } = await product.ask(method, address, { key, body: method === "POST" ? [] : undefined });
      expect(status).not.toBe(401);
      expect(status).not.toBe(403);
    });
  });

  describe("where the key is", () => {
    const read = (headers: Record<string, string>) => product.ask("GET", "/topics", { key: null, headers });

    it.each(["Bearer", "bearer", "BEARER"])("takes it as a token of Authorization: %s", async (scheme) => {
      expect((await read({ authorization: `${scheme} ${product.key}` })).status).toBe(200);
    });

    it("goes by X-API-Key when both are there, and by the token when that is empty", async () => {
      const bearer = `Bearer ${product.key}`;
      expect((await read({ "x-api-key": product.key, authorization: "Bearer nonsense" })).status).toBe(200);
      expect((await read({ "x-api-key": UNKNOWN_KEY, authorization: bearer })).status).toBe(401);
      expect((await read({ "x-api-key": "", authorization: bearer })).status).toBe(200);
    });

    it.each([
      ["another scheme", { authorization: "Basic YTpi" }],
      ["a scheme without a token", { authorization: "Bearer " }],
      ["the key without a scheme", { authorization: UNKNOWN_KEY }],
      ["the key in the address", {}],
    ])("does not take %s", async (_, headers) => {
      const answer = await product.ask("GET", `/topics?api_key=${product.key}&x-api-key=${product.key}`, {
        key: null,
        headers,
      });
      expect(answer.status).toBe(401);
    });
  });

  describe("what a key is", () => {
    it.each([
      ["another prefix", "pk_TestKeyTestKeyTestKeyTestKeyTestKey"],
      ["no prefix", "TestKeyTestKeyTestKeyTestKeyTestKey"],
      ["the prefix alone", "apin_"],
      ["another letter's case", "apin_TESTKEYTESTKEYTESTKEYTESTKEYTESTKEY"],
      ["a letter more", "apin_TestKeyTestKeyTestKeyTestKeyTestKeyx"],
      ["a letter less", "apin_TestKeyTestKeyTestKeyTestKeyTestKe"],
      ["SQL", "apin_' or '1'='1"],
      ["Latin-1 letters", "apin_\u00e9\u00ff"],
      ["ten thousand letters", `apin_${"x".repeat(10_000)}`],
    ])("refuses a key with %s", async (what, key) => {
      const answer = await product.ask("GET", "/topics", { key, from: `10.1.0.${what.length}` });
      expect([answer.status, answer.json.code]).toEqual([401, "unauthorized"]);
      expect(answer.text).not.toContain(key.slice(5, 40) || "apin_");
    });
  });
});
