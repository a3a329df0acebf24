import { randomBytes, randomUUIDv7 } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import { gatesOf } from "./app/adaptive-gate.ts";
import type { CassetteQuery, CassetteScan } from "./app/cassette.ts";
import { type FirstStartSettings, firstStart, type Started } from "./app/first-start.ts";
import type { Deps, PeopleDeps } from "./app/ports.ts";
import { rebuildRollups } from "./app/rebuild-rollups.ts";
import { replayCassette } from "./app/replay-cassette.ts";
import { derivedSecret, openVault } from "./app/sealed-text.ts";
import { setupToken } from "./app/sign-up.ts";
import { markMade } from "./db/data-folder.ts";
import { type DatabaseSettings, type OpenDatabase, openDatabase } from "./db/database.ts";
import { LANES, TASKS } from "./db/jobs.ts";
import { migrate } from "./db/migrate.ts";
import { postgresLimiter } from "./db/postgres-limiter.ts";
import { serverSecret } from "./db/server-secret.ts";
import { snapshotOn, storesOn, writeOn } from "./db/stores.ts";
import { DEFAULT_WEIGHTS, type ScoreWeights } from "./domain/score.ts";
import { engineDirectory } from "./engines/index.ts";
import { createMetrics } from "./http/metrics.ts";
import { showScanDetail } from "./http/present.ts";
import { memoryLimiter } from "./http/rate-limits.ts";
import { buildServer } from "./http/server.ts";
import { openSessions } from "./sessions/index.ts";
import { startWorker } from "./worker/worker.ts";

export type ReadySettings = {
  engines: { variables: Record<string, string | undefined>; timeoutMs: number; concurrency: number };
  defaultWeights: ScoreWeights;
  secretKey: string | undefined;
  database: Pick<DatabaseSettings, "url" | "folder">;
  first: FirstStartSettings;
  /** Hears of a database that is gone for good: nothing works without it. */
  onLost: (error: Error) => void;
  onProgress: (done: number, of: number) => void;
};

export type ProductSettings = ReadySettings & {
  rates: { readsPerMinute: number; writesPerMinute: number; store: "memory" | "postgres" };
  /** Only this machine can reach the server. */
  local: boolean;
  trustedProxies: string[];
  logger: Logger;
};

export type Product = {
  app: Awaited<ReturnType<typeof buildServer>>;
  deps: Deps & PeopleDeps;
  database: OpenDatabase;
  started: Started;
  /** What the first owner must know; null where nobody needs it. */
  setupToken: string | null;
  stop: () => Promise<void>;
};

/** A statement of the embedded database costs about as much as storing five answers. */
const GATHER_MS = { pglite: 180, postgres: 5 };

/** Secrets for many purposes, from the one that the operator gave or the database keeps. */
function secretsOn({ db }: OpenDatabase, secretKey: string | undefined): PeopleDeps["secretFor"] {
  let source = secretKey;
  return async (purpose) => {
    source ??= await serverSecret(db, randomBytes(32).toString("hex"));
    return derivedSecret(source, purpose).toString("hex");
  };
}

/** People's passwords and sessions, and transactions that hold them together with everything else. */
function sessionsOn({ db, boss }: OpenDatabase, secretFor: PeopleDeps["secretFor"], logger: Logger | undefined) {
  const opened = openSessions(db, {
    secret: () => secretFor("sessions"),
    newId: () => randomUUIDv7(),
    onError: (message, details) => logger?.error({ details }, `better-auth: ${message}`),
  });
  const transact: PeopleDeps["transact"] = async (work) => {
    // Loaded before, since the embedded database has one connection: a transaction would wait for itself.
    await opened.ready();
    return db
      .transaction()
      .execute((inside) => work({ stores: storesOn(inside, boss), sessions: opened.within(inside) }));
  };
  return { sessions: opened.sessions, transact };
}

type DepsSettings = Pick<ReadySettings, "engines" | "secretKey" | "defaultWeights"> & { logger?: Logger };

