import type { Surface } from "@answerscope/api";
import { sql } from "kysely";
import type { AnswerFilter, AnswerRecord, EngineUse, Page, RecordedQuery, Window } from "../app/stores.ts";
import type { Db } from "./database.ts";
import { unpackJson } from "./packed-json.ts";
import { withPrompt } from "./prompts.ts";

/** A scan's queries beside their answers; counting them alone, the database leaves the answers out. */
const withAnswers = (db: Db, brandId: string, scanId: string) =>
  withPrompt(db, brandId)
    .where("r.scan_id", "=", scanId)
    .leftJoin("answers as a", (join) =>
      join
        .onRef("a.brand_id", "=", "r.brand_id")
        .onRef("a.scan_id", "=", "r.scan_id")
        .onRef("a.result_id", "=", "r.id"),
    );

/** Null where no judge has been at it. */
const SECOND_READING = sql`case when j.state in ('judged', 'failed') then json_build_object('model', j.model,
  'judged', j.judged, 'local', j.local, 'failure', j.failure, 'cost_usd', j.cost_usd) end`;

const withJudgements = (db: Db, brandId: string, scanId: string) =>
  withAnswers(db, brandId, scanId).leftJoin("judgements as j", (join) =>
    join.onRef("j.brand_id", "=", "r.brand_id").onRef("j.scan_id", "=", "r.scan_id").onRef("j.result_id", "=", "r.id"),
  );

const matching = (db: Db, brandId: string, scanId: string, { engine, topicId, stage }: AnswerFilter) =>
  withJudgements(db, brandId, scanId)
    .where("r.state", "=", "answered")
    .$if(engine !== undefined, (q) => q.where("r.engine", "=", engine as "chatgpt"))
    .$if(topicId !== undefined, (q) => q.where("r.topic_id", "=", topicId as string))
    .$if(stage !== undefined, (q) => q.where("r.funnel_stage", "=", stage as "awareness"));

/** One page of a scan's answers: the only place that reads their texts in bulk. */
export async function answersOf(
  db: Db,
  brandId: string,
  scanId: string,
  filter: AnswerFilter,
  { limit, offset }: Window,
): Promise<Page<AnswerRecord>> {
  const { total } = await matching(db, brandId, scanId, filter)
    .select(sql<number>`count(*)::int`.as("total"))
    .executeTakeFirstOrThrow();
  if (offset >= total) return { rows: [], total };
  const rows = await matching(db, brandId, scanId, filter)
    .orderBy("r.id")
    .limit(limit)
    .offset(offset)
    .select(["r.id", "r.topic_id", "r.engine", "r.funnel_stage", "v.text as prompt", "r.prompt_version", "a.answer"])
    .select(["a.cited", "a.retrieved", "a.searched", "a.search_queries", "r.model", "r.surface", "a.tokens_in"])
    .select(["a.tokens_out", "a.cost_usd", "a.latency_ms", "r.score", "r.score_parts", "r.rule_version", "a.evidence"])
    .select(["r.answered_at", "r.topic_mentioned", "r.mention_position", "r.sentiment", "r.action_recommendation"])
    .select(["r.own_domain_cited", "r.read_by", SECOND_READING.as("second_reading")])
    .execute();
  // An answered row has all of these: they are filled together.
  return { rows: rows as unknown as AnswerRecord[], total };
}

const LATEST_SCANS = 3;

/** Over the brand's last scans that asked a real engine. */
export async function recentUse(db: Db, brandId: string): Promise<EngineUse[]> {
  const { rows } = await sql<EngineUse>`
    select r.engine, r.surface, avg(a.cost_usd) as cost_usd, avg(a.latency_ms)::double precision as latency_ms
    from results r
    join answers a on a.brand_id = r.brand_id and a.scan_id = r.scan_id and a.result_id = r.id
    where r.brand_id = ${brandId} and r.state = 'answered' and r.scan_id in (
      select id from scans where brand_id = ${brandId} and status = 'completed'
      order by created_at desc, id desc limit ${LATEST_SCANS}
    )
    group by r.engine, r.surface
    order by r.engine, r.surface`.execute(db);
  return rows;
}

/** Everything that asking and reading it again takes. */
export async function recorded(
  db: Db,
  brandId: string,
  scanId: string,
  afterId: string | null,
  limit: number,
): Promise<RecordedQuery[]> {
  const rows = await withJudgements(db, brandId, scanId)
    .$if(afterId !== null, (q) => q.where("r.id", ">", afterId as string))
    .orderBy("r.id")
    .limit(limit)
    .select(["r.id", "r.topic_id", "r.prompt_id", "r.prompt_version", "r.engine", "r.funnel_stage", "r.sample"])
    .select([
      "v.text as prompt",
      "r.state",
      "r.failure",
      "r.answered_at",
      "r.surface",
      "r.model",
      "a.answer",
      "a.cited",
    ])
    .select(["a.retrieved", "a.searched", "a.search_queries", "a.tokens_in", "a.tokens_out", "a.cost_usd"])
    .select(["a.latency_ms", "a.raw_packed", "r.read_by", "j.judged"])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    topicId: row.topic_id,
    promptId: row.prompt_id,
    promptVersion: row.prompt_version,
    engine: row.engine,
    stage: row.funnel_stage,
    sample: row.sample,
    prompt: row.prompt,
    failure: row.failure,
    judged: row.read_by === "judge" ? row.judged : null,
    answeredAt: row.answered_at,
    reply:
      row.answer === null
        ? null
        : {
            engine: row.engine,
            surface: row.surface as Surface,
            model: row.model as string,
            answer: row.answer,
            cited: row.cited ?? [],
            retrieved: row.retrieved ?? [],
            searched: row.searched ?? false,
            searchQueries: row.search_queries ?? [],
            tokensIn: row.tokens_in,
            tokensOut: row.tokens_out,
            costUsd: row.cost_usd,
            latencyMs: row.latency_ms ?? 0,
            raw: row.raw_packed && unpackJson(row.raw_packed),
          },
  }));
}
