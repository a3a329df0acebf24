import type { EngineId } from "@answerscope/api";
import { sql } from "kysely";
import type { PlannedQuery, ResultRecord, ResultStore } from "../app/stores.ts";
import { answersOf, recentUse, recorded } from "./answers.ts";
import type { Db } from "./database.ts";
import { withPrompt } from "./prompts.ts";
import { readings, reread } from "./second-readings.ts";
import { storeAnswers } from "./store-answers.ts";

// Rows go in as one JSON parameter a statement: thousands of single parameters take longer to bind than to store.

const planned = ({ id, topicId, promptId, promptVersion, engine, stage, sample }: PlannedQuery) => {
  return { id, topicId, promptId, promptVersion, engine, stage, sample };
};

const insertPlanned = (db: Db, brandId: string, scanId: string, queries: PlannedQuery[]) =>
  sql`
    insert into results
      (brand_id, scan_id, id, topic_id, prompt_id, prompt_version, engine, funnel_stage, sample, state)
    select ${brandId}::uuid, ${scanId}::uuid, id, "topicId", "promptId", "promptVersion", engine, stage, sample, 'waiting'
    from jsonb_to_recordset(${JSON.stringify(queries.map(planned))}::jsonb) as q (
      id uuid, "topicId" uuid, "promptId" uuid, "promptVersion" integer, engine text, stage text, sample integer
    )`.execute(db);

/** Fails the rows of a scan that are still waiting and that `which` picks, and counts them. */
async function failRows(
  db: Db,
  brandId: string,
  scanId: string,
  which: { ids: string[] } | { engine: EngineId },
  failure: { reason: string; at: string },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("results")
    .set({ state: "failed", failure: failure.reason, answered_at: failure.at })
    .where("brand_id", "=", brandId)
    .where("scan_id", "=", scanId)
    .where((eb) => ("ids" in which ? eb("id", "in", which.ids) : eb("engine", "=", which.engine)))
    .where("state", "=", "waiting")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await db
    .updateTable("scans")
    .set((eb) => ({ failed_queries: eb("failed_queries", "+", Number(numUpdatedRows)) }))
    .where("brand_id", "=", brandId)
    .where("id", "=", scanId)
    .execute();
}

export const resultStore = (db: Db): ResultStore => ({
  panel: (brandId, scanId, engine) =>
    db
      .selectFrom("results")
      .where("brand_id", "=", brandId)
      .where("scan_id", "=", scanId)
      .where("engine", "=", engine)
      .where("sample", "=", 1)
      .orderBy("id")
      .select(["topic_id as topicId", "prompt_id as promptId", "prompt_version as version", "funnel_stage as stage"])
      .execute(),

  async answering(brandId, scanId, sample) {
    const rows = await db
      .selectFrom("results")
      .where("brand_id", "=", brandId)
      .where("scan_id", "=", scanId)
      .where("sample", "=", sample)
      .where("state", "=", "answered")
      .groupBy("engine")
      .orderBy("engine")
      .select("engine")
      .execute();
    return rows.map(({ engine }) => engine);
  },

  async ofScan(brandId, scanId, topicId) {
    const rows = await withPrompt(db, brandId)
      .innerJoin("topics as t", (join) => join.onRef("t.brand_id", "=", "r.brand_id").onRef("t.id", "=", "r.topic_id"))
      .where("r.scan_id", "=", scanId)
      .where("r.state", "=", "answered")
      .$if(topicId !== undefined, (q) => q.where("r.topic_id", "=", topicId as string))
      .orderBy("r.id")
      .select([
        "r.id",
        "r.topic_id",
        "t.name as topic_name",
        "r.engine",
        "r.funnel_stage",
        "v.text as query",
        "r.topic_mentioned",
        "r.mention_position",
        "r.sentiment",
        "r.score",
        "r.action_recommendation",
        "r.sources_cited",
        "r.competitors_mentioned",
        "r.surface",
        "r.read_by",
        "r.answered_at as created_at",
      ])
      .execute();
    // An answered row has all of these: `answer` below fills them at once.
    return rows as ResultRecord[];
  },

  async plan(brandId, scanId, queries) {
    await insertPlanned(db, brandId, scanId, queries);
  },

  waiting: (brandId, scanId, engine, limit) =>
    withPrompt(db, brandId)
      .where("r.scan_id", "=", scanId)
      .where("r.engine", "=", engine)
      .where("r.state", "=", "waiting")
      // Ids of one millisecond are in no order, and a scan that breaks off should have asked all prompts alike.
      .orderBy("r.sample")
      .orderBy("r.id")
      .limit(limit)
      .select(["r.id", "r.topic_id as topicId", "r.funnel_stage as stage", "r.sample", "v.text as prompt"])
      .execute(),

  answer: (brandId, scanId, answered, month) => storeAnswers(db, brandId, scanId, answered, month),

  fail: (brandId, scanId, ids, reason, at) => failRows(db, brandId, scanId, { ids }, { reason, at }),

  failWaiting: (brandId, scanId, engine, reason, at) => failRows(db, brandId, scanId, { engine }, { reason, at }),

  failures: (brandId, scanId) =>
    db
      .selectFrom("results")
      .where("brand_id", "=", brandId)
      .where("scan_id", "=", scanId)
      .where("state", "=", "failed")
      .groupBy(["engine", "failure"])
      .orderBy("engine")
      .orderBy(sql`count(*)`, "desc")
      .orderBy("failure")
      .select(["engine", sql<string>`coalesce(failure, '')`.as("reason"), sql<number>`count(*)::int`.as("queries")])
      .execute(),

  answersOf: (brandId, scanId, filter, window) => answersOf(db, brandId, scanId, filter, window),

  progress: (brandId, scanId, since) =>
    db
      .selectFrom("results")
      .where("brand_id", "=", brandId)
      .where("scan_id", "=", scanId)
      .groupBy("engine")
      .orderBy("engine")
      .select([
        "engine",
        sql<number>`count(*)::int`.as("total"),
        sql<number>`(count(*) filter (where state = 'answered'))::int`.as("completed"),
        sql<number>`(count(*) filter (where state = 'failed'))::int`.as("failed"),
        sql<number>`(count(*) filter (where state = 'waiting'))::int`.as("waiting"),
        sql<number>`(count(*) filter (where answered_at >= ${since}::timestamptz))::int`.as("settled_since"),
      ])
      .execute(),

  recentUse: (brandId) => recentUse(db, brandId),
  recorded: (brandId, scanId, afterId, limit) => recorded(db, brandId, scanId, afterId, limit),

  readings: (brandId, scanId, afterId, limit) => readings(db, brandId, scanId, afterId, limit),
  reread: (brandId, scanId, second) => reread(db, brandId, scanId, second),

  async countWaiting(brandId, scanId) {
    const { total } = await db
      .selectFrom("results")
      .where("brand_id", "=", brandId)
      .where("scan_id", "=", scanId)
      .where("state", "=", "waiting")
      .select(sql<number>`count(*)::int`.as("total"))
      .executeTakeFirstOrThrow();
    return total;
  },
});
