import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../app/problem.ts";

const WINDOW_SECONDS = 60;
const BAD_KEYS_PER_MINUTE = 20;
/** Whoever forgot a password has tries enough; whoever guesses has not. */
const PASSWORD_TRIES = { seconds: 300, address: 20, name: 10 };

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

const refusePassword = (reply: FastifyReply, whose: string, msBeforeNext: number): never => {
  const wait = Math.max(1, Math.ceil(msBeforeNext / 1000));
  reply.header("Retry-After", wait);
  throw new Problem("rate_limited", `Too many passwords were tried ${whose}. Try again in ${wait} s.`);
};

const allowanceOf = (limit: number, result: RateLimiterRes | null, nowMs: number) => ({
  limit,
  remaining: result ? Math.max(0, limit - result.consumedPoints) : limit,
  resets_at: result && result.msBeforeNext > 0 ? new Date(nowMs + result.msBeforeNext).toISOString() : null,
});

/** Reads and writes of a key, or of a person, are counted apart, in windows of a minute that start with the first request. */
export function rateLimits(make: MakeLimiter, rates: Rates, now: () => string) {
  const limits = { read: rates.readsPerMinute, write: rates.writesPerMinute };
  const limiters = {
    read: make("reads", limits.read, WINDOW_SECONDS),
    write: make("writes", limits.write, WINDOW_SECONDS),
  };
  const badKeys = make("bad_keys", BAD_KEYS_PER_MINUTE, WINDOW_SECONDS);
  const passwords = {
    address: make("passwords_from", PASSWORD_TRIES.address, PASSWORD_TRIES.seconds),
    name: make("passwords_for", PASSWORD_TRIES.name, PASSWORD_TRIES.seconds),
  };

  return {
    async countRequest(reply: FastifyReply, kind: Kind, who: string): Promise<void> {
      const { result, refused } = await count(limiters[kind], who);
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

    /** Counts before the password is looked at, so that many at once get no further; gives how to take it back. */
    async countPassword(reply: FastifyReply, address: string, name: string): Promise<() => Promise<void>> {
      const hash = createHash("sha256").update(name).digest("hex");
      const from = await count(passwords.address, address);
      if (from.refused) refusePassword(reply, "from this address", from.result.msBeforeNext);
      const against = await count(passwords.name, hash);
      if (against.refused) refusePassword(reply, "for this e-mail address", against.result.msBeforeNext);
      return async () => {
        await Promise.all([passwords.address.reward(address), passwords.name.delete(hash)]);
      };
    },

    /** What is left to a key or a person, without counting anything. */
    async allowances(who: string) {
      const nowMs = Date.parse(now());
      const [reads, writes] = await Promise.all([limiters.read.get(who), limiters.write.get(who)]);
      return {
        reads: allowanceOf(limits.read, reads, nowMs),
        writes: allowanceOf(limits.write, writes, nowMs),
      };
    },
  };
}
export type RateLimits = ReturnType<typeof rateLimits>;
