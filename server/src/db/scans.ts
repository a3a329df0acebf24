import { ACTIVE_SCAN_STATUSES } from "@answerscope/api";
import { sql } from "kysely";
import type { ScanStore, UnfinishedScan } from "../app/stores.ts";
import { storableJson } from "../domain/storable-text.ts";
import type { Db } from "./database.ts";

const COLUMNS = [
  "id",
  "status",
  "trigger",
  "engines",
  "simulated",
  "sampling",
  "total_queries",
  "completed_queries",
  "failed_queries",
  "topics_scanned",
  "score",
  "score_low",
  "score_high",
  "n_effective",
  "score_weights",
  "judge",
  "cost_usd",
  "failures",
  "error",
  "cancelled",
  "created_at",
  "started_at",
  "completed_at",
] as const;

export const scanStore = (db: Db): ScanStore => ({
  list: (brandId, { status }, limit) =>
    db
      .selectFrom("scans")
      .where("brand_id", "=", brandId)
      .$if(status !== undefined, (q) => q.where("status", "=", status as "pending"))
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .select(COLUMNS)
      .execute(),

  async get(brandId, id) {
    const row = await db
      .selectFrom("scans")
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .select(COLUMNS)
      .executeTakeFirst();
    return row ?? null;
  },

  async activeId(brandId) {
    const row = await db
      .selectFrom("scans")
      .where("brand_id", "=", brandId)
      .where("status", "in", ACTIVE_SCAN_STATUSES)
      .select("id")
      .executeTakeFirst();
    return row?.id ?? null;
  },

  async startedIn(brandId, month) {
    const row = await db
      .selectFrom("scan_months")
      .where("brand_id", "=", brandId)
      .where("month", "=", month)
      .select("started")
      .executeTakeFirst();
    return row?.started ?? 0;
  },

  async unfinished() {
    const rows = await db
      .selectFrom("scans as s")
      .where("s.status", "in", ACTIVE_SCAN_STATUSES)
      .orderBy("s.created_at")
      .select((eb) => [
        "s.brand_id as brandId",
        "s.id",
        "s.status",
        eb.fn
          .coalesce(
            eb
              .selectFrom("results as r")
              .whereRef("r.brand_id", "=", "s.brand_id")
              .whereRef("r.scan_id", "=", "s.id")
              .select((inner) => inner.fn.max("r.answered_at").as("at")),
            "s.started_at",
            "s.created_at",
          )
          .as("moved_at"),
      ])
      .execute();
    return rows as UnfinishedScan[];
  },

  ended: () =>
    db
      .selectFrom("scans")
      .where("status", "not in", ACTIVE_SCAN_STATUSES)
      .orderBy("completed_at")
      .orderBy("id")
      .select(["brand_id as brandId", "id"])
      .execute(),

  spending: (brandId, month) =>
    db
      .selectFrom("brands as b")
      .leftJoin("scan_months as m", (join) => join.onRef("m.brand_id", "=", "b.id").on("m.month", "=", month))
      .where("b.id", "=", brandId)
      .select([
        "b.monthly_budget_usd as limit_usd",
        (eb) => eb.fn.coalesce("m.cost_usd", sql<number>`0`).as("spent_usd"),
      ])
      .executeTakeFirstOrThrow(),

  async insert(brandId, scan) {
    const inserted = await db
      .insertInto("scans")
      .values({
        brand_id: brandId,
        ...scan,
        sampling: scan.sampling && JSON.stringify(scan.sampling),
        score_weights: JSON.stringify(scan.score_weights),
        judge: scan.judge && JSON.stringify(scan.judge),
        failures: JSON.stringify(scan.failures),
      })
      .onConflict((conflict) =>
        conflict.column("brand_id").where(sql<boolean>`status in ('pending', 'running')`).doNothing(),
      )
      .returning("id")
      .executeTakeFirst();
    if (!inserted) return false;
    await db
      .insertInto("scan_months")
      .values({ brand_id: brandId, month: scan.created_at.slice(0, 7), started: 1 })
      .onConflict((conflict) =>
        conflict.columns(["brand_id", "month"]).doUpdateSet((eb) => ({ started: eb("scan_months.started", "+", 1) })),
      )
      .execute();
    return true;
  },

  async markRunning(brandId, id, at) {
    await db
      .updateTable("scans")
      .set({ status: "running", started_at: at })
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .where("status", "=", "pending")
      .execute();
  },

  async setSampling(brandId, id, sampling) {
    await db
      .updateTable("scans")
      .set({ sampling: JSON.stringify(sampling) })
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .where("status", "in", ACTIVE_SCAN_STATUSES)
      .execute();
  },

  async end(brandId, id, { at, failures, ...end }) {
    const planned = db
      .selectFrom("results")
      .where("brand_id", "=", brandId)
      .where("scan_id", "=", id)
      .select(sql<number>`count(*)::int`.as("total"));
    const { numUpdatedRows } = await db
      .updateTable("scans")
      .set({ ...end, total_queries: planned, failures: storableJson(failures), completed_at: at })
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .where("status", "in", ACTIVE_SCAN_STATUSES)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  async delete(brandId, id) {
    const { numDeletedRows } = await db
      .deleteFrom("scans")
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .where("status", "not in", ACTIVE_SCAN_STATUSES)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  async completedBeside(brandId, { id, completed_at }, side) {
    const [than, order] = side === "before" ? (["<", "desc"] as const) : ([">", "asc"] as const);
    const row = await db
      .selectFrom("scans")
      .where("brand_id", "=", brandId)
      .where("status", "=", "completed")
      .where(sql<boolean>`(completed_at, id) ${sql.raw(than)} (${completed_at}::timestamptz, ${id}::uuid)`)
      .orderBy("completed_at", order)
      .orderBy("id", order)
      .limit(1)
      .select(["id", "completed_at"])
      .executeTakeFirst();
    return (row as { id: string; completed_at: string } | undefined) ?? null;
  },

  async setScore(brandId, id, score, weights) {
    await db
      .updateTable("scans")
      .set({ ...score, score_weights: JSON.stringify(weights) })
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .execute();
  },
});
