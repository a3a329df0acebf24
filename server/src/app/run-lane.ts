import type { ScanStatus } from "@answerscope/api";
import { askQuery, type LaneView } from "./ask-query.ts";
import { budgetSpent } from "./check-budget.ts";
import { engineAccess } from "./engine-access.ts";
import { activeScan, failRest } from "./fail-rest.ts";
import { finishScan } from "./finish-scan.ts";
import { outcomeWriter } from "./outcome-writer.ts";
import type { Deps } from "./ports.ts";
import { subjectOf } from "./read-reply.ts";
import type { Lane, ScanRecord, WaitingQuery } from "./stores.ts";
import { watchActive } from "./watch-active.ts";

/** More than nearly every lane holds, so that a lane rarely runs dry between two pages. */
const PAGE_QUERIES = 5000;
/** Queries that wait to try again must not hold up the others. */
const TURNS_PER_PLACE = 3;
/** Calls that begin together come back together, and are then held up by each other, round after round. */
const APART_MS = 5;

/** `draining`: take nothing new, but wait for what is under way. `signal`: stop at once. */
export type LaneLife = { signal: AbortSignal; draining: AbortSignal };

/**
 * Asks one engine everything that is still waiting for it, then finishes the scan if nothing waits any more, unless there
 * is another round to it; gives the status that the scan ended with if it did.
 */
export async function runLane(deps: Deps, lane: Lane, { signal, draining }: LaneLife): Promise<ScanStatus | null> {
  const { brandId, scanId, engine } = lane;
  await deps.write(brandId, (stores) => stores.scans.markRunning(brandId, scanId, deps.now()));

  for (;;) {
    const scan = await activeScan(deps.stores, brandId, scanId);
    if (!scan) return null;
    signal.throwIfAborted();
    draining.throwIfAborted();
    const waiting = await deps.stores.results.waiting(brandId, scanId, engine, PAGE_QUERIES);
    if (waiting.length === 0) {
      const status = await finishScan(deps, brandId, scanId, engine);
      if (status === "running") continue;
      return status;
    }
    await askAll(deps, lane, await viewOf(deps, lane, scan, waiting), waiting, { signal, draining });
  }
}

/** Keeps as many questions under way as the engine takes, until all are settled or no more are to be asked. */
async function askAll(deps: Deps, lane: Lane, view: LaneView, waiting: WaitingQuery[], life: LaneLife): Promise<void> {
  const { signal, draining } = life;
  // Aborted when nobody wants the answers any more: the scan has ended.
  const over = new AbortController();
  const within = AbortSignal.any([signal, over.signal]);
  const closed = new AbortController();
  const close = (reason: string) => closed.abort(reason);
  const spent = await budgetSpent(deps.stores, lane.brandId, deps.now());
  if (spent !== null) close(spent);
  let underWay = 0;
  const news = { underWay: () => underWay, onOver: () => over.abort(), onClosing: close };
  const ends = {
    settle: outcomeWriter(deps, lane, news, signal),
    closing: AbortSignal.any([closed.signal, draining]),
    close,
    onCall: (change: 1 | -1) => {
      underWay += change;
    },
  };
  const queue = waiting.values();

  const takeTurns = async (nth: number) => {
    if (nth > 0) await deps.pause(nth * APART_MS, within).catch(() => undefined);
    for (const query of queue) {
      if (within.aborted || ends.closing.aborted) return;
      await askQuery(deps, view, query, ends, within).catch((error) => {
        if (!within.aborted) throw error;
      });
    }
  };
  const watching = watchActive(deps, lane, over, within);
  try {
    const turns = Math.min(waiting.length, deps.gateOf(lane.engine).most * TURNS_PER_PLACE);
    await Promise.all(Array.from({ length: turns }, (_, nth) => takeTurns(nth)));
  } finally {
    over.abort();
    await watching;
  }
  signal.throwIfAborted();
  if (closed.signal.aborted) await failRest(deps, lane, String(closed.signal.reason));
}

async function viewOf(deps: Deps, lane: Lane, scan: ScanRecord, waiting: WaitingQuery[]): Promise<LaneView> {
  const brand = await deps.stores.brands.get(lane.brandId);
  const access = await engineAccess(deps.vault, deps.stores, brand);
  const topics: LaneView["topics"] = new Map();
  for (const topicId of new Set(waiting.map((query) => query.topicId))) {
    const topic = await deps.stores.topics.get(lane.brandId, topicId);
    if (topic)
      topics.set(topicId, { topic, reader: { subject: subjectOf(brand, topic), weights: scan.score_weights } });
  }
  return { lane, brand, access, topics };
}
