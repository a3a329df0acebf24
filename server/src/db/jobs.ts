import { sql } from "kysely";
import { fromKysely, type PgBoss } from "pg-boss";
import type { Job, JobQueue, Queued } from "../app/stores.ts";
import type { Db } from "./database.ts";

export const LANES = "lanes";
export const TASKS = "tasks";

/** Jobs are rows like any other: they are stored in the transaction that makes them necessary. */
export function jobQueue(db: Db, boss: PgBoss): JobQueue {
  const enqueue = async (queue: string, jobs: Job[]) =>
    void (await boss.insert(
      queue,
      jobs.map((data) => ({ data })),
      { db: fromKysely(db) },
    ));
  const inQueue = async <J extends Job>(queue: string): Promise<Queued<J>[]> => {
    const { rows } = await sql<{ id: string; data: J; started_at: string | null }>`
      select id, data, case when state = 'active' then started_on end as started_at
      from pgboss.job where name = ${queue} and state in ('created', 'retry', 'active')`.execute(db);
    return rows.map(({ id, data, started_at }) => ({ jobId: id, job: data, startedAt: started_at }));
  };
  return {
    enqueueLanes: (lanes) => enqueue(LANES, lanes),
    lanesInQueue: () => inQueue(LANES),
    enqueueTask: (task) => enqueue(TASKS, [task]),
    tasksInQueue: () => inQueue(TASKS),
  };
}
