import { sql } from "kysely";
import type { AnsweredQuery, Standing } from "../app/stores.ts";
import { resultRow } from "../domain/result-row.ts";
import { storableJson } from "../domain/storable-text.ts";
import type { Db } from "./database.ts";
import { packJson } from "./packed-json.ts";
import { addingToCells } from "./rollups.ts";

const row = ({ id, reply, reading, score, parts, at }: AnsweredQuery) => ({
  id,
  surface: reply.surface,
  model: reply.model,
  ...resultRow(reading, { score, parts }),
  answered_at: at,
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
  raw: reply.raw === null || reply.raw === undefined ? null : packJson(reply.raw).toString("base64"),
});

/**
 * Fills the rows that are still waiting, keeps their answers, adds them to the cells and counts them on the scan and
 * on the month. One statement for all of it, and so a transaction of its own: a statement costs more than the rows in
 * it. Everything waits for `brand`, so that the brand's row is taken first, as every other writer does; and the scan is
 * taken to be looked at, since who waited for the brand would otherwise see it as it was before the wait.
 */
export async function storeAnswers(
  db: Db,
  brandId: string,
  scanId: string,
  answered: AnsweredQuery[],
  month: string,
): Promise<Standing> {
  // Named once more, or else the whole scan is read to find a few of its rows.
  const ids = answered.map(({ id }) => id);
  const { rows } = await sql<Standing>`
    with brand as (
      update brands set data_version = data_version + 1 where id = ${brandId} returning id, monthly_budget_usd
    ), batch as (
      select * from json_to_recordset(${storableJson(answered.map(row))}::json) as a (
        id uuid, surface text, model text, topic_mentioned boolean, mention_position integer, sentiment text,
        score double precision, action_recommendation boolean, own_domain_cited boolean, sources_cited text[],
        competitors_mentioned text[], score_parts jsonb, rule_version text, answered_at timestamptz, answer text,
        cited text[], retrieved text[], searched boolean, search_queries text[], tokens_in integer, tokens_out integer,
        cost_usd double precision, latency_ms integer, evidence jsonb, raw text
      )
    ), scan as (
      select 1 from brand join scans s on s.brand_id = brand.id
      where s.id = ${scanId} and s.status in ('pending', 'running')
      for update of s
    ), filled as (
      update results r set state = 'answered', surface = a.surface, model = a.model,
        topic_mentioned = a.topic_mentioned, mention_position = a.mention_position, sentiment = a.sentiment,
        score = a.score, action_recommendation = a.action_recommendation, own_domain_cited = a.own_domain_cited,
        sources_cited = a.sources_cited, competitors_mentioned = a.competitors_mentioned,
        score_parts = a.score_parts, rule_version = a.rule_version, answered_at = a.answered_at
      from batch a
      where r.brand_id = ${brandId} and r.scan_id = ${scanId} and r.id = any(${ids}::uuid[]) and r.id = a.id
        and r.state = 'waiting' and exists (select from scan)
      returning r.*
    ), kept as (
      insert into answers
        (brand_id, scan_id, result_id, answer, cited, retrieved, searched, search_queries, tokens_in, tokens_out,
          cost_usd, latency_ms, evidence, raw_packed)
      select ${brandId}::uuid, ${scanId}::uuid, id, answer, cited, retrieved, searched, search_queries, tokens_in,
        tokens_out, cost_usd, latency_ms, evidence, decode(raw, 'base64')
      from batch where id in (select id from filled)
    ), cells as (
      ${addingToCells(sql`filled`)}
    ), fresh as (
      select count(*)::int as n, coalesce(sum(cost_usd), 0) as cost from batch where id in (select id from filled)
    ), counted as (
      update scans s set completed_queries = s.completed_queries + fresh.n, cost_usd = s.cost_usd + fresh.cost
      from fresh where s.brand_id = ${brandId} and s.id = ${scanId}
    ), charged as (
      insert into scan_months (brand_id, month, started, cost_usd)
      select ${brandId}::uuid, ${month}, 0, cost from fresh where cost > 0
      on conflict (brand_id, month) do update set cost_usd = scan_months.cost_usd + excluded.cost_usd
      returning cost_usd
    )
    select exists (select from scan) as "isActive", b.monthly_budget_usd as limit_usd,
      coalesce((select cost_usd from charged), m.cost_usd, 0) as spent_usd
    from brand b left join scan_months m on m.brand_id = b.id and m.month = ${month}`.execute(db);
  return rows[0] as Standing;
}
