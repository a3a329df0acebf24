import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { OpenDatabase } from "./database.ts";

/** Counts requests in the database, for several processes that serve the same keys. */
export const postgresLimiter =
  ({ pool }: Pick<OpenDatabase, "pool">) =>
  (name: string, points: number, seconds: number): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
      clearExpiredByTimeout: true,
    });
