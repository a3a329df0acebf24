import { sql } from "kysely";
import type { RescoredScan, RescoreRecord, RescoreStore } from "../app/stores.ts";
import { type ChangeCounts, noChanges } from "../domain/result-row.ts";
import type { Db } from "./database.ts";

const ACTIVE = ["queued", "running"] as const;

const SCAN_COLUMNS = [
  "p.scan_id",
  "p.answers",
  "p.done_answers",
  "p.after_id",
  "p.changed",
  "p.sample",
  "p.score_before",
  "p.score_after",
] as const;

/** The scans that have ended and that are wanted, the newest first, each with what there is to read. */
const insertScans = (db: Db, brandId: string, id: string, { scanIds, since }: { scanIds?: string[]; since?: string }) =>
  sql`
    insert into rescore_scans (brand_id, rescore_id, scan_id, place, answers, score_before, changed)
    select brand_id, ${id}::uuid, id, row_number() over (order by created_at desc, id desc), completed_queries, score,
      ${JSON.stringify(noChanges())}::jsonb
    from scans
    where brand_id = ${brandId} and status in ('completed', 'failed')
      and (${scanIds ?? null}::uuid[] is null or id = any(${scanIds ?? null}::uuid[]))
      and (${since ?? null}::timestamptz is null or created_at >= ${since ?? null}::timestamptz)`.execute(db);

const sums = (db: Db, brandId: string) =>
  db
    .selectFrom("rescores as r")
    .leftJoin("rescore_scans as p", (join) =>
      join.onRef("p.brand_id", "=", "r.brand_id").onRef("p.rescore_id", "=", "r.id"),
    )
    .where("r.brand_id", "=", brandId)
    .groupBy(["r.brand_id", "r.id"])
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .select(["r.id", "r.status", "r.dry_run", "r.cancelled", "r.error", "r.created_at", "r.started_at"])
    .select([
      "r.completed_at",
      sql<number>`coalesce(sum(p.answers), 0)::int`.as("total_answers"),
      sql<number>`coalesce(sum(p.done_answers), 0)::int`.as("done_answers"),
      sql<ChangeCounts[]>`coalesce(json_agg(p.changed) filter (where p.changed is not null), '[]')`.as("counts"),
    ]);

/** Counts of several scans, taken together. */
function added(all: ChangeCounts[]): ChangeCounts {
  const sum = noChanges();
  for (const counts of all) for (const name of Object.keys(sum) as (keyof ChangeCounts)[]) sum[name] += counts[name];
  return sum;
}

const record = ({ counts, ...row }: Omit<RescoreRecord, "changed"> & { counts: ChangeCounts[] }): RescoreRecord => ({
  ...row,
  changed: added(counts),
});

/** The scans of a rescore, in the order that it takes them. */
const scansInOrder = (db: Db, brandId: string, id: string) =>
  db
    .selectFrom("rescore_scans as p")
    .where("p.brand_id", "=", brandId)
    .where("p.rescore_id", "=", id)
    .orderBy("p.place")
    .select(SCAN_COLUMNS);

const isActive = (db: Db, brandId: string, id: string) =>
  db
    .selectFrom("rescores")
    .where("brand_id", "=", brandId)
    .where("id", "=", id)
    .where("status", "in", ACTIVE)
    .select("id");

export const rescoreStore = (db: Db): RescoreStore => ({
  async insert(brandId, { id, dryRun, at }, which) {
    const inserted = await db
      .insertInto("rescores")
      .values({ brand_id: brandId, id, status: "queued", dry_run: dryRun, cancelled: false, created_at: at })
      .onConflict((conflict) =>
        conflict.column("brand_id").where(sql<boolean>`status in ('queued', 'running')`).doNothing(),
      )
      .returning("id")
      .executeTakeFirst();
    if (!inserted) return false;
    await insertScans(db, brandId, id, which);
    return true;
  },

  list: async (brandId, limit) => (await sums(db, brandId).limit(limit).execute()).map(record),

  async get(brandId, id) {
    const row = await sums(db, brandId).where("r.id", "=", id).executeTakeFirst();
    return row ? record(row) : null;
  },

  scansOf: (brandId, id) => scansInOrder(db, brandId, id).execute() as Promise<RescoredScan[]>,

  async activeId(brandId) {
    const row = await db
      .selectFrom("rescores")
      .where("brand_id", "=", brandId)
      .where("status", "in", ACTIVE)
      .select("id")
      .executeTakeFirst();
    return row?.id ?? null;
  },

  unfinished: () =>
    db
      .selectFrom("rescores")
      .where("status", "in", ACTIVE)
      .orderBy("created_at")
      .select(["brand_id as brandId", "id"])
      .execute(),

  async markRunning(brandId, id, at) {
    await db
      .updateTable("rescores")
      .set({ status: "running", started_at: at })
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .where("status", "=", "queued")
      .execute();
  },

  async nextScan(brandId, id) {
    const row = await scansInOrder(db, brandId, id)
      .where("p.finished", "=", false)
      .where(({ exists }) => exists(isActive(db, brandId, id)))
      .limit(1)
      .executeTakeFirst();
    return (row as RescoredScan | undefined) ?? null;
  },

  async advance(brandId, id, scanId, { done_answers, after_id, changed, sample }) {
    const { numUpdatedRows } = await db
      .updateTable("rescore_scans")
      .set({ done_answers, after_id, changed: JSON.stringify(changed), sample: JSON.stringify(sample) })
      .where("brand_id", "=", brandId)
      .where("rescore_id", "=", id)
      .where("scan_id", "=", scanId)
      .where(({ exists }) => exists(isActive(db, brandId, id)))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  async finishScan(brandId, id, scanId, score) {
    await db
      .updateTable("rescore_scans")
      .set({ finished: true, score_after: score })
      .where("brand_id", "=", brandId)
      .where("rescore_id", "=", id)
      .where("scan_id", "=", scanId)
      .execute();
  },

  async end(brandId, id, { at, ...end }) {
    const { numUpdatedRows } = await db
      .updateTable("rescores")
      .set({ ...end, completed_at: at })
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .where("status", "in", ACTIVE)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
});
