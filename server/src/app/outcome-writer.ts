import type { Outcome } from "./ask-query.ts";
import { monthOf, whySpent } from "./check-budget.ts";
import type { Deps } from "./ports.ts";
import type { Lane, Stores } from "./stores.ts";

/** How long to wait before the next try: an answer is paid for, and a database that restarts is soon back. */
const WRITE_AGAIN_MS = [200, 1000, 3000, 6000, 10_000, 10_000];

type Entry = { outcome: Outcome; done: () => void; failed: (error: unknown) => void };

/** What a lane hears when its outcomes are stored. */
export type LaneNews = {
  /** The scan has ended: nobody wants the rest. */
  onOver: () => void;
  /** No further question is to be asked; those under way are still wanted. */
  onClosing: (reason: string) => void;
};

/** Enough for a transaction's own cost to be small beside theirs, and few enough that nobody waits long for the others. */
const BATCH = 32;

/**
 * Stores outcomes as they come; those that come while a transaction runs share the next one, so that a fast engine
 * does not wait for a commit each. `underWay` is how many outcomes can still come before those here are stored.
 */
export function outcomeWriter(
  deps: Deps,
  lane: Lane,
  { underWay, ...news }: LaneNews & { underWay: () => number },
  signal: AbortSignal,
): (outcome: Outcome) => Promise<void> {
  const gathered: Entry[] = [];
  let writing = false;
  let onGathered = () => {};

  const gather = async () => {
    const isEnough = () => gathered.length >= Math.min(BATCH, underWay());
    if (deps.gatherMs === 0 || isEnough()) return;
    const enough = new AbortController();
    onGathered = () => isEnough() && enough.abort();
    await deps.pause(deps.gatherMs, AbortSignal.any([signal, enough.signal])).catch(() => undefined);
  };

  // Answers alone are stored by a statement that is a transaction in itself.
  const store = (outcomes: Outcome[]) =>
    outcomes.every(({ kind }) => kind === "answered")
      ? storeOutcomes(deps, deps.stores, lane, outcomes, news)
      : deps.write(lane.brandId, (stores) => storeOutcomes(deps, stores, lane, outcomes, news));

  const writeAlone = async ({ outcome, done, failed }: Entry) => {
    try {
      await persistently(deps, () => store([outcome]), signal);
      done();
    } catch (error) {
      if (signal.aborted) failed(error);
      else await store([unstorable(outcome)]).then(done, failed);
    }
  };

  const writeTogether = async (batch: Entry[]) => {
    try {
      await store(batch.map(({ outcome }) => outcome));
      for (const { done } of batch) done();
    } catch {
      // One of them may be what cannot be stored: it must not keep the others out.
      await Promise.all(batch.map(writeAlone));
    }
  };

  const writeAll = async () => {
    writing = true;
    while (gathered.length > 0) {
      await gather();
      await writeTogether(gathered.splice(0, BATCH));
    }
    writing = false;
  };

  return (outcome) =>
    new Promise((done, failed) => {
      gathered.push({ outcome, done, failed });
      if (writing) onGathered();
      else void writeAll();
    });
}

async function persistently(
  { pause }: Pick<Deps, "pause">,
  write: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (const waitMs of WRITE_AGAIN_MS) {
    try {
      return await write();
    } catch (error) {
      if (signal.aborted) throw error;
      await pause(waitMs, signal).catch(() => undefined);
    }
  }
  return write();
}

const unstorable = (outcome: Outcome): Outcome =>
  outcome.kind === "answered"
    ? { kind: "failed", id: outcome.answered.id, reason: "The answer came, but could not be stored." }
    : outcome;

async function storeOutcomes(
  deps: Deps,
  stores: Stores,
  { brandId, scanId }: Lane,
  outcomes: Outcome[],
  { onOver, onClosing }: LaneNews,
): Promise<void> {
  const answered = outcomes.flatMap((outcome) => (outcome.kind === "answered" ? [outcome.answered] : []));
  const standing = await stores.results.answer(brandId, scanId, answered, monthOf(deps.now()));
  // Cancelled while the engine was answering: a scan that has ended does not change any more.
  if (!standing.isActive) return onOver();
  for (const [reason, failed] of Map.groupBy(outcomes, (one) => (one.kind === "failed" ? one.reason : null))) {
    const ids = failed.flatMap((one) => (one.kind === "failed" ? [one.id] : []));
    if (reason !== null) await stores.results.fail(brandId, scanId, ids, reason, deps.now());
  }
  const spent = whySpent(standing, deps.now());
  if (spent !== null) onClosing(spent);
}
