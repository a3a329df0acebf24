import { ACTIVE_SCAN_STATUSES } from "@answerscope/api";
import type { Outcome } from "./ask-query.ts";
import type { Deps } from "./ports.ts";
import type { Lane, Stores } from "./stores.ts";

type Entry = { outcome: Outcome; done: () => void; failed: (error: unknown) => void };

/**
 * Stores outcomes as they come; those that come while a transaction runs share the next one, so that a fast engine
 * does not wait for a commit each. `onOver` hears when the lane has nothing more to ask for.
 */
export function outcomeWriter(deps: Deps, lane: Lane, onOver: () => void): (outcome: Outcome) => Promise<void> {
  let gathered: Entry[] = [];
  let writing = false;

  const writeAll = async () => {
    writing = true;
    while (gathered.length > 0) {
      const batch = gathered;
      gathered = [];
      try {
        const outcomes = batch.map(({ outcome }) => outcome);
        if (!(await deps.write(lane.brandId, (stores) => storeOutcomes(deps, stores, lane, outcomes)))) onOver();
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = false;
  };

  return (outcome) =>
    new Promise((done, failed) => {
      gathered.push({ outcome, done, failed });
      if (!writing) void writeAll();
    });
}

/** False when the lane is over. */
async function storeOutcomes(deps: Deps, stores: Stores, lane: Lane, outcomes: Outcome[]): Promise<boolean> {
  const { brandId, scanId, engine } = lane;
  // Cancelled while the engine was answering: a scan that has ended does not change any more.
  const scan = await stores.scans.get(brandId, scanId);
  if (!scan || !ACTIVE_SCAN_STATUSES.includes(scan.status)) return false;

  await stores.results.answer(
    brandId,
    scanId,
    outcomes.flatMap((outcome) => (outcome.kind === "answered" ? [outcome.answered] : [])),
  );
  for (const outcome of outcomes) {
    if (outcome.kind === "failed") {
      await stores.results.fail(brandId, scanId, [outcome.id], outcome.reason, deps.now());
    }
  }
  const stopped = outcomes.find((outcome) => outcome.kind === "engine_stopped");
  if (!stopped) return true;
  await stores.results.failWaiting(brandId, scanId, engine, stopped.reason, deps.now());
  return false;
}
