import { type Insertable, sql } from "kysely";
import type { BrandRecord, BrandStore, PlanStore } from "../app/stores.ts";
import type { Db } from "./database.ts";
import type { Schema } from "./schema.ts";

const JSON_COLUMNS = ["competitors", "schedule", "sampling", "score_weights", "judge"] as const;

/** The change as columns: jsonb goes in as text. */
function columns(change: Partial<Omit<BrandRecord, "accountId">>): Partial<Insertable<Schema["brands"]>> {
  const row: Record<string, unknown> = { ...change };
  for (const name of JSON_COLUMNS) {
    if (row[name] !== undefined && row[name] !== null) row[name] = JSON.stringify(row[name]);
  }
  return row;
}

const oldest = (db: Db) => db.selectFrom("brands").orderBy("created_at").orderBy("id").limit(1).select("id");

export const brandStore = (db: Db): BrandStore => ({
  async get(brandId) {
    const { account_id, ...brand } = await db
      .selectFrom("brands")
      .where("id", "=", brandId)
      .select([
        "id",
        "account_id",
        "name",
        "domain",
        "aliases",
        "competitors",
        "engines",
        "schedule",
        "sampling",
        "country",
        "language",
        "demo",
        "next_scan_at",
        "monthly_budget_usd",
        "score_weights",
        "judge",
        "created_at",
        "updated_at",
      ])
      .executeTakeFirstOrThrow();
    return { ...brand, accountId: account_id };
  },

  async change(brandId, change, at) {
    await db
      .updateTable("brands")
      .set({ ...columns(change as Partial<BrandRecord>), updated_at: at })
      .where("id", "=", brandId)
      .execute();
  },

  async insert({ accountId, ...brand }) {
    await db
      .insertInto("brands")
      .values({ account_id: accountId, ...columns(brand) } as Insertable<Schema["brands"]>)
      .execute();
  },

  async insertAccount({ id, name, at }) {
    await db.insertInto("accounts").values({ id, name, created_at: at }).execute();
  },

  async first() {
    const row = await oldest(db).executeTakeFirst();
    return row ?? null;
  },

  async demo() {
    const row = await oldest(db).where("demo", "=", true).executeTakeFirst();
    return row ?? null;
  },

  async delete(brandId) {
    const { numDeletedRows } = await db
      .deleteFrom("brands")
      .where("id", "=", brandId)
      .where((eb) => eb.exists(eb.selectFrom("brands as other").select("other.id").where("other.id", "<>", brandId)))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  async due(at) {
    const rows = await db
      .selectFrom("brands")
      .where("next_scan_at", "<=", at)
      .orderBy("next_scan_at")
      .limit(100)
      .select("id")
      .execute();
    return rows.map(({ id }) => id);
  },

  async setNextScan(brandId, at) {
    await db.updateTable("brands").set({ next_scan_at: at }).where("id", "=", brandId).execute();
  },

  async lockFirstStart() {
    // Any number that nothing else in this database locks on.
    await sql`select pg_advisory_xact_lock(7203411)`.execute(db);
  },
});

export const planStore = (db: Db): PlanStore => ({
  limitsOf: (brandId) =>
    db
      .selectFrom("brands as b")
      .innerJoin("accounts as a", "a.id", "b.account_id")
      .innerJoin("plans as p", "p.id", "a.plan_id")
      .where("b.id", "=", brandId)
      .select(["p.scans_per_month", "p.topics", "p.engines", "p.queries_per_scan"])
      .executeTakeFirstOrThrow(),
});
