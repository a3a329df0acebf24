import { sql } from "kysely";
import type { AgreementCount, JudgementStore, SettledJudgement, Spending } from "../app/stores.ts";
import { storableJson } from "../domain/storable-text.ts";
import type { Db } from "./database.ts";
import { answersRead, reread, storedReading } from "./second-readings.ts";

const ofScan = (db: Db, brandId: string, scanId: string) =>
  db.selectFrom("judgements as j").where("j.brand_id", "=", brandId).where("j.scan_id", "=", scanId);

/** Counts on a scan in progress, and on the month what it cost; false when the scan has ended. */
async function count(
  db: Db,
  brandId: string,
  scanId: string,
  { judged, failed, costUsd, month }: { judged: number; failed: number; costUsd: number; month: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update scans set cost_usd = cost_usd + ${costUsd}::double precision, judge = judge || jsonb_build_object(
      'judged_answers', (judge->>'judged_answers')::int + ${judged}::int,
      'failed_answers', (judge->>'failed_answers')::int + ${failed}::int,
      'cost_usd', (judge->>'cost_usd')::double precision + ${costUsd}::double precision)
    where brand_id = ${brandId} and id = ${scanId} and status = 'running'`.execute(db);
  if (numAffectedRows === 0n) return false;
  if (costUsd > 0) {
    await sql`
      insert into scan_months (brand_id, month, started, cost_usd) values (${brandId}, ${month}, 0, ${costUsd})
      on conflict (brand_id, month) do update set cost_usd = scan_months.cost_usd + excluded.cost_usd`.execute(db);
  }
  return true;
}

async function store(db: Db, brandId: string, scanId: string, settled: SettledJudgement): Promise<void> {
  const { id, at, model, reading, local, failure, costUsd } = settled;
  await db
    .updateTable("judgements")
    .set({
      ...{ state: reading ? "judged" : "failed", model, failure, cost_usd: costUsd, judged_at: at },
      judged: reading && storableJson(reading),
      local: local && storableJson(local),
    })
    .where("brand_id", "=", brandId)
    .where("scan_id", "=", scanId)
    .where("result_id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

export const judgementStore = (db: Db): JudgementStore => ({
  async plan(brandId, scanId, resultIds) {
    if (resultIds.length === 0) return;
    await sql`
      insert into judgements (brand_id, scan_id, result_id, state)
      select ${brandId}::uuid, ${scanId}::uuid, id, 'waiting' from unnest(${resultIds}::uuid[]) as id`.execute(db);
    await sql`
      update scans set judge = judge || jsonb_build_object(
        'sampled_answers', (judge->>'sampled_answers')::int + ${resultIds.length}::int)
      where brand_id = ${brandId} and id = ${scanId} and judge is not null`.execute(db);
  },

  async waiting(brandId, scanId, limit) {
    const rows = await answersRead(db, brandId, scanId).where("j.state", "=", "waiting").limit(limit).execute();
    return rows.map(storedReading);
  },

  async countWaiting(brandId, scanId) {
    const { total } = await ofScan(db, brandId, scanId)
      .innerJoin("results as r", (join) =>
        join
          .onRef("r.brand_id", "=", "j.brand_id")
          .onRef("r.scan_id", "=", "j.scan_id")
          .onRef("r.id", "=", "j.result_id"),
      )
      .where("j.state", "=", "waiting")
      .where("r.state", "=", "answered")
      .select(sql<number>`count(*)::int`.as("total"))
      .executeTakeFirstOrThrow();
    return total;
  },

  async settle(brandId, scanId, settled, month) {
    const judged = settled.reading ? 1 : 0;
    const counts = { judged, failed: 1 - judged, costUsd: settled.costUsd ?? 0, month };
    if (await count(db, brandId, scanId, counts)) {
      await store(db, brandId, scanId, settled);
      if (settled.shown) await reread(db, brandId, scanId, [settled.shown]);
    }
    const { rows } = await sql<Spending>`
      select b.monthly_budget_usd as limit_usd, coalesce(m.cost_usd, 0) as spent_usd
      from brands b left join scan_months m on m.brand_id = b.id and m.month = ${month}
      where b.id = ${brandId}`.execute(db);
    return rows[0] as Spending;
  },

  async failWaiting(brandId, scanId, reason, at) {
    const { numAffectedRows = 0n } = await sql`
      update judgements j set state = 'failed', failure = ${reason}, judged_at = ${at}::timestamptz
      from results r
      where j.brand_id = ${brandId} and j.scan_id = ${scanId} and j.state = 'waiting' and r.brand_id = j.brand_id
        and r.scan_id = j.scan_id and r.id = j.result_id and r.state = 'answered'`.execute(db);
    const counts = { judged: 0, failed: Number(numAffectedRows), costUsd: 0, month: at.slice(0, 7) };
    await count(db, brandId, scanId, counts);
  },

  async pairs(brandId, scanId) {
    const { rows } = await sql<AgreementCount>`
      select field, local->>field as one, judged->>field as other, count(*)::int as n
      from judgements, unnest(array['topic_mentioned', 'mention_position', 'sentiment', 'action_recommendation']) as field
      where brand_id = ${brandId} and scan_id = ${scanId} and state = 'judged'
        and local->>field is not null and judged->>field is not null
      group by 1, 2, 3
      order by 1, 2, 3`.execute(db);
    return rows;
  },

  failures: (brandId, scanId) =>
    ofScan(db, brandId, scanId)
      .where("j.state", "=", "failed")
      .groupBy("j.failure")
      .orderBy(sql`count(*)`, "desc")
      .orderBy("j.failure")
      .select([sql<string>`coalesce(j.failure, '')`.as("reason"), sql<number>`count(*)::int`.as("answers")])
      .execute(),
});
