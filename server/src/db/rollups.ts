import { type RawBuilder, sql } from "kysely";
import type { AnalyticsStore, EnginePrompt, EngineTotals } from "../app/stores.ts";
import type { MeasuredCell } from "../domain/measure-panel.ts";
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
const ALL_TIME_SUMS = ["n", "mentions", "score_sum", "score_sq_sum"] as const;

const adding = (table: string, columns: readonly string[]) =>
  sql.join(
    columns.map(
      (column) => sql`${sql.ref(column)} = ${sql.table(table)}.${sql.ref(column)} + excluded.${sql.ref(column)}`,
    ),
  );

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
  on conflict (brand_id, scan_id, prompt_id, engine) do update set ${adding("cell_rollups", CELL_SUMS)}`;

const rollUpEngines = (db: Db, brandId: string, scanId: string) =>
  sql`
    insert into engine_rollups (brand_id, scan_id, engine, ${names(SUMS)})
    select brand_id, scan_id, engine, ${sql.join(SUMS.map((column) => sql`sum(${sql.ref(column)})`))}
    from cell_rollups
    where brand_id = ${brandId} and scan_id = ${scanId}
    group by brand_id, scan_id, engine`.execute(db);

/** What each prompt brought at each engine over all completed scans; a scan is added to it, or taken from it. */
const intoAllTime = (db: Db, brandId: string, scanId: string, sign: 1 | -1) => {
  const signed = ALL_TIME_SUMS.map((column) => sql`${sql.lit(sign)} * ${sql.ref(column)}`);
  return sql`
    insert into prompt_rollups (brand_id, prompt_id, engine, ${names(ALL_TIME_SUMS)})
    select brand_id, prompt_id, engine, ${sql.join(signed)}
    from cell_rollups where brand_id = ${brandId} and scan_id = ${scanId}
    on conflict (brand_id, prompt_id, engine) do update set ${adding("prompt_rollups", ALL_TIME_SUMS)}`.execute(db);
};

const isRolledUp = async (db: Db, brandId: string, scanId: string): Promise<boolean> => {
  const row = await db
    .selectFrom("engine_rollups")
    .where("brand_id", "=", brandId)
    .where("scan_id", "=", scanId)
    .select("engine")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** A row of cell_rollups, as the statistics take it. */
export const PANEL = sql`
  prompt_id as "promptId", topic_id as "topicId", funnel_stage as stage, engine, n, mentions, score_sum as sum,
  score_sq_sum as "sumSquares"`;

export const analyticsStore = (db: Db): Omit<AnalyticsStore, "situation"> => ({
  async rebuildCells(brandId, scanId) {
    const isCounted = await isRolledUp(db, brandId, scanId);
    if (isCounted) await intoAllTime(db, brandId, scanId, -1);
    await db.deleteFrom("cell_rollups").where("brand_id", "=", brandId).where("scan_id", "=", scanId).execute();
    const answered = sql`results where brand_id = ${brandId} and scan_id = ${scanId} and state = 'answered'`;
    await addingToCells(answered).execute(db);
    if (isCounted) await intoAllTime(db, brandId, scanId, 1);
  },

  async panel(brandId, scanId) {
    const { rows } = await sql<MeasuredCell>`
      select ${PANEL} from cell_rollups where brand_id = ${brandId} and scan_id = ${scanId}
      order by topic_id, funnel_stage, prompt_id, engine`.execute(db);
    return rows;
  },

  async panelIf(brandId, scanId, scores) {
    const { rows } = await sql<MeasuredCell>`
      select ${PANEL} from (
        select r.prompt_id, r.topic_id, r.funnel_stage, r.engine, count(*)::int as n,
          (count(*) filter (where r.topic_mentioned))::int as mentions, sum(coalesce(s.score, r.score)) as score_sum,
          sum(coalesce(s.score, r.score) ^ 2) as score_sq_sum
        from results r
        left join json_to_recordset(${JSON.stringify(scores)}::json) as s (id uuid, score double precision) on s.id = r.id
        where r.brand_id = ${brandId} and r.scan_id = ${scanId} and r.state = 'answered'
        group by r.prompt_id, r.topic_id, r.funnel_stage, r.engine
      ) cells
      order by topic_id, funnel_stage, prompt_id, engine`.execute(db);
    return rows;
  },

  async rollUp(brandId, scanId, scannedAt, topics) {
    if (!(await isRolledUp(db, brandId, scanId))) await intoAllTime(db, brandId, scanId, 1);
    for (const table of ["engine_rollups", "topic_rollups"] as const) {
      await db.deleteFrom(table).where("brand_id", "=", brandId).where("scan_id", "=", scanId).execute();
    }
    await rollUpEngines(db, brandId, scanId);
    if (topics.length === 0) return;
    await db
      .insertInto("topic_rollups")
      .values(
        topics.map(({ topicId, n, mentions, overall, stages }) => ({
          ...{ brand_id: brandId, topic_id: topicId, scan_id: scanId, scanned_at: scannedAt, n, mentions },
          ...{ overall: overall.value, low: overall.low, high: overall.high, n_effective: overall.nEffective },
          awareness: stages.awareness ?? null,
          evaluation: stages.evaluation ?? null,
          conversion: stages.conversion ?? null,
        })),
      )
      .execute();
  },

  async rebuildAllTime(brandId) {
    await db.deleteFrom("prompt_rollups").where("brand_id", "=", brandId).execute();
    await sql`
      insert into prompt_rollups (brand_id, prompt_id, engine, ${names(ALL_TIME_SUMS)})
      select c.brand_id, c.prompt_id, c.engine, ${sql.join(ALL_TIME_SUMS.map((column) => sql`sum(c.${sql.ref(column)})`))}
      from cell_rollups c join scans s on s.brand_id = c.brand_id and s.id = c.scan_id
      where c.brand_id = ${brandId} and s.status = 'completed'
      group by c.brand_id, c.prompt_id, c.engine`.execute(db);
  },

  async forgetScan(brandId, scanId) {
    if (await isRolledUp(db, brandId, scanId)) await intoAllTime(db, brandId, scanId, -1);
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

  async enginePrompts(brandId, scanId) {
    const table = scanId === undefined ? sql`prompt_rollups` : sql`cell_rollups`;
    const ofScan = scanId === undefined ? sql`` : sql`and scan_id = ${scanId}`;
    const { rows } = await sql<EnginePrompt>`
      select engine, prompt_id as "promptId", n, mentions, score_sum as sum, score_sq_sum as "sumSquares"
      from ${table} where brand_id = ${brandId} and n > 0 ${ofScan}
      order by engine, prompt_id`.execute(db);
    return rows;
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
