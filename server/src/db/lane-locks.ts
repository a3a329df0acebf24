import pg from "pg";
import type { Lane } from "../app/stores.ts";

/** Says which lanes are being run. A lock ends with the process that took it, however that ends. */
export type LaneLocks = {
  /** Gives the way to give it back; null when another process has it. */
  take(lane: Lane): Promise<(() => Promise<void>) | null>;
  /** Those of the lanes that some process has. */
  taken(lanes: Lane[]): Promise<Set<Lane>>;
  close(): Promise<void>;
};

const nameOf = ({ scanId, engine }: Lane): string => `${scanId}:${engine}`;

/** For a database that one process alone can open. */
export function lockedHere(): LaneLocks {
  const held = new Set<string>();
  return {
    take: async (lane) => {
      const name = nameOf(lane);
      if (held.has(name)) return null;
      held.add(name);
      return async () => void held.delete(name);
    },
    taken: async (lanes) => new Set(lanes.filter((lane) => held.has(nameOf(lane)))),
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
export function lockedInPostgres(url: string): LaneLocks {
  const held = new Set<string>();
  let connection: Promise<pg.Client> | null = null;
  let closed = false;

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, keepAlive: true });
    client.on("error", () => undefined);
    await client.connect();
    client.once("end", () => {
      connection = null;
      // The locks went with it, and their lanes go on: take them again before anybody else does.
      if (held.size > 0 && !closed) void connected().catch(() => undefined);
    });
    for (const name of held) await client.query(LOCK, [name]);
    return client;
  };
  const connected = (): Promise<pg.Client> => {
    connection ??= connect().catch((error) => {
      connection = null;
      throw error;
    });
    return connection;
  };

  return {
    take: async (lane) => {
      const name = nameOf(lane);
      // The connection itself would let us take it twice.
      if (held.has(name)) return null;
      held.add(name);
      try {
        const { rows } = await (await connected()).query<{ locked: boolean }>(LOCK, [name]);
        if (rows[0]?.locked) {
          return async () => {
            held.delete(name);
            await connection?.then((client) => client.query(UNLOCK, [name])).catch(() => undefined);
          };
        }
      } catch (error) {
        held.delete(name);
        throw error;
      }
      held.delete(name);
      return null;
    },
    taken: async (lanes) => {
      const { rows } = await (await connected()).query<{ name: string }>(TAKEN, [lanes.map(nameOf)]);
      const names = new Set(rows.map(({ name }) => name));
      return new Set(lanes.filter((lane) => names.has(nameOf(lane))));
    },
    close: async () => {
      closed = true;
      held.clear();
      await connection?.then((client) => client.end()).catch(() => undefined);
    },
  };
}
