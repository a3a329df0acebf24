import type { EngineError, EngineErrorKind } from "./engine-error.ts";

/** What to do about a failed call: ask again after a wait, give the query up, or stop asking this engine at all. */
export type Verdict = { do: "again"; afterMs: number } | { do: "give_up" } | { do: "stop_engine" };

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** An engine that asks for more patience than this is treated as if it had asked for this much. */
const LONGEST_RETRY_AFTER_MS = 300_000;

// How often a query is asked in all. A rate limit says nothing against the query, so it is patient; a refusal or a
// request that the engine cannot accept would be the same the next time, and every call may cost money.
const ATTEMPTS: Record<EngineErrorKind, number> = {
  rate_limited: 10,
  overloaded: 5,
  timeout: 3,
  malformed: 3,
  refused: 1,
  bad_request: 1,
  auth: 1,
};

/**
 * Judges the attempt-th failure (from 1) of a query. `luck`, from 0 to 1, spreads the waits (full jitter), so that
 * queries that failed together do not come back together.
 */
export function judgeFailure(error: EngineError, attempt: number, luck: number): Verdict {
  if (error.kind === "auth") return { do: "stop_engine" };
  if (attempt >= ATTEMPTS[error.kind]) return { do: "give_up" };
  const backOffMs = luck * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  if (error.retryAfterMs === null) return { do: "again", afterMs: backOffMs };
  // Never before the engine said, and not all at the very moment it said.
  return { do: "again", afterMs: Math.min(LONGEST_RETRY_AFTER_MS, error.retryAfterMs) + backOffMs / 4 };
}
