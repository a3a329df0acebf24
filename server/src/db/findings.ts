import { sql } from "kysely";
import type { FindingRecord, FindingStore } from "../app/stores.ts";
import type { ScanPanel } from "../domain/find-changes.ts";
import type { Db } from "./database.ts";
import { PANEL } from "./rollups.ts";

type VersionedCell = ScanPanel["cells"][number];

const COLUMNS = [
  "f.id",
  "f.scan_id",
  "f.compared_with",
  "f.scanned_at",
  "f.scope",
  "f.topic_id as topicId",
  "f.engine",
  "f.verdict",
  "f.reason",
  "f.difference",
  "f.low",
  "f.high",
  "f.p",
  "f.prompts",
  "f.prompts_left_out as promptsLeftOut",
  "f.new_models as newModels",
] as const;

export const findingStore = (db: Db): FindingStore => ({
  async list(brandId, { scanId, topicId, engine, scope, verdict }, { limit, offset }) {
    const matching = db
      .selectFrom("findings as f")
      .where("f.brand_id", "=", brandId)
      .$if(scanId !== undefined, (q) => q.where("f.scan_id", "=", scanId as string))
      .$if(topicId !== undefined, (q) => q.where("f.topic_id", "=", topicId as string))
      .$if(engine !== undefined, (q) => q.where("f.engine", "=", engine as "chatgpt"))
      .$if(scope !== undefined, (q) => q.where("f.scope", "=", scope as "brand"))
      .$if(verdict !== undefined, (q) => q.where("f.verdict", "=", verdict as "up"));
    const { total } = await matching.select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow();
    if (offset >= total) return { rows: [], total };
    const rows = await matching
      .leftJoin("topics as t", (join) => join.onRef("t.brand_id", "=", "f.brand_id").onRef("t.id", "=", "f.topic_id"))
      .orderBy("f.scanned_at", "desc")
      .orderBy("f.scan_id")
      .orderBy("f.place")
      .limit(limit)
      .offset(offset)
      .select([...COLUMNS, "t.name as topic_name"])
      .execute();
    return { rows: rows as FindingRecord[], total };
  },

  async replace(brandId, scan, findings) {
    await db.deleteFrom("findings").where("brand_id", "=", brandId).where("scan_id", "=", scan.scan_id).execute();
    if (findings.length === 0) return;
    await db
      .insertInto("findings")
      .values(
        findings.map(({ topicId, promptsLeftOut, newModels, ...rest }, place) => ({
          ...{ brand_id: brandId, ...scan, ...rest, topic_id: topicId, prompts_left_out: promptsLeftOut, place },
          new_models: JSON.stringify(newModels),
        })),
      )
      .execute();
  },

  async panel(brandId, scanId) {
    const { rows: cells } = await sql<VersionedCell>`
      with v as materialized (
        select prompt_id, max(prompt_version) as version from results
        where brand_id = ${brandId} and scan_id = ${scanId} and state = 'answered'
        group by prompt_id
      )
      select ${PANEL}, version
      from cell_rollups join v using (prompt_id)
      where brand_id = ${brandId} and scan_id = ${scanId}
      order by topic_id, funnel_stage, prompt_id, engine`.execute(db);
    const { rows: models } = await sql<{ engine: VersionedCell["engine"]; model: string }>`
      select distinct on (engine) engine, model from (
        select engine, model, count(*) as answers from results
        where brand_id = ${brandId} and scan_id = ${scanId} and state = 'answered' and model is not null
        group by engine, model
      ) counted
      order by engine, answers desc, model`.execute(db);
    const { rows: rules } = await sql<{ rules: string }>`
      select s.score_weights::text || coalesce(
        (select string_agg(distinct r.rule_version, ',' order by r.rule_version) from results r
          where r.brand_id = s.brand_id and r.scan_id = s.id and r.state = 'answered'), '') as rules
      from scans s where s.brand_id = ${brandId} and s.id = ${scanId}`.execute(db);
    return { cells, rules: rules[0]?.rules ?? "", models: new Map(models.map(({ engine, model }) => [engine, model])) };
  },
});
