import { sql } from "kysely";
import type { SecondReading, StoredReading } from "../app/stores.ts";
import type { JudgedReading } from "../domain/judged-reading.ts";
import type { ResultRow } from "../domain/result-row.ts";
import { storableJson } from "../domain/storable-text.ts";
import type { Db } from "./database.ts";

/** Answers beside what was read in them, and nothing of what reading them again does not take. */
export const answersRead = (db: Db, brandId: string, scanId: string) =>
  db
    .selectFrom("results as r")
    .innerJoin("answers as a", (join) =>
      join
        .onRef("a.brand_id", "=", "r.brand_id")
        .onRef("a.scan_id", "=", "r.scan_id")
        .onRef("a.result_id", "=", "r.id"),
    )
    .leftJoin("judgements as j", (join) =>
      join
        .onRef("j.brand_id", "=", "r.brand_id")
        .onRef("j.scan_id", "=", "r.scan_id")
        .onRef("j.result_id", "=", "r.id"),
    )
    .where("r.brand_id", "=", brandId)
    .where("r.scan_id", "=", scanId)
    .where("r.state", "=", "answered")
    .orderBy("r.id")
    .select(["r.id", "r.topic_id", "r.engine", "a.answer", "a.cited", "a.evidence", "r.topic_mentioned"])
    .select(["r.mention_position", "r.sentiment", "r.score", "r.action_recommendation", "r.own_domain_cited"])
    .select(["r.sources_cited", "r.competitors_mentioned", "r.score_parts", "r.rule_version", "r.read_by"])
    .select(["j.judged", "j.local"]);

type Stored = ResultRow &
  Omit<StoredReading, "row" | "judgement"> & { judged: JudgedReading | null; local: JudgedReading | null };

/** An answered row has all of these: they are filled together. */
export const storedReading = (stored: object): StoredReading => {
  const { id, topic_id, engine, answer, cited, evidence, judged, local, ...row } = stored as Stored;
  const judgement = judged && local ? { judged, local } : null;
  return { id, topic_id, engine, answer, cited, evidence, row, judgement };
};

export async function readings(
  db: Db,
  brandId: string,
  scanId: string,
  afterId: string | null,
  limit: number,
): Promise<StoredReading[]> {
  const rows = await answersRead(db, brandId, scanId)
    .$if(afterId !== null, (q) => q.where("r.id", ">", afterId as string))
    .limit(limit)
    .execute();
  return rows.map(storedReading);
}

export async function reread(db: Db, brandId: string, scanId: string, second: SecondReading[]): Promise<void> {
  if (second.length === 0) return;
  const batch = second.map(({ id, evidence, local, row }) => ({ id, evidence, local, ...row }));
  // Named once more, or else the whole scan is read to find a few of its rows.
  const ids = second.map(({ id }) => id);
  await sql`
    with batch as (
      select * from json_to_recordset(${storableJson(batch)}::json) as b (
        id uuid, topic_mentioned boolean, mention_position integer, sentiment text, score double precision,
        action_recommendation boolean, own_domain_cited boolean, sources_cited text[], competitors_mentioned text[],
        score_parts jsonb, rule_version text, read_by text, evidence jsonb, local jsonb
      )
    ), shown as (
      update answers a set evidence = b.evidence
      from batch b
      where a.brand_id = ${brandId} and a.scan_id = ${scanId} and a.result_id = any(${ids}::uuid[])
        and a.result_id = b.id and a.evidence is distinct from b.evidence
    ), compared as (
      update judgements j set local = b.local
      from batch b
      where j.brand_id = ${brandId} and j.scan_id = ${scanId} and j.result_id = any(${ids}::uuid[])
        and j.result_id = b.id and j.state = 'judged'
    )
    update results r set topic_mentioned = b.topic_mentioned, mention_position = b.mention_position,
      sentiment = b.sentiment, score = b.score, action_recommendation = b.action_recommendation,
      own_domain_cited = b.own_domain_cited, sources_cited = b.sources_cited,
      competitors_mentioned = b.competitors_mentioned, score_parts = b.score_parts, rule_version = b.rule_version,
      read_by = b.read_by
    from batch b
    where r.brand_id = ${brandId} and r.scan_id = ${scanId} and r.id = any(${ids}::uuid[]) and r.id = b.id
      and r.state = 'answered'`.execute(db);
}