/** The adapters around an open database, as ports. */
function depsOn(database: OpenDatabase, settings: DepsSettings): Deps & PeopleDeps {
  const { db, boss, kind } = database;
  const secretFor = secretsOn(database, settings.secretKey);
  return {
    ...sessionsOn(database, secretFor, settings.logger),
    secretFor,
    stores: storesOn(db, boss),
    write: writeOn(db, boss),
    snapshot: snapshotOn(db, boss),
    engines: engineDirectory({ ...settings.engines, fetch }),
    defaultWeights: settings.defaultWeights,
    now: () => new Date().toISOString(),
    newId: () => randomUUIDv7(),
    randomBytes,
    vault: settings.secretKey === undefined ? null : openVault(settings.secretKey),
    gatherMs: GATHER_MS[kind],
    gateOf: gatesOf(settings.engines.concurrency),
    pause: (ms, signal) => setTimeout(ms, undefined, { signal }),
    luck: Math.random,
  };
}

type Ready = { database: OpenDatabase; deps: Deps & PeopleDeps; started: Started };

/** A database that is up to date and has a brand in it. */
async function openReady(settings: ReadySettings & { logger?: Logger }): Promise<Ready> {
  const database = await openDatabase({ ...settings.database, onLost: settings.onLost });
  try {
    await migrate(database.db);
    const deps = depsOn(database, settings);
    return { database, deps, started: await firstStart(deps, settings.first, settings.onProgress) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Makes what a first start makes, and nothing else. */
export async function prepareDatabase(settings: ReadySettings): Promise<Started> {
  const { database, started } = await openReady(settings);
  await database.close();
  if (settings.database.url === undefined && settings.database.folder !== undefined) markMade(settings.database.folder);
  return started;
}

/** Brings all that is kept beside the rows in line with them again. */
export async function rebuildDatabase(settings: ReadySettings, onProgress: (done: number, total: number) => void) {
  const { database, deps } = await openReady(settings);
  try {
    return await rebuildRollups(deps, onProgress);
  } finally {
    await database.close();
  }
}

/** Puts the parts together, ready to listen. */
export async function composeProduct(settings: ProductSettings): Promise<Product> {
  const { logger } = settings;
  const { database, deps, started } = await openReady(settings);
  const { db, boss } = database;
  try {
    boss.on("error", (error) => logger.error({ err: error }, "the job queue reported an error"));
    await boss.start();
    const metrics = createMetrics();
    const onLane = (engine: string, outcome: string) => metrics.lanes.inc({ engine, outcome });
    const worker = await startWorker({
      boss,
      queues: { lanes: LANES, tasks: TASKS },
      locks: database.jobLocks,
      deps,
      logger,
      onLane,
    });
    const app = await buildServer({
      deps,
      rates: settings.rates,
      local: settings.local,
      trustedProxies: settings.trustedProxies,
      makeLimiter: settings.rates.store === "postgres" ? postgresLimiter(database) : memoryLimiter,
      checks: {
        database: async () => void (await sql`select 1`.execute(db)),
        worker: worker.ready,
      },
      metrics,
      logger,
    });
    const stop = async () => {
      await app.close();
      await worker.stop();
      await database.close();
    };
    const needsToken = !settings.local && !(await deps.stores.people.hasOwner());
    return { app, deps, database, started, setupToken: needsToken ? await setupToken(deps) : null, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Runs a recorded scan again in a database of its own, in memory; nothing outside of it is asked or changed. */
export async function replayScan(first: CassetteScan, queries: CassetteQuery[]) {
  const database = await openDatabase({ url: undefined, folder: undefined, onLost: () => undefined });
  try {
    await migrate(database.db);
    const engines = { variables: {}, timeoutMs: 1, concurrency: 1 };
    const deps = depsOn(database, { engines, secretKey: undefined, defaultWeights: DEFAULT_WEIGHTS });
    const { scan, rows, differences } = await replayCassette(deps, first, queries);
    return { detail: showScanDetail(scan, rows), differences };
  } finally {
    await database.close();
  }
}
