import { randomBytes, randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import type { Logger } from "pino";
import { type FirstStartSettings, firstStart, type Started } from "./app/first-start.ts";
import type { Deps } from "./app/ports.ts";
import { type DatabaseSettings, type OpenDatabase, openDatabase } from "./db/database.ts";
import { LANES } from "./db/jobs.ts";
import { migrate } from "./db/migrate.ts";
import { postgresLimiter } from "./db/postgres-limiter.ts";
import { storesOn, writeOn } from "./db/stores.ts";
import { engineDirectory } from "./engines/index.ts";
import { createMetrics } from "./http/metrics.ts";
import { memoryLimiter } from "./http/rate-limits.ts";
import { buildServer } from "./http/server.ts";
import { startWorker } from "./worker/worker.ts";

export type ProductSettings = {
  database: Pick<DatabaseSettings, "url" | "folder">;
  first: FirstStartSettings;
  rates: { readsPerMinute: number; writesPerMinute: number; store: "memory" | "postgres" };
  logger: Logger;
  /** Hears of a database that is gone for good: nothing works without it. */
  onLost: (error: Error) => void;
  onProgress: (done: number, of: number) => void;
};

export type Product = {
  app: Awaited<ReturnType<typeof buildServer>>;
  deps: Deps;
  database: OpenDatabase;
  started: Started;
  stop: () => Promise<void>;
};

/** Puts the parts together, ready to listen. */
export async function composeProduct(settings: ProductSettings): Promise<Product> {
  const { logger } = settings;
  const database = await openDatabase({ ...settings.database, onLost: settings.onLost });
  try {
    const { db, boss } = database;
    await migrate(db);
    const deps: Deps = {
      stores: storesOn(db, boss),
      write: writeOn(db, boss),
      engines: engineDirectory(),
      now: () => new Date().toISOString(),
      newId: () => randomUUIDv7(),
      randomBytes,
    };
    const started = await firstStart(deps, settings.first, settings.onProgress);

    boss.on("error", (error) => logger.error({ err: error }, "the job queue reported an error"));
    await boss.start();
    const metrics = createMetrics();
    const onLane = (engine: string, outcome: string) => metrics.lanes.inc({ engine, outcome });
    const worker = await startWorker({ boss, queue: LANES, deps, logger, onLane });
    const app = await buildServer({
      deps,
      rates: settings.rates,
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
    return { app, deps, database, started, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}
