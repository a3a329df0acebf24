import { type ExpressionBuilder, type Insertable, sql } from "kysely";
import type { AnsweredQuery, ResultRecord, ResultStore } from "../app/ports.ts";
import { storableJson } from "../domain/storable-text.ts";
import type { Db } from "./database.ts";
import type { Schema } from "./schema.ts";

const CHUNK_ROWS = 200;

function* chunks<T>(items: T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += CHUNK_ROWS) yield items.slice(start, start + CHUNK_ROWS);
}

const answerRow = (
  brandId: string,
  scanId: string,
  { id, reply, reading }: AnsweredQuery,
): Insertable<Schema["answers"]> => ({
  brand_id: brandId,
  scan_id: scanId,
  result_id: id,
  answer: reply.answer,
  cited: reply.cited,
  retrieved: reply.retrieved,
  searched: reply.searched,
  search_queries: reply.searchQueries,
  tokens_in: reply.tokensIn,
  tokens_out: reply.tokensOut,
  cost_usd: reply.costUsd,
  latency_ms: Math.round(reply.latencyMs),
  evidence: storableJson(reading.evidence),
  raw: storableJson(reply.raw),
});

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

const countOn = (db: Db, brandId: string, scanId: string, column: "completed_queries" | "failed_queries", by: number) =>
  db
    .updateTable("scans")
    .set((eb: ExpressionBuilder<Schema, "scans">) => ({ [column]: eb(column, "+", by) }))
    .where("brand_id", "=", brandId)
    .where("id", "=", scanId)
    .execute();

export const resultStore = (db: Db): ResultStore => ({
  async ofScan(brandId, scanId, topicId) {
    const rows = await db
      .selectFrom("results as r")
      .innerJoin("topics as t", (join) => join.onRef("t.brand_id", "=", "r.brand_id").onRef("t.id", "=", "r.topic_id"))
      .innerJoin("prompt_versions as v", (join) =>
        join
          .onRef("v.brand_id", "=", "r.brand_id")
          .onRef("v.prompt_id", "=", "r.prompt_id")
          .onRef("v.version", "=", "r.prompt_version"),
      )
      .where("r.brand_id", "=", brandId)
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
    for (const chunk of chunks(queries)) {
      const rows = chunk.map((query) => ({
        brand_id: brandId,
        scan_id: scanId,
        id: query.id,
        topic_id: query.topicId,
        prompt_id: query.promptId,
        prompt_version: query.promptVersion,
        engine: query.engine,
        funnel_stage: query.stage,
        sample: query.sample,
        state: "waiting" as const,
      }));
      await db
        .insertInto("results")
        .values(rows as Insertable<Schema["results"]>[])
        .execute();
    }
  },

  waiting: (brandId, scanId, engine, limit) =>
    db
      .selectFrom("results as r")
      .innerJoin("prompt_versions as v", (join) =>
        join
          .onRef("v.brand_id", "=", "r.brand_id")
          .onRef("v.prompt_id", "=", "r.prompt_id")
          .onRef("v.version", "=", "r.prompt_version"),
      )
      .where("r.brand_id", "=", brandId)
      .where("r.scan_id", "=", scanId)
      .where("r.engine", "=", engine)
      .where("r.state", "=", "waiting")
      .orderBy("r.id")
      .limit(limit)
      .select(["r.id", "r.topic_id as topicId", "r.funnel_stage as stage", "r.sample", "v.text as prompt"])
      .execute(),

  async answer(brandId, scanId, answered) {
    const { rows } = await fillRows(db, brandId, scanId, answered);
    const filled = new Set(rows.map(({ id }) => id));
    for (const chunk of chunks(answered.filter(({ id }) => filled.has(id)))) {
      await db
        .insertInto("answers")
        .values(chunk.map((query) => answerRow(brandId, scanId, query)))
        .execute();
    }
    if (filled.size > 0) await countOn(db, brandId, scanId, "completed_queries", filled.size);
  },

  async fail(brandId, scanId, ids, reason, at) {
    const { numUpdatedRows } = await db
      .updateTable("results")
      .set({ state: "failed", failure: reason, answered_at: at })
      .where("brand_id", "=", brandId)
      .where("scan_id", "=", scanId)
      .where("id", "in", ids)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await countOn(db, brandId, scanId, "failed_queries", Number(numUpdatedRows));
  },

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
