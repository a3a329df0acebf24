import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { authenticate, createKey, hashKey, revokeKey } from "../../src/app/api-keys.ts";
import { firstStart } from "../../src/app/first-start.ts";
import type { EngineDirectory } from "../../src/app/ports.ts";
import { copyDatabase, KINDS } from "../setup/databases.ts";
import { firstBrandId, type OpenDeps, openDeps, openOn, simulatedOnly } from "../setup/open-deps.ts";

const SECRET = `apin_${"Boot5trap".repeat(4)}`;
const quiet = () => undefined;
const NOTHING_NEW = { newKey: null, bootstrapRevoked: false };

async function rowCounts(db: OpenDeps["database"]["db"]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const tables = await db.introspection.getTables();
  for (const { name } of tables.filter((table) => !["plans", "rate_limits"].includes(table.name))) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
    counts[name] = rows[0]?.n ?? -1;
  }
  return counts;
}

/** Engines that break down in the middle of a demo. */
function failingAt(question: number): EngineDirectory {
  const real = simulatedOnly();
  let asked = 0;
  return {
    ...real,
    simulate: async (...given) => {
      asked += 1;
      if (asked === question) throw new Error(`question ${question} broke`);
      return real.simulate(...given);
    },
  };
}

describe.each(KINDS)("firstStart on an empty database of %s", (kind) => {
  let opened: OpenDeps;
  beforeAll(async () => {
    opened = await openDeps(kind, { content: "empty" });
  });
  afterAll(() => opened.close());

  it("leaves nothing when the demo breaks half-way", async () => {
    const broken = { ...opened.deps, engines: failingAt(1000) };
    await expect(firstStart(broken, { demo: true, bootstrapKey: SECRET }, quiet)).rejects.toThrow("broke");
    expect(new Set(Object.values(await rowCounts(opened.database.db)))).toEqual(new Set([0]));
  });

  it("makes a brand and a key without the demo, and nothing more when it is started again", async () => {
    const { deps, database } = opened;
    const { newKey, bootstrapRevoked } = await firstStart(deps, { demo: false, bootstrapKey: undefined }, quiet);
    expect(newKey).toMatch(/^apin_[A-Za-z0-9]{32,}$/);
    expect(bootstrapRevoked).toBe(false);
    const counts = await rowCounts(database.db);
    const { accounts, brands, api_keys, ...others } = counts;
    expect([accounts, brands, api_keys]).toEqual([1, 1, 1]);
    expect(new Set(Object.values(others))).toEqual(new Set([0]));
    const brandId = await firstBrandId(deps);
    const caller = await authenticate(deps, newKey as string);
    expect(caller).toMatchObject({ brandId, scopes: ["read", "write", "admin"], form: "a" });
    expect(await deps.stores.brands.get(brandId)).toMatchObject({ demo: false, engines: null });
    const { rows } = await sql`select * from api_keys`.execute(database.db);
    expect(JSON.stringify(rows)).not.toContain(newKey);

    expect(await firstStart(deps, { demo: true, bootstrapKey: undefined }, quiet)).toEqual(NOTHING_NEW);
    expect(await rowCounts(database.db)).toEqual(counts);
  });
});

describe.each(KINDS)("firstStart on a database of %s that was started before", (kind) => {
  let opened: OpenDeps;
  let brandId: string;
  beforeAll(async () => {
    opened = await openDeps(kind);
    brandId = await firstBrandId(opened.deps);
  });
  afterAll(() => opened.close());

  it("makes nothing, and gives no key", async () => {
    const before = await rowCounts(opened.database.db);
    expect(await firstStart(opened.deps, { demo: true, bootstrapKey: undefined }, quiet)).toEqual(NOTHING_NEW);
    expect(await rowCounts(opened.database.db)).toEqual(before);
  });

  it("adds a bootstrap key that is new to it, once, and leaves the others", async () => {
    const { deps } = opened;
    const before = await deps.stores.keys.list(brandId);
    expect(await authenticate(deps, SECRET)).toBeNull();
    expect(await firstStart(deps, { demo: true, bootstrapKey: SECRET }, quiet)).toEqual(NOTHING_NEW);
    expect(await firstStart(deps, { demo: true, bootstrapKey: SECRET }, quiet)).toEqual(NOTHING_NEW);
    expect(await authenticate(deps, SECRET)).toMatchObject({ brandId, scopes: ["read", "write", "admin"] });
    expect(await authenticate(deps, inject("key"))).toMatchObject({ brandId });
    expect(await deps.stores.keys.list(brandId)).toHaveLength(before.length + 1);
  });

  it("leaves a revoked bootstrap key revoked, and says so", async () => {
    const { deps } = opened;
    const bootstrapKey = `apin_${"Revoked1".repeat(5)}`;
    await firstStart(deps, { demo: true, bootstrapKey }, quiet);
    const known = await deps.stores.keys.byHash(hashKey(bootstrapKey));
    await revokeKey(deps, brandId, known?.id ?? "");
    const started = await firstStart(deps, { demo: true, bootstrapKey }, quiet);
    expect(started).toEqual({ newKey: null, bootstrapRevoked: true });
    expect(await authenticate(deps, bootstrapKey)).toBeNull();
  });

  it("a key works until it expires, and a wrong one never", async () => {
    const { deps } = opened;
    const fields = { name: "short", scopes: ["read" as const], response_form: "b" as const };
    const { key } = await createKey(deps, brandId, { ...fields, expires_at: "2999-01-01T00:00:00Z" });
    expect(await authenticate(deps, key)).toMatchObject({ brandId, scopes: ["read"], form: "b" });
    expect(await authenticate({ ...deps, now: () => "2999-01-01T00:00:00.000Z" }, key)).toBeNull();
    expect(await authenticate(deps, `${key}0`)).toBeNull();
    expect(await authenticate(deps, "")).toBeNull();
  });
});

describe("several processes that start at once on one PostgreSQL", () => {
  async function startAll(content: "demo" | "empty", bootstrapKeys: (string | undefined)[]) {
    const copy = await copyDatabase("postgres", content);
    const processes = await Promise.all(bootstrapKeys.map(() => openOn(copy)));
    try {
      const started = await Promise.all(
        processes.map(({ deps }, index) =>
          firstStart(deps, { demo: false, bootstrapKey: bootstrapKeys[index] }, quiet),
        ),
      );
      const [first] = processes as [OpenDeps];
      const accepted = await Promise.all(bootstrapKeys.map((key) => authenticate(first.deps, key ?? "")));
      return { started, counts: await rowCounts(first.database.db), accepted };
    } finally {
      await Promise.all(processes.map(({ close }) => close()));
      await copy.drop();
    }
  }

  it("make one brand, and one of them gives the key", async () => {
    const { started, counts } = await startAll("empty", Array(6).fill(undefined));
    expect(counts).toMatchObject({ accounts: 1, brands: 1, api_keys: 1 });
    expect(started.filter(({ newKey }) => newKey !== null)).toHaveLength(1);
  });

  it("each get the bootstrap key that they were given", async () => {
    const keys = ["a", "b", "c", "d"].map((letter) => `apin_${letter.repeat(40)}`);
    const { counts, accepted } = await startAll("empty", keys);
    expect(counts).toMatchObject({ brands: 1, api_keys: 4 });
    expect(accepted).not.toContain(null);
  });

  it("store a bootstrap key that is new to all of them once", async () => {
    const { counts, accepted } = await startAll("demo", Array(6).fill(SECRET));
    expect(counts).toMatchObject({ brands: 1, api_keys: 2 });
    expect(accepted).not.toContain(null);
  });
});
