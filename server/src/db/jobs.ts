import { sql } from "kysely";
import { fromKysely, type PgBoss } from "pg-boss";
import type { JobQueue, Lane } from "../app/stores.ts";
import type { Db } from "./database.ts";

export const LANES = "lanes";

/** Jobs are rows like any other: they are stored in the transaction that makes them necessary. */
export const jobQueue = (db: Db, boss: PgBoss): JobQueue => ({
  async enqueueLanes(lanes: Lane[]) {
    await boss.insert(
      LANES,
      lanes.map((lane) => ({ data: lane })),
      { db: fromKysely(db) },
    );
  },

  async lanesInQueue() {
    const { rows } = await sql<{ id: string; data: Lane; started_at: string | null }>`
      select id, data, case when state = 'active' then started_on end as started_at
      from pgboss.job where name = ${LANES} and state in ('created', 'retry', 'active')`.execute(db);
    return rows.map(({ id, data, started_at }) => ({ jobId: id, lane: data, startedAt: started_at }));
  },
});
