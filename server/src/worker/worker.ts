import { setTimeout } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { PgBoss } from "pg-boss";
import type { Deps, LaneLocks } from "../app/ports.ts";
import { type LaneLife, runLane } from "../app/run-lane.ts";
import { runSchedules } from "../app/run-schedules.ts";
import type { Lane } from "../app/stores.ts";
import { sweepScans } from "../app/sweep-scans.ts";

/** Lanes mostly wait for engines; how many calls run at a time is for the engines' gates to say. */
const LANES_AT_ONCE = 16;
/** Only for a lock that outlives its process: usually the lock is what tells. */
const HEARTBEAT_SECONDS = 60;
const RETRIES = 1000;
const RETRY_SECONDS = 1;
const DAY_SECONDS = 86_400;
const STOP_LIMIT_MS = 5000;
/** How long answers that are under way, and paid for, are waited for when the process stops. */
const DRAIN_MS = 3000;
const ROUND_MS = 15_000;
const LOCK_AGAIN_MS = 1000;
/** Between taking a job and taking its lock a process is not to be thought dead. */
const TAKING_MS = 5000;
// A new job wakes whoever is idle, and whoever finishes a lane looks for the next one at once. Looking costs more than
// waking, so that without cause it is done seldom.
const POLLING = { pollingIntervalSeconds: 30, notifyPollingIntervalSeconds: 30 };

export type Worker = { ready: () => Promise<void>; stop: () => Promise<void> };

type Settings = {
  boss: PgBoss;
  queue: string;
  locks: LaneLocks;
  deps: Deps;
  logger: FastifyBaseLogger;
  onLane: (engine: string, outcome: "done" | "failed") => void;
};

/** Takes lanes off the queue. A process that dies lets go of its locks, and its lanes go to another. */
export async function startWorker(settings: Settings): Promise<Worker> {
  const { boss, queue } = settings;
  const stopping = new AbortController();
  const draining = new AbortController();
  const life = { signal: stopping.signal, draining: draining.signal };
  const lanes = new Set<Promise<void>>();
  let running = false;

  await boss.createQueue(queue, {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: RETRIES,
    retryDelay: RETRY_SECONDS,
    expireInSeconds: DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    notify: true,
  });
  const workers: string[] = [];
  // A lane that is to be tried again is one that no notice is given of.
  const wakeForRetries = () =>
    void setTimeout(RETRY_SECONDS * 1100, undefined, { ref: false }).then(() => {
      for (const id of workers) boss.notifyWorker(id);
    });
  await releaseOrphans(settings, 0);
  wakeForRetries();
  for (let count = 0; count < LANES_AT_ONCE; count++) {
    const id: string = await boss.work<Lane>(queue, POLLING, async (jobs) => {
      for (const { data: lane } of jobs) {
        const done = run(settings, lane, life);
        lanes.add(done);
        await done
          .catch((error) => {
            wakeForRetries();
            throw error;
          })
          .finally(() => {
            lanes.delete(done);
            boss.notifyWorker(id);
          });
      }
    });
    workers.push(id);
  }
  // A round that takes long is not overtaken by the next.
  let round: Promise<void> | null = null;
  const startRound = () => {
    round ??= goRound(settings, wakeForRetries).finally(() => {
      round = null;
    });
  };
  startRound();
  const rounds = setInterval(startRound, ROUND_MS);
  running = true;

  return {
    ready: async () => {
      if (!running) throw new Error("the worker is stopped");
      await boss.getQueue(queue);
    },
    stop: async () => {
      running = false;
      clearInterval(rounds);
      draining.abort(new Error("the process is stopping"));
      await Promise.race([Promise.allSettled(lanes), setTimeout(DRAIN_MS, undefined, { ref: false })]);
      stopping.abort(new Error("the process is stopping"));
      await boss.stop({ graceful: true, timeout: STOP_LIMIT_MS, close: true });
      await round;
    },
  };
}

async function run({ deps, locks, logger, onLane }: Settings, lane: Lane, life: LaneLife): Promise<void> {
  const { draining } = life;
  try {
    // Another process may still be at it, one that was too busy to say so: what it leaves over is done here.
    let lock = await locks.take(lane);
    while (lock === null) {
      await deps.pause(LOCK_AGAIN_MS, draining);
      lock = await locks.take(lane);
    }
    const signal = AbortSignal.any([life.signal, lock.lost]);
    const ended = await runLane(deps, lane, { signal, draining }).finally(lock.release);
    if (ended) logger.info({ brandId: lane.brandId, scanId: lane.scanId, status: ended }, "a scan ended");
    onLane(lane.engine, "done");
  } catch (error) {
    if (!draining.aborted) {
      onLane(lane.engine, "failed");
      logger.error({ err: error, ...lane }, "a lane failed; it will be tried again");
    }
    throw error;
  }
}

/**
 * Puts lanes back into the queue whose process is gone: without this they would wait for their missed heartbeat. Says
 * whether any lane waits to be taken.
 */
async function releaseOrphans({ boss, queue, locks, deps }: Settings, takingMs: number): Promise<boolean> {
  const lanes = await deps.stores.jobs.lanesInQueue();
  const started = lanes.filter(
    ({ startedAt }) => startedAt !== null && Date.parse(deps.now()) - Date.parse(startedAt) >= takingMs,
  );
  if (started.length === 0) return lanes.length > 0;
  const taken = await locks.taken(started.map(({ lane }) => lane));
  const orphans = started.filter(({ lane }) => !taken.has(lane)).map(({ jobId }) => jobId);
  if (orphans.length > 0) await boss.fail(queue, orphans);
  return orphans.length > 0 || lanes.some(({ startedAt }) => startedAt === null);
}

/** What is to be looked after now and then: lost lanes, stuck scans, schedules that are due. */
async function goRound(settings: Settings, wakeForRetries: () => void): Promise<void> {
  const { deps, logger } = settings;
  try {
    if (await releaseOrphans(settings, TAKING_MS)) wakeForRetries();
    for (const outcome of await sweepScans(deps)) logger.warn(outcome, "a scan in progress had been left behind");
    for (const outcome of await runSchedules(deps)) {
      logger.info(outcome, "started" in outcome ? "a scheduled scan was started" : "a scheduled scan was skipped");
    }
  } catch (error) {
    logger.error({ err: error }, "looking after scans and schedules failed; it is tried again");
  }
}
