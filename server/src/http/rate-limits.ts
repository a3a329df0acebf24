import type { FastifyReply } from "fastify";
import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../app/problem.ts";

const WINDOW_SECONDS = 60;
const BAD_KEYS_PER_MINUTE = 20;

export type MakeLimiter = (name: string, points: number, seconds: number) => RateLimiterAbstract;

export const memoryLimiter: MakeLimiter = (name, points, duration) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration });

type Rates = { readsPerMinute: number; writesPerMinute: number };
type Kind = "read" | "write";

/** Counts one request; a limiter reports a refusal by rejecting with the same kind of result. */
async function count(limiter: RateLimiterAbstract, who: string): Promise<{ result: RateLimiterRes; refused: boolean }> {
  try {
    return { result: await limiter.consume(who), refused: false };
  } catch (result) {
    if (result instanceof Error) throw result;
    return { result: result as RateLimiterRes, refused: true };
  }
}

function writeHeaders(reply: FastifyReply, limit: number, result: RateLimiterRes, nowMs: number): number {
  const waitSeconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  reply.header("X-RateLimit-Limit", limit);
  reply.header("X-RateLimit-Remaining", Math.max(0, result.remainingPoints));
  reply.header("X-RateLimit-Reset", Math.ceil((nowMs + result.msBeforeNext) / 1000));
  return waitSeconds;
}

/** Reads and writes of a key are counted apart, in windows of a minute that start with the first request. */
export function rateLimits(make: MakeLimiter, rates: Rates, now: () => string) {
  const limits = { read: rates.readsPerMinute, write: rates.writesPerMinute };
  const limiters = {
    read: make("reads", limits.read, WINDOW_SECONDS),
    write: make("writes", limits.write, WINDOW_SECONDS),
  };
  const badKeys = make("bad_keys", BAD_KEYS_PER_MINUTE, WINDOW_SECONDS);

  return {
    async countRequest(reply: FastifyReply, kind: Kind, keyId: string): Promise<void> {
      const { result, refused } = await count(limiters[kind], keyId);
      const wait = writeHeaders(reply, limits[kind], result, Date.parse(now()));
      if (!refused) return;
      reply.header("Retry-After", wait);
      throw new Problem(
        "rate_limited",
        `More than ${limits[kind]} ${kind} requests in a minute. Try again in ${wait} s.`,
      );
    },

    /** Someone who guesses keys is made to wait; a right key from the same address still works. */
    async countBadKey(reply: FastifyReply, address: string): Promise<void> {
      const { result, refused } = await count(badKeys, address);
      if (!refused) return;
      const wait = writeHeaders(reply, BAD_KEYS_PER_MINUTE, result, Date.parse(now()));
      reply.header("Retry-After", wait);
      throw new Problem("rate_limited", `Too many invalid API keys from this address. Try again in ${wait} s.`);
    },
  };
}
export type RateLimits = ReturnType<typeof rateLimits>;
