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
});
