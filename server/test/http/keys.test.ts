import { createHash } from "node:crypto";
import { type ApiKey, type ApiKeyCreated, SCOPES, type Scope } from "@answerscope/api";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";

const BAD_BODIES: [what: string, body: unknown, names: string][] = [
  ["no name", { scopes: ["read"] }, "name"],
  ["an empty name", { name: " ", scopes: ["read"] }, "name"],
  ["a name with NUL", { name: "a\u0000", scopes: ["read"] }, "name"],
  ["no scopes", { name: "a" }, "scopes"],
  ["an empty list of scopes", { name: "a", scopes: [] }, "scopes"],
  ["an unknown scope", { name: "a", scopes: ["owner"] }, "scopes"],
  ["scopes that are a text", { name: "a", scopes: "read" }, "scopes"],
  ["an expiry in the past", { name: "a", scopes: ["read"], expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
  ["an expiry without a time", { name: "a", scopes: ["read"], expires_at: "2999-01-01" }, "expires_at"],
  ["an expiry on a day that is not", { name: "a", scopes: ["read"], expires_at: "2999-02-30T00:00:00Z" }, "expires_at"],
  ["an expiry without a zone", { name: "a", scopes: ["read"], expires_at: "2999-01-01T00:00:00" }, "expires_at"],
  ["an expiry that is a number", { name: "a", scopes: ["read"], expires_at: 4102444800 }, "expires_at"],
  ["an unknown response_form", { name: "a", scopes: ["read"], response_form: "c" }, "response_form"],
  ["a key of the caller's own choice", { name: "a", scopes: ["read"], key: "apin_mine" }, "key"],
  ["a list", [], "body"],
];

describe.each(KINDS)("keys on %s", (kind) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
  });
  afterAll(() => product.close());

  const create = (fields: object = {}) =>
    product.data<ApiKeyCreated>("POST", "/keys", { body: { name: "test", scopes: ["read"], ...fields } });
  const list = () => product.data<ApiKey[]>("GET", "/keys");
  const statusOf = async (key: string, method = "GET", address = "/topics?limit=1") =>
    (await product.ask(method, address, { key })).status;

  describe("POST /keys: 201", () => {
    it("gives a new key of at least 160 random bits, which works at once", async () => {
      const made = await create({ name: "  Reporting 📈 " });
      expect(made.key).toMatch(/^apin_[0-9a-f]{40,}$/);
      expect(made).toMatchObject({
        name: "Reporting 📈",
        scopes: ["read"],
        response_form: "a",
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
      });
      expect(made.key.startsWith(made.prefix)).toBe(true);
      expect(made.key.length - made.prefix.length).toBeGreaterThanOrEqual(40);
      expect(await statusOf(made.key)).toBe(200);
      expect((await create()).key).not.toBe(made.key);
    });

    it.each(SCOPES.map((scope) => [scope]))("enforces the scope %s, and only that one", async (scope: Scope) => {
      const { key } = await create({ scopes: [scope] });
      expect(await statusOf(key, "GET", "/topics")).toBe(scope === "read" ? 200 : 403);
      expect(await statusOf(key, "DELETE", `/topics/${UNUSED_ID}`)).toBe(scope === "write" ? 404 : 403);
      expect(await statusOf(key, "GET", "/keys")).toBe(scope === "admin" ? 200 : 403);
    });

    it("keeps each scope once, in one order", async () => {
      expect((await create({ scopes: ["admin", "read", "admin"] })).scopes).toEqual(["read", "admin"]);
    });

    it("takes an expiry in any zone and shows it in UTC", async () => {
      const made = await create({ expires_at: "2999-01-01T02:00:00.5+02:00" });
      expect(made.expires_at).toBe("2999-01-01T00:00:00.500Z");
      expect(await statusOf(made.key)).toBe(200);
      expect((await create({ expires_at: null })).expires_at).toBeNull();
    });

    it("stores only a SHA-256 of the key and a short prefix, nowhere the key itself", async () => {
      const { id, key, prefix } = await create();
      const { db } = product.product.database;
      const stored = await db.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      expect(stored).toMatchObject({ hash: createHash("sha256").update(key).digest("hex"), prefix });
      const tables = await sql<{ name: string }>`
        select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(db);
      expect(tables.rows.length).toBeGreaterThan(10);
      const secret = key.slice(prefix.length);
      for (const { name } of tables.rows) {
        const holds = sql<object>`select 1 from ${sql.raw(name)} t where t::text like ${`%${secret}%`} limit 1`;
        expect((await holds.execute(db)).rows, name).toEqual([]);
      }
    });
  });

  describe("POST /keys: 400", () => {
    it.each(BAD_BODIES)("refuses %s and names what is wrong", async (_, body, names) => {
      const before = await list();
      const answer = await product.ask("POST", "/keys", { body });
      expect(answer.status).toBe(400);
      expect(answer.json.error).toContain(names);
      expect((await list()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    });

    it("refuses an expiry at the very edge of what a date can be, rather than failing", async () => {
      for (const expires_at of ["9999-12-31T23:59:59-14:00", "0000-01-01T00:00:00+14:00", "2999-12-31T24:00:00Z"]) {
        const answer = await product.ask("POST", "/keys", { body: { name: "a", scopes: ["read"], expires_at } });
        expect(answer.status, expires_at).toBe(400);
      }
    });
  });

  describe("GET /keys: 200", () => {
    it("lists the brand's keys, newest first, and never a key or its hash", async () => {
      const made = [await create(), await create()];
      const { status, text, json } = await product.ask("GET", "/keys");
      expect(status).toBe(200);
      const keys = json.data as unknown as ApiKey[];
      expect(keys.slice(0, 2).map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse());
      for (const { key } of [...made, { key: product.key }]) {
        expect(text).not.toContain(key);
        expect(text).not.toContain(createHash("sha256").update(key).digest("hex"));
      }
      const fields = ["id", "name", "prefix", "scopes", "response_form", "expires_at", "revoked_at"];
      for (const one of keys) expect(Object.keys(one)).toEqual([...fields, "last_used_at", "created_at"]);
    });

    it("shows when a key was last used, to the minute", async () => {
      const { id, key } = await create();
      const seen = async () => (await list()).find((one) => one.id === id)?.last_used_at;
      expect(await seen()).toBeNull();
      const from = new Date().toISOString();
      await statusOf(key);
      const used = (await seen()) as string;
      expect(used >= from && used <= new Date().toISOString()).toBe(true);
      await statusOf(key);
      expect(await seen()).toBe(used);
    });

    it("lists no key of another brand", async () => {
      const other = await product.makeBrand();
      const theirs = await product.data<ApiKey[]>("GET", "/keys", { key: other.key });
      expect(theirs).toHaveLength(1);
      expect((await list()).map(({ id }) => id)).not.toContain(theirs[0]?.id);
    });
  });

  describe("DELETE /keys/{id}: 204", () => {
    it("revokes the key at once and keeps it in the list as revoked", async () => {
      const { id, key } = await create({ scopes: ["read", "write"] });
      expect(await statusOf(key)).toBe(200);
      const answer = await product.ask("DELETE", `/keys/${id}`);
      expect([answer.status, answer.text]).toEqual([204, ""]);
      const refused = await product.ask("GET", "/topics", { key });
      expect([refused.status, refused.json.code]).toEqual([401, "unauthorized"]);
      const revoked = (await list()).find((one) => one.id === id);
      expect(revoked?.revoked_at).not.toBeNull();
      expect((await product.ask("DELETE", `/keys/${id}`)).status).toBe(204);
      expect((await list()).find((one) => one.id === id)).toEqual(revoked);
    });

    it("lets a key revoke itself", async () => {
      const { id, key } = await create({ scopes: ["admin"] });
      expect(await statusOf(key, "DELETE", `/keys/${id}`)).toBe(204);
      expect(await statusOf(key, "GET", "/keys")).toBe(401);
    });
  });

  describe("DELETE /keys/{id}: 404", () => {
    it("knows neither an unused nor a malformed id, nor another brand's key, which goes on working", async () => {
      const other = await product.makeBrand();
      const [theirs] = await product.data<ApiKey[]>("GET", "/keys", { key: other.key });
      const unused = await product.ask("DELETE", `/keys/${UNUSED_ID}`);
      expect(unused.json).toEqual({ error: "There is no key with this id.", code: "not_found" });
      for (const id of ["first", theirs?.id]) {
        const answer = await product.ask("DELETE", `/keys/${id}`);
        expect([answer.status, answer.text]).toEqual([404, unused.text]);
      }
      expect(await statusOf(other.key)).toBe(200);
    });
  });

  describe("expiry", () => {
    it("refuses a key from the moment it expires", async () => {
      const gone = await product.insertKey({ expires_at: new Date(Date.now() - 1).toISOString() });
      const alive = await product.insertKey({ expires_at: new Date(Date.now() + 60_000).toISOString() });
      expect(await statusOf(gone.key)).toBe(401);
      expect(await statusOf(alive.key)).toBe(200);
    });
  });
});
