import type { EngineId } from "@answerscope/api";
import { sql } from "kysely";
import type { AnsweredQuery, PlannedQuery, ResultRecord, ResultStore } from "../app/stores.ts";
import { storableJson } from "../domain/storable-text.ts";
import { answersOf, recentUse, recorded } from "./answers.ts";
import type { Db } from "./database.ts";
import { withPrompt } from "./prompts.ts";
import { addToCells } from "./rollups.ts";

// Rows go in as one JSON parameter a statement: thousands of single parameters take longer to bind than to store.

const insertPlanned = (db: Db, brandId: string, scanId: string, queries: PlannedQuery[]) =>
  sql`
    insert into results
      (brand_id, scan_id, id, topic_id, prompt_id, prompt_version, engine, funnel_stage, sample, state)
    select ${brandId}::uuid, ${scanId}::uuid, id, "topicId", "promptId", "promptVersion", engine, stage, sample, 'waiting'
    from jsonb_to_recordset(${JSON.stringify(queries)}::jsonb) as q (
      id uuid, "topicId" uuid, "promptId" uuid, "promptVersion" integer, engine text, stage text, sample integer
    )`.execute(db);

const answerRow = ({ id, reply, reading }: AnsweredQuery) => ({
  id,
  answer: reply.answer,
  cited: reply.cited,
  retrieved: reply.retrieved,
  searched: reply.searched,
  search_queries: reply.searchQueries,
  tokens_in: reply.tokensIn,
  tokens_out: reply.tokensOut,
  cost_usd: reply.costUsd,
  latency_ms: Math.round(reply.latencyMs),
  evidence: reading.evidence,
  raw: reply.raw ?? null,
});

const insertAnswers = (db: Db, brandId: string, scanId: string, answered: AnsweredQuery[]) =>
  sql`
    insert into answers
      (brand_id, scan_id, result_id, answer, cited, retrieved, searched, search_queries, tokens_in, tokens_out, cost_usd,
        latency_ms, evidence, raw)
    select ${brandId}::uuid, ${scanId}::uuid, id, answer, cited, retrieved, searched, search_queries, tokens_in,
      tokens_out, cost_usd, latency_ms, evidence, raw
    from jsonb_to_recordset(${storableJson(answered.map(answerRow))}::jsonb) as a (
      id uuid, answer text, cited text[], retrieved text[], searched boolean, search_queries text[], tokens_in integer,
      tokens_out integer, cost_usd double precision, latency_ms integer, evidence jsonb, raw jsonb
    )`.execute(db);

const readingRow = ({ id, reply, reading, score, parts, at }: AnsweredQuery) => ({
  id,
  surface: reply.surface,
  model: reply.model,
  topic_mentioned: reading.topicMentioned,
  mention_position: reading.mentionPosition,
  sentiment: reading.sentiment,
  score,
  action_recommendation: reading.recommended,
  own_domain_cited: reading.ownDomainCited,
  sources_cited: reading.sources,
  competitors_mentioned: reading.competitors,
  score_parts: parts,
  rule_version: reading.ruleVersion,
  answered_at: at,
});

/** One statement for the whole batch. A row that is no longer waiting is left alone and not returned. */
const fillRows = (db: Db, brandId: string, scanId: string, answered: AnsweredQuery[]) =>
  sql<{ id: string }>`
    update results r set state = 'answered', surface = a.surface, model = a.model, topic_mentioned = a.topic_mentioned,
      mention_position = a.mention_position, sentiment = a.sentiment, score = a.score,
      action_recommendation = a.action_recommendation, own_domain_cited = a.own_domain_cited,
      sources_cited = a.sources_cited, competitors_mentioned = a.competitors_mentioned, score_parts = a.score_parts,
      rule_version = a.rule_version, answered_at = a.answered_at
    from jsonb_to_recordset(${storableJson(answered.map(readingRow))}::jsonb) as a (
      id uuid, surface text, model text, topic_mentioned boolean, mention_position integer, sentiment text,
      score double precision, action_recommendation boolean, own_domain_cited boolean, sources_cited text[],
      competitors_mentioned text[], score_parts jsonb, rule_version text, answered_at timestamptz
    )
    where r.brand_id = ${brandId} and r.scan_id = ${scanId} and r.id = a.id and r.state = 'waiting'
    returning r.id`.execute(db);

async function countAnswered(db: Db, brandId: string, scanId: string, answered: AnsweredQuery[]): Promise<void> {
  const cost = answered.reduce((sum, { reply }) => sum + (reply.costUsd ?? 0), 0);
  await db
    .updateTable("scans")
    .set((eb) => ({
      completed_queries: eb("completed_queries", "+", answered.length),
      cost_usd: eb("cost_usd", "+", cost),
    }))
    .where("brand_id", "=", brandId)
    .where("id", "=", scanId)
    .execute();
  if (cost > 0) await countCost(db, brandId, cost, answered[0]?.at.slice(0, 7) ?? "");
}

/** A scan may go on into a month in which none was started. */
const countCost = (db: Db, brandId: string, cost: number, month: string) =>
  db
    .insertInto("scan_months")
    .values({ brand_id: brandId, month, started: 0, cost_usd: cost })
    .onConflict((conflict) =>
      conflict
        .columns(["brand_id", "month"])
        .doUpdateSet((eb) => ({ cost_usd: eb("scan_months.cost_usd", "+", cost) })),
    )
    .execute();

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
      .orderBy("r.id")
      .limit(limit)
      .select(["r.id", "r.topic_id as topicId", "r.funnel_stage as stage", "r.sample", "v.text as prompt"])
      .execute(),

  async answer(brandId, scanId, answered) {
    if (answered.length === 0) return;
    const { rows } = await fillRows(db, brandId, scanId, answered);
    const filled = new Set(rows.map(({ id }) => id));
    const fresh = answered.filter(({ id }) => filled.has(id));
    if (fresh.length === 0) return;
    await insertAnswers(db, brandId, scanId, fresh);
    await addToCells(db, brandId, scanId, [...filled]);
    await countAnswered(db, brandId, scanId, fresh);
  },

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
