import { FUNNEL_STAGES } from "@answerscope/api";
import { sql } from "kysely";
import type { PromptStore } from "../app/stores.ts";
import type { Db } from "./database.ts";

const live = (db: Db, brandId: string) =>
  db.selectFrom("prompts as p").where("p.brand_id", "=", brandId).where("p.deleted_at", "is", null);

const withText = (db: Db, brandId: string) =>
  live(db, brandId)
    .innerJoin("prompt_versions as v", (join) =>
      join
        .onRef("v.brand_id", "=", "p.brand_id")
        .onRef("v.prompt_id", "=", "p.id")
        .onRef("v.version", "=", "p.version"),
    )
    .select([
      "p.id",
      "p.topic_id",
      "p.funnel_stage",
      "v.text",
      "p.version",
      "p.origin",
      "p.created_at",
      "p.updated_at",
    ]);

/** Result rows beside the words that were asked. */
export const withPrompt = (db: Db, brandId: string) =>
  db
    .selectFrom("results as r")
    .innerJoin("prompt_versions as v", (join) =>
      join
        .onRef("v.brand_id", "=", "r.brand_id")
        .onRef("v.prompt_id", "=", "r.prompt_id")
        .onRef("v.version", "=", "r.prompt_version"),
    )
    .where("r.brand_id", "=", brandId);

const STAGES = sql.join(FUNNEL_STAGES.map((stage) => sql.lit(stage)));

export const promptStore = (db: Db): PromptStore => ({
  async list(brandId, { topicId, stage }, { limit, offset }) {
    const { total } = await live(db, brandId)
      .$if(topicId !== undefined, (q) => q.where("p.topic_id", "=", topicId as string))
      .$if(stage !== undefined, (q) => q.where("p.funnel_stage", "=", stage as "awareness"))
      .select(sql<number>`count(*)::int`.as("total"))
      .executeTakeFirstOrThrow();
    if (offset >= total) return { rows: [], total };
    const rows = await withText(db, brandId)
      .$if(topicId !== undefined, (q) => q.where("p.topic_id", "=", topicId as string))
      .$if(stage !== undefined, (q) => q.where("p.funnel_stage", "=", stage as "awareness"))
      .orderBy("p.topic_id")
      .orderBy(sql`array_position(array[${STAGES}], p.funnel_stage)`)
      .orderBy("p.created_at")
      .orderBy("p.id")
      .limit(limit)
      .offset(offset)
      .execute();
    return { rows, total };
  },

  async get(brandId, id) {
    return (await withText(db, brandId).where("p.id", "=", id).executeTakeFirst()) ?? null;
  },

  async insert(brandId, prompts) {
    if (prompts.length === 0) return;
    await db
      .insertInto("prompts")
      .values(prompts.map(({ text: _, ...prompt }) => ({ brand_id: brandId, ...prompt, deleted_at: null })))
      .execute();
    await db
      .insertInto("prompt_versions")
      .values(
        prompts.map(({ id, version, text, created_at }) => ({
          brand_id: brandId,
          prompt_id: id,
          version,
          text,
          created_at,
        })),
      )
      .execute();
  },

  async reword(brandId, id, text, at) {
    const changed = await db
      .updateTable("prompts")
      .set((eb) => ({ version: eb("version", "+", 1), origin: "own", updated_at: at }))
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .returning("version")
      .executeTakeFirst();
    if (!changed) return false;
    await db
      .insertInto("prompt_versions")
      .values({ brand_id: brandId, prompt_id: id, version: changed.version, text, created_at: at })
      .execute();
    return true;
  },

  async delete(brandId, id, at) {
    const { numUpdatedRows } = await db
      .updateTable("prompts")
      .set({ deleted_at: at, updated_at: at })
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  panel: (brandId) =>
    live(db, brandId)
      .innerJoin("topics as t", (join) => join.onRef("t.brand_id", "=", "p.brand_id").onRef("t.id", "=", "p.topic_id"))
      .where("t.deleted_at", "is", null)
      .where("t.status", "=", "active")
      .orderBy("t.created_at")
      .orderBy("t.id")
      .orderBy("p.funnel_stage")
      .orderBy("p.created_at")
      .orderBy("p.id")
      .select(["p.topic_id as topicId", "p.id as promptId", "p.version", "p.funnel_stage as stage"])
      .execute(),
});
