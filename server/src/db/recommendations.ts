import { type Insertable, sql } from "kysely";
import type { RecommendationRecord, RecommendationStore } from "../app/stores.ts";
import type { Db } from "./database.ts";
import type { Schema } from "./schema.ts";

const COLUMNS = [
  "id",
  "topic_id",
  "scan_id",
  "funnel_stage",
  "type",
  "title",
  "description",
  "priority",
  "status",
  "impact_estimate",
  "evidence",
  "applied_at",
  "score_before",
  "score_after",
  "created_at",
  "updated_at",
  "dismissed_reason",
] as const;

const row = (recommendation: Partial<RecommendationRecord>) => ({
  ...recommendation,
  ...(recommendation.evidence === undefined ? {} : { evidence: JSON.stringify(recommendation.evidence) }),
});

const of = (db: Db, brandId: string) => db.selectFrom("recommendations").where("brand_id", "=", brandId);

export const recommendationStore = (db: Db): RecommendationStore => ({
  async list(brandId, { status, stage, topicId }, { limit, offset }) {
    const matching = of(db, brandId)
      .$if(status !== "all", (q) => q.where("status", "=", status as "pending"))
      .$if(stage !== undefined, (q) => q.where("funnel_stage", "=", stage as "awareness"))
      .$if(topicId !== undefined, (q) => q.where("topic_id", "=", topicId as string));
    const { total } = await matching.select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow();
    if (offset >= total) return { rows: [], total };
    const rows = await matching
      .orderBy(sql`case status when 'pending' then 0 when 'completed' then 1 else 2 end`)
      .orderBy(sql`case priority when 'high' then 0 when 'medium' then 1 when 'low' then 2 else 3 end`)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .offset(offset)
      .select(COLUMNS)
      .execute();
    return { rows, total };
  },

  async get(brandId, id) {
    return (await of(db, brandId).where("id", "=", id).select(COLUMNS).select("identity").executeTakeFirst()) ?? null;
  },

  all: (brandId) => of(db, brandId).orderBy("id").select(COLUMNS).select("identity").execute(),

  async insert(brandId, recommendations) {
    if (recommendations.length === 0) return;
    const rows = recommendations.map((one) => ({ brand_id: brandId, ...row(one) }));
    await db
      .insertInto("recommendations")
      .values(rows as Insertable<Schema["recommendations"]>[])
      .execute();
  },

  async change(brandId, id, change) {
    await db
      .updateTable("recommendations")
      .set(row(change) as Partial<Insertable<Schema["recommendations"]>>)
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .execute();
  },
});
