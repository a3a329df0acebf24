import type { ScanAnswer } from "@answerscope/api";
import { sql } from "kysely";
import type { AnswerFilter, Page, Window } from "../app/stores.ts";
import type { Db } from "./database.ts";
import { withPrompt } from "./prompts.ts";

const matching = (db: Db, brandId: string, scanId: string, { engine, topicId, stage }: AnswerFilter) =>
  withPrompt(db, brandId)
    .where("r.scan_id", "=", scanId)
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
): Promise<Page<ScanAnswer>> {
  const { total } = await matching(db, brandId, scanId, filter)
    .select(sql<number>`count(*)::int`.as("total"))
    .executeTakeFirstOrThrow();
  if (offset >= total) return { rows: [], total };
  const rows = await matching(db, brandId, scanId, filter)
    .innerJoin("answers as a", (join) =>
      join
        .onRef("a.brand_id", "=", "r.brand_id")
        .onRef("a.scan_id", "=", "r.scan_id")
        .onRef("a.result_id", "=", "r.id"),
    )
    .orderBy("r.id")
    .limit(limit)
    .offset(offset)
    .select(["r.id", "r.topic_id", "r.engine", "r.funnel_stage", "v.text as prompt", "r.prompt_version", "a.answer"])
    .select(["a.cited", "a.retrieved", "a.searched", "a.search_queries", "r.model", "r.surface", "a.tokens_in"])
    .select(["a.tokens_out", "a.cost_usd", "a.latency_ms", "r.score", "r.score_parts", "r.rule_version", "a.evidence"])
    .select("r.answered_at")
    .execute();
  // An answered row has all of these: they are filled together.
  return { rows: rows as unknown as ScanAnswer[], total };
}
