import { Kysely, PGliteDialect, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { fromPglite, PgBoss } from "pg-boss";
import type { JobLocks } from "../app/ports.ts";
import { embeddedPath, lockFolder } from "./data-folder.ts";
import { lockedHere, lockedInPostgres } from "./job-locks.ts";
import { UnreachableError } from "./needs-first-start.ts";
import { PgliteThread } from "./pglite-thread.ts";
import type { Schema } from "./schema.ts";
import { BIGINT_OID, isoTimestamp, TIMESTAMPTZ_OID } from "./timestamp.ts";

export type Db = Kysely<Schema>;

export type OpenDatabase = {
  db: Db;
  kind: "pglite" | "postgres";
  /** A job queue on the same database; not started. */
  boss: PgBoss;
  /** PostgreSQL's connections; the embedded database has none. */
  pool: pg.Pool | undefined;
  jobLocks: JobLocks;
  close: () => Promise<void>;
};

export type DatabaseSettings = {
  /** PostgreSQL, instead of the embedded database. */
  url: string | undefined;
  /** Where the embedded database lives; undefined keeps it in memory. */
  folder: string | undefined;
  onLost: (error: Error) => void;
};

/** Workers wake when a job is stored. */
const QUEUE = { useListenNotify: true };

export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  return settings.url === undefined ? openEmbedded(settings) : openPostgres(settings.url, settings.onLost);
}

async function openEmbedded({ folder, onLost }: DatabaseSettings): Promise<OpenDatabase> {
  const lock = folder === undefined ? undefined : lockFolder(folder);
  try {
    const pglite = await PgliteThread.open(folder === undefined ? undefined : embeddedPath(folder), onLost);
    const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) });
    const boss = new PgBoss({ db: fromPglite(pglite), backend: "pglite", ...QUEUE });
    const close = async () => {
      if (!pglite.closed) await pglite.close();
      lock?.release();
    };
    return { db, kind: "pglite", boss, pool: undefined, jobLocks: lockedHere(), close };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function openPostgres(url: string, onLost: (error: Error) => void): Promise<OpenDatabase> {
  const parsers: Record<number, (text: string) => unknown> = {
    [TIMESTAMPTZ_OID]: isoTimestamp,
    [BIGINT_OID]: Number,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    types: {
      getTypeParser: (oid: number, format?: "text") => parsers[oid] ?? pg.types.getTypeParser(oid, format),
    } as never,
  });
  // Not by the pool's options, which options in the address would replace. It runs before the connection's first query.
  pool.on("connect", (client) => {
    void client.query("set timezone to 'UTC'").catch(onLost);
    // In the middle of a transaction the pool does not listen; its query fails and says so to whoever sent it.
    client.on("error", () => undefined);
  });
  // An idle connection that the server drops is replaced at the next query; unheard, the event would end the process.
  pool.on("error", onLost);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  await sql`select 1`.execute(db).catch(async (error: Error) => {
    await pool.end();
    throw new UnreachableError(error);
  });
  const boss = new PgBoss({ connectionString: url, max: 4, ...QUEUE });
  const jobLocks = lockedInPostgres(url);
  const close = async () => {
    await jobLocks.close();
    await db.destroy();
  };
  return { db, kind: "postgres", boss, pool, jobLocks, close };
}
