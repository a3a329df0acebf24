import { type RawBuilder, sql } from "kysely";
import type { AnalyticsStore, EngineTotals } from "../app/stores.ts";
import type { Db } from "./database.ts";

/** What is added up, in every table of sums. */
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

const CELL_SUMS = [...SUMS, "score_sq_sum"] as const;

const plusExcluded = (column: string) =>
  sql`${sql.ref(column)} = cell_rollups.${sql.ref(column)} + excluded.${sql.ref(column)}`;

const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** Adds answered rows, wherever they come from, to the cells they belong to: one prompt at one engine. */
export const addingToCells = (answered: RawBuilder<unknown>) => sql`
  insert into cell_rollups
    (brand_id, scan_id, prompt_id, engine, topic_id, funnel_stage, n, mentions, score_sum, score_sq_sum, position_sum,
      positive, neutral, negative, citations, recommended)
  select brand_id, scan_id, prompt_id, engine, topic_id, funnel_stage, count(*),
    count(*) filter (where topic_mentioned), sum(score), sum(score * score), coalesce(sum(mention_position), 0),
    count(*) filter (where sentiment = 'positive'),
    count(*) filter (where sentiment = 'neutral'),
    count(*) filter (where sentiment = 'negative'),
    sum(coalesce(cardinality(sources_cited), 0)),
    count(*) filter (where action_recommendation)
  from ${answered}
  group by brand_id, scan_id, prompt_id, engine, topic_id, funnel_stage
  on conflict (brand_id, scan_id, prompt_id, engine) do update set ${sql.join(CELL_SUMS.map(plusExcluded))}`;

const rollUpEngines = (db: Db, brandId: string, scanId: string) =>
  sql`
    insert into engine_rollups (brand_id, scan_id, engine, ${names(SUMS)})
    select brand_id, scan_id, engine, ${sql.join(SUMS.map((column) => sql`sum(${sql.ref(column)})`))}
    from cell_rollups
    where brand_id = ${brandId} and scan_id = ${scanId}
    group by brand_id, scan_id, engine`.execute(db);

/** Answer, then prompt, then stage, then topic: each level weighs its parts equally, and only measured parts count. */
const topicMeans = (prompts: RawBuilder<unknown>) => sql`
    select topic_id, sum(n) as n, sum(mentions) as mentions, avg(score) as overall,
      avg(score) filter (where funnel_stage = 'awareness') as awareness,
      avg(score) filter (where funnel_stage = 'evaluation') as evaluation,
      avg(score) filter (where funnel_stage = 'conversion') as conversion
    from (
      select topic_id, funnel_stage, sum(n) as n, sum(mentions) as mentions, avg(score) as score
      from (${prompts}) prompts
      group by topic_id, funnel_stage
    ) stages
    group by topic_id`;

const promptsInCells = (brandId: string, scanId: string) => sql`
        select topic_id, funnel_stage, prompt_id, sum(n) as n, sum(mentions) as mentions, sum(score_sum) / sum(n) as score
        from cell_rollups
        where brand_id = ${brandId} and scan_id = ${scanId}
        group by topic_id, funnel_stage, prompt_id`;

const promptsIf = (brandId: string, scanId: string, scores: { id: string; score: number }[]) => sql`
        select topic_id, funnel_stage, prompt_id, count(*) as n, 0 as mentions, avg(coalesce(s.score, r.score)) as score
        from results r
        left join json_to_recordset(${JSON.stringify(scores)}::json) as s (id uuid, score double precision) on s.id = r.id
        where r.brand_id = ${brandId} and r.scan_id = ${scanId} and r.state = 'answered'
        group by topic_id, funnel_stage, prompt_id`;

const rollUpTopics = (db: Db, brandId: string, scanId: string, scannedAt: string) =>
  sql`
    insert into topic_rollups
      (brand_id, topic_id, scan_id, scanned_at, n, mentions, overall, awareness, evaluation, conversion)
    select ${brandId}::uuid, topic_id, ${scanId}::uuid, ${scannedAt}::timestamptz, n, mentions, overall, awareness,
      evaluation, conversion
    from (${topicMeans(promptsInCells(brandId, scanId))}) topics`.execute(db);

/** Topics by their weights make the brand's score. */
async function brandScore(db: Db, brandId: string, topics: RawBuilder<unknown>): Promise<number | null> {
  const { rows } = await sql<{ score: number | null }>`
    select sum(m.overall * t.weight) / sum(t.weight) as score
    from ${topics} m join topics t on t.brand_id = ${brandId} and t.id = m.topic_id`.execute(db);
  return rows[0]?.score ?? null;
}

export const analyticsStore = (db: Db): Omit<AnalyticsStore, "situation"> => ({
  async rebuildCells(brandId, scanId) {
    await db.deleteFrom("cell_rollups").where("brand_id", "=", brandId).where("scan_id", "=", scanId).execute();
    const answered = sql`results where brand_id = ${brandId} and scan_id = ${scanId} and state = 'answered'`;
    await addingToCells(answered).execute(db);
  },

  async rollUp(brandId, scanId, scannedAt) {
    for (const table of ["engine_rollups", "topic_rollups"] as const) {
      await db.deleteFrom(table).where("brand_id", "=", brandId).where("scan_id", "=", scanId).execute();
    }
    await rollUpEngines(db, brandId, scanId);
    await rollUpTopics(db, brandId, scanId, scannedAt);
    const rolledUp = sql`(select * from topic_rollups where brand_id = ${brandId} and scan_id = ${scanId})`;
    return brandScore(db, brandId, rolledUp);
  },

  scoreIf: (brandId, scanId, scores) =>
    brandScore(db, brandId, sql`(${topicMeans(promptsIf(brandId, scanId, scores))})`),

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

  engineCells: (brandId, scanId) =>
    db
      .selectFrom("cell_rollups as c")
      .innerJoin("scans as s", (join) => join.onRef("s.brand_id", "=", "c.brand_id").onRef("s.id", "=", "c.scan_id"))
      .where("c.brand_id", "=", brandId)
      .where("s.status", "=", "completed")
      .$if(scanId !== undefined, (q) => q.where("c.scan_id", "=", scanId as string))
      .groupBy(["c.engine", "c.prompt_id"])
      .orderBy("c.engine")
      .orderBy("c.prompt_id")
      .select(["c.engine", "c.prompt_id as cell", sql<number>`sum(c.score_sum) / sum(c.n)`.as("score")])
      .execute(),

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
