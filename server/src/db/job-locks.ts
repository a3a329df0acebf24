import { setTimeout } from "node:timers/promises";
import pg from "pg";
import type { JobLocks } from "../app/ports.ts";
import type { Job } from "../app/stores.ts";

const RECONNECT_MS = 250;

const nameOf = (job: Job): string => ("kind" in job ? `${job.kind}:${job.id}` : `${job.scanId}:${job.engine}`);

/** For a database that one process alone can open. */
export function lockedHere(): JobLocks {
  const held = new Set<string>();
  return {
    take: async (job) => {
      const name = nameOf(job);
      if (held.has(name)) return null;
      held.add(name);
      return { release: async () => void held.delete(name), lost: new AbortController().signal };
    },
    taken: async (jobs) => new Set(jobs.filter((job) => held.has(nameOf(job)))),
    close: async () => undefined,
  };
}

const LOCK = "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked";
const UNLOCK = "select pg_advisory_unlock(hashtextextended($1, 0))";
// A lock on one 64-bit number is shown as its two halves, with 1 behind them.
const TAKEN = `
  select name from unnest($1::text[]) as name
  where hashtextextended(name, 0) in (
    select (classid::bigint << 32) | objid::bigint from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
  )`;

/** PostgreSQL's advisory locks, all held by one connection of their own. */
export function lockedInPostgres(url: string): JobLocks {
  const held = new Map<string, AbortController>();
  let connection: Promise<pg.Client> | null = null;
  let closed = false;

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, keepAlive: true });
    client.on("error", () => undefined);
    await client.connect();
    client.once("end", () => {
      connection = null;
      void takeAgain();
    });
    for (const [name, lost] of held) {
      const { rows } = await client.query<{ locked: boolean }>(LOCK, [name]);
      if (!rows[0]?.locked) lost.abort(new Error("another process has taken the job over"));
    }
    return client;
  };
  /** The locks went with the connection, and their jobs go on: have them again before anybody else does. */
  const takeAgain = async () => {
    while (held.size > 0 && !closed && connection === null) {
      await connected().catch(() => setTimeout(RECONNECT_MS));
    }
  };
  const connected = (): Promise<pg.Client> => {
    connection ??= connect().catch((error) => {
      connection = null;
      throw error;
    });
    return connection;
  };

  return {
    take: async (job) => {
      const name = nameOf(job);
      // The connection itself would let us take it twice.
      if (held.has(name)) return null;
      const { rows } = await (await connected()).query<{ locked: boolean }>(LOCK, [name]);
      if (!rows[0]?.locked) return null;
      const lost = new AbortController();
      held.set(name, lost);
      const release = async () => {
        held.delete(name);
        await connection?.then((client) => client.query(UNLOCK, [name])).catch(() => undefined);
      };
      return { release, lost: lost.signal };
    },
    taken: async (jobs) => {
      const { rows } = await (await connected()).query<{ name: string }>(TAKEN, [jobs.map(nameOf)]);
      const names = new Set(rows.map(({ name }) => name));
      return new Set(jobs.filter((job) => names.has(nameOf(job))));
    },
    close: async () => {
      closed = true;
      held.clear();
      await connection?.then((client) => client.end()).catch(() => undefined);
    },
  };
}
