import { sql } from "kysely";
import type { SecondReading, StoredReading } from "../app/stores.ts";
import type { ResultRow } from "../domain/result-row.ts";
import { storableJson } from "../domain/storable-text.ts";
import type { Db } from "./database.ts";

type Stored = ResultRow & Omit<StoredReading, "row">;

/** Answers with what was read in them, and nothing of what reading them again does not take. */
export async function readings(
  db: Db,
  brandId: string,
  scanId: string,
  afterId: string | null,
  limit: number,
): Promise<StoredReading[]> {
  const rows = await db
    .selectFrom("results as r")
    .innerJoin("answers as a", (join) =>
      join
        .onRef("a.brand_id", "=", "r.brand_id")
        .onRef("a.scan_id", "=", "r.scan_id")
        .onRef("a.result_id", "=", "r.id"),
    )
    .where("r.brand_id", "=", brandId)
    .where("r.scan_id", "=", scanId)
    .where("r.state", "=", "answered")
    .$if(afterId !== null, (q) => q.where("r.id", ">", afterId as string))
    .orderBy("r.id")
    .limit(limit)
    .select(["r.id", "r.topic_id", "r.engine", "a.answer", "a.cited", "a.evidence", "r.topic_mentioned"])
    .select(["r.mention_position", "r.sentiment", "r.score", "r.action_recommendation", "r.own_domain_cited"])
    .select(["r.sources_cited", "r.competitors_mentioned", "r.score_parts", "r.rule_version"])
    .execute();
  // An answered row has all of these: they are filled together.
  return (rows as unknown as Stored[]).map(({ id, topic_id, engine, answer, cited, evidence, ...row }) => {
    return { id, topic_id, engine, answer, cited, evidence, row };
  });
}

export async function reread(db: Db, brandId: string, scanId: string, second: SecondReading[]): Promise<void> {
  if (second.length === 0) return;
  const batch = second.map(({ id, evidence, row }) => ({ id, evidence, ...row }));
  // Named once more, or else the whole scan is read to find a few of its rows.
  const ids = second.map(({ id }) => id);
  await sql`
    with batch as (
      select * from json_to_recordset(${storableJson(batch)}::json) as b (
        id uuid, topic_mentioned boolean, mention_position integer, sentiment text, score double precision,
        action_recommendation boolean, own_domain_cited boolean, sources_cited text[], competitors_mentioned text[],
        score_parts jsonb, rule_version text, evidence jsonb
      )
    ), shown as (
      update answers a set evidence = b.evidence
      from batch b
      where a.brand_id = ${brandId} and a.scan_id = ${scanId} and a.result_id = any(${ids}::uuid[])
        and a.result_id = b.id and a.evidence is distinct from b.evidence
    )
    update results r set topic_mentioned = b.topic_mentioned, mention_position = b.mention_position,
      sentiment = b.sentiment, score = b.score, action_recommendation = b.action_recommendation,
      own_domain_cited = b.own_domain_cited, sources_cited = b.sources_cited,
      competitors_mentioned = b.competitors_mentioned, score_parts = b.score_parts, rule_version = b.rule_version
    from batch b
    where r.brand_id = ${brandId} and r.scan_id = ${scanId} and r.id = any(${ids}::uuid[]) and r.id = b.id
      and r.state = 'answered'`.execute(db);
}
