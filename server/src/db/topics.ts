import { sql } from "kysely";
import type { TopicRecord, TopicStore } from "../app/stores.ts";
import type { Db } from "./database.ts";

/** Each topic beside the rollup of the latest completed scan that measured it. */
const withLatest = (db: Db, brandId: string) =>
  db
    .selectFrom("topics as t")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("topic_rollups as r")
          .whereRef("r.brand_id", "=", "t.brand_id")
          .whereRef("r.topic_id", "=", "t.id")
          .orderBy("r.scanned_at", "desc")
          .orderBy("r.scan_id", "desc")
          .limit(1)
          .selectAll("r")
          .as("latest"),
      (join) => join.onTrue(),
    )
    .where("t.brand_id", "=", brandId)
    .where("t.deleted_at", "is", null)
    .select([
      "t.id",
      "t.name",
      "t.brand",
      "t.category",
      "t.price",
      "t.currency",
      "t.url",
      "t.status",
      "latest.overall as visibility_score_overall",
      "latest.awareness as visibility_score_awareness",
      "latest.evaluation as visibility_score_evaluation",
      "latest.conversion as visibility_score_conversion",
      "latest.scanned_at as last_scanned_at",
      "t.created_at",
      "latest.low",
      "latest.high",
      "latest.n",
      "latest.n_effective",
    ]);

const live = (db: Db, brandId: string) =>
  db.selectFrom("topics").where("brand_id", "=", brandId).where("deleted_at", "is", null);

export const topicStore = (db: Db): TopicStore => ({
  async list(brandId, status, { limit, offset }) {
    const counted = live(db, brandId).$if(status !== "all", (q) => q.where("status", "=", status as "active"));
    const { total } = await counted.select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow();
    if (offset >= total) return { rows: [], total };
    const rows = await withLatest(db, brandId)
      .$if(status !== "all", (q) => q.where("t.status", "=", status as "active"))
      .orderBy("t.created_at")
      .orderBy("t.id")
      .limit(limit)
      .offset(offset)
      .execute();
    return { rows, total };
  },

  async get(brandId, id) {
    const row = await withLatest(db, brandId)
      .where("t.id", "=", id)
      .select([
        "t.description",
        "t.image_url",
        "t.updated_at",
        "t.aliases",
        "t.weight",
        "latest.scan_id as last_scan_id",
      ])
      .executeTakeFirst();
    return (row as TopicRecord | undefined) ?? null;
  },

  history: (brandId, id, since) =>
    db
      .selectFrom("topic_rollups")
      .where("brand_id", "=", brandId)
      .where("topic_id", "=", id)
      .where("scanned_at", ">=", since)
      .orderBy("scanned_at")
      .orderBy("scan_id")
      .select(["scan_id", "scanned_at", "overall", "awareness", "evaluation", "conversion", "n", "mentions"])
      .select(["low", "high", "n_effective"])
      .execute(),

  ofScan: (brandId, scanId) =>
    db
      .selectFrom("topics as t")
      .where("t.brand_id", "=", brandId)
      .where("t.id", "in", (eb) =>
        eb.selectFrom("results").where("brand_id", "=", brandId).where("scan_id", "=", scanId).select("topic_id"),
      )
      .orderBy("t.created_at")
      .orderBy("t.id")
      .select(["t.id", "t.name", "t.brand", "t.category", "t.description", "t.price", "t.currency", "t.url"])
      .select(["t.image_url", "t.status", "t.aliases", "t.weight", "t.created_at", "t.updated_at"])
      .execute(),

  async weights(brandId) {
    const rows = await db.selectFrom("topics").where("brand_id", "=", brandId).select(["id", "weight"]).execute();
    return new Map(rows.map(({ id, weight }) => [id, weight]));
  },

  async countActive(brandId) {
    const { total } = await live(db, brandId)
      .where("status", "=", "active")
      .select(sql<number>`count(*)::int`.as("total"))
      .executeTakeFirstOrThrow();
    return total;
  },

  async insert(brandId, topic) {
    await db
      .insertInto("topics")
      .values({ brand_id: brandId, ...topic, deleted_at: null })
      .execute();
  },

  async change(brandId, id, change, at) {
    const { numUpdatedRows } = await db
      .updateTable("topics")
      .set({ ...change, updated_at: at } as Partial<TopicRecord>)
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  async delete(brandId, id, at) {
    const { numUpdatedRows } = await db
      .updateTable("topics")
      .set({ deleted_at: at, updated_at: at })
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await db
      .updateTable("prompts")
      .set({ deleted_at: at, updated_at: at })
      .where("brand_id", "=", brandId)
      .where("topic_id", "=", id)
      .where("deleted_at", "is", null)
      .execute();
    await db.deleteFrom("recommendations").where("brand_id", "=", brandId).where("topic_id", "=", id).execute();
    return true;
  },
});
