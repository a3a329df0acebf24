import { sql } from "kysely";
import type { AnalyticsStore, EngineTotals } from "../app/stores.ts";
import type { Db } from "./database.ts";

/** Sums per engine over a scan's answered rows. */
const rollUpEngines = (db: Db, brandId: string, scanId: string) =>
  sql`
    insert into engine_rollups
      (brand_id, scan_id, engine, n, mentions, score_sum, position_sum, positive, neutral, negative, citations, recommended)
    select brand_id, scan_id, engine, count(*), count(*) filter (where topic_mentioned), sum(score),
      coalesce(sum(mention_position), 0),
      count(*) filter (where sentiment = 'positive'),
      count(*) filter (where sentiment = 'neutral'),
      count(*) filter (where sentiment = 'negative'),
      sum(coalesce(cardinality(sources_cited), 0)),
      count(*) filter (where action_recommendation)
    from results
    where brand_id = ${brandId} and scan_id = ${scanId} and state = 'answered'
    group by brand_id, scan_id, engine`.execute(db);

/** Answer, then prompt, then stage, then topic: each level weighs its parts equally, and only measured parts count. */
const rollUpTopics = (db: Db, brandId: string, scanId: string, scannedAt: string) =>
  sql`
    insert into topic_rollups
      (brand_id, topic_id, scan_id, scanned_at, n, mentions, overall, awareness, evaluation, conversion)
    select ${brandId}::uuid, topic_id, ${scanId}::uuid, ${scannedAt}::timestamptz, sum(n), sum(mentions), avg(score),
      avg(score) filter (where funnel_stage = 'awareness'),
      avg(score) filter (where funnel_stage = 'evaluation'),
      avg(score) filter (where funnel_stage = 'conversion')
    from (
      select topic_id, funnel_stage, sum(n) as n, sum(mentions) as mentions, avg(score) as score
      from (
        select topic_id, funnel_stage, prompt_id, count(*) as n, count(*) filter (where topic_mentioned) as mentions,
          avg(score) as score
        from results
        where brand_id = ${brandId} and scan_id = ${scanId} and state = 'answered'
        group by topic_id, funnel_stage, prompt_id
      ) prompts
      group by topic_id, funnel_stage
    ) stages
    group by topic_id`.execute(db);

const SUMS = [
  "n",
  "mentions",
  "score_sum",
  "position_sum",
  "positive",
  "neutral",
  "negative",
  "citations",
  "recommended",
] as const;

export const analyticsStore = (db: Db): Omit<AnalyticsStore, "situation"> => ({
  async rollUp(brandId, scanId, scannedAt) {
    await rollUpEngines(db, brandId, scanId);
    await rollUpTopics(db, brandId, scanId, scannedAt);
    const { rows } = await sql<{ score: number | null }>`
      select sum(r.overall * t.weight) / sum(t.weight) as score
      from topic_rollups r join topics t on t.brand_id = r.brand_id and t.id = r.topic_id
      where r.brand_id = ${brandId} and r.scan_id = ${scanId}`.execute(db);
    return rows[0]?.score ?? null;
  },

  engineTotals: (brandId, scanId) =>
    db
      .selectFrom("engine_rollups")
      .where("brand_id", "=", brandId)
      .$if(scanId !== undefined, (q) => q.where("scan_id", "=", scanId as string))
      .groupBy("engine")
      .orderBy("engine")
      .select("engine")
      .select(SUMS.map((column) => sql<number>`sum(${sql.ref(column)})::double precision`.as(column)))
      .execute() as Promise<EngineTotals[]>,

  async engineCells(brandId, scanId) {
    return db
      .selectFrom("results as r")
      .innerJoin("scans as s", (join) => join.onRef("s.brand_id", "=", "r.brand_id").onRef("s.id", "=", "r.scan_id"))
      .where("r.brand_id", "=", brandId)
      .where("s.status", "=", "completed")
      .where("r.state", "=", "answered")
      .$if(scanId !== undefined, (q) => q.where("r.scan_id", "=", scanId as string))
      .groupBy(["r.engine", "r.prompt_id"])
      .orderBy("r.engine")
      .orderBy("r.prompt_id")
      .select(["r.engine", "r.prompt_id as cell", sql<number>`avg(r.score)`.as("score")])
      .execute();
  },

  async brandScores(brandId) {
    const rows = await db
      .selectFrom("scans")
      .where("brand_id", "=", brandId)
      .where("status", "=", "completed")
      .where("score", "is not", null)
      .orderBy("completed_at")
      .orderBy("id")
      .select(["completed_at as at", "score"])
      .execute();
    return rows as { at: string; score: number }[];
  },

  topicScores: (brandId) =>
    db
      .selectFrom("topic_rollups as r")
      .innerJoin("topics as t", (join) => join.onRef("t.brand_id", "=", "r.brand_id").onRef("t.id", "=", "r.topic_id"))
      .where("r.brand_id", "=", brandId)
      .where("t.status", "=", "active")
      .where("t.deleted_at", "is", null)
      .orderBy("t.created_at")
      .orderBy("t.id")
      .orderBy("r.scanned_at")
      .orderBy("r.scan_id")
      .select(["t.id", "t.name", "t.weight", "r.scanned_at as at", "r.overall as score"])
      .execute(),
});
