import { setTimeout } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { PgBoss } from "pg-boss";
import type { Deps, JobLocks } from "../app/ports.ts";
import type { LaneLife } from "../app/run-lane.ts";
import type { Job, Queued } from "../app/stores.ts";

/** Only for a lock that outlives its process: usually the lock is what tells. */
const HEARTBEAT_SECONDS = 60;
const RETRIES = 1000;
const RETRY_SECONDS = 1;
const DAY_SECONDS = 86_400;
const LOCK_AGAIN_MS = 1000;
/** Between taking a job and taking its lock a process is not to be thought dead. */
const TAKING_MS = 5000;
// A new job wakes whoever is idle, and whoever finishes a job looks for the next one at once. Looking costs more than
// waking, so that without cause it is done seldom.
const POLLING = { pollingIntervalSeconds: 30, notifyPollingIntervalSeconds: 30 };

export type JobLife = LaneLife;

type Settings = { boss: PgBoss; locks: JobLocks; deps: Deps; logger: FastifyBaseLogger };

type Queue<J extends Job> = {
  name: string;
  /** How many are done at a time in this process. */
  atOnce: number;
  inQueue: () => Promise<Queued<J>[]>;
  run: (job: J, life: JobLife) => Promise<void>;
};

export type TakenJobs = {
  underWay: ReadonlySet<Promise<void>>;
  /** Puts jobs back into the queue whose process is gone: without this they would wait for their missed heartbeat. */
  releaseOrphans: () => Promise<void>;
};

/** Does what a queue holds, each job under its lock and by one process at a time. */
export async function takeJobs<J extends Job>(settings: Settings, life: JobLife, queue: Queue<J>): Promise<TakenJobs> {
  const { boss } = settings;
  const underWay = new Set<Promise<void>>();
  const workers: string[] = [];
  // A job that is to be tried again is one that no notice is given of.
  const wakeForRetries = () =>
    void setTimeout(RETRY_SECONDS * 1100, undefined, { ref: false }).then(() => {
      for (const id of workers) boss.notifyWorker(id);
    });
  await boss.createQueue(queue.name, {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: RETRIES,
    retryDelay: RETRY_SECONDS,
    expireInSeconds: DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    notify: true,
  });
  await releaseOrphans(settings, queue, 0);
  wakeForRetries();
  for (let count = 0; count < queue.atOnce; count++) {
    const id: string = await boss.work<J>(queue.name, POLLING, async (jobs) => {
      for (const { data: job } of jobs) {
        const done = runLocked(settings, life, queue, job);
        underWay.add(done);
        await done
          .catch((error) => {
            wakeForRetries();
            throw error;
          })
          .finally(() => {
            underWay.delete(done);
            boss.notifyWorker(id);
          });
      }
    });
    workers.push(id);
  }
  return {
    underWay,
    releaseOrphans: async () => {
      if (await releaseOrphans(settings, queue, TAKING_MS)) wakeForRetries();
    },
  };
}

async function runLocked<J extends Job>(
  { deps, locks, logger }: Settings,
  { signal, draining }: JobLife,
  { run }: Queue<J>,
  job: J,
): Promise<void> {
  try {
    // Another process may still be at it, one that was too busy to say so: what it leaves over is done here.
    let lock = await locks.take(job);
    while (lock === null) {
      await deps.pause(LOCK_AGAIN_MS, draining);
      lock = await locks.take(job);
    }
    await run(job, { signal: AbortSignal.any([signal, lock.lost]), draining }).finally(lock.release);
  } catch (error) {
    if (!draining.aborted) logger.error({ err: error, job }, "a job failed; it will be tried again");
    throw error;
  }
}

/** Says whether any job waits to be taken. */
async function releaseOrphans<J extends Job>(
  { boss, locks, deps }: Settings,
  { name, inQueue }: Queue<J>,
  takingMs: number,
): Promise<boolean> {
  const queued = await inQueue();
  const started = queued.filter(
    ({ startedAt }) => startedAt !== null && Date.parse(deps.now()) - Date.parse(startedAt) >= takingMs,
  );
  if (started.length === 0) return queued.length > 0;
  const taken = await locks.taken(started.map(({ job }) => job));
  const orphans = started.filter(({ job }) => !taken.has(job)).map(({ jobId }) => jobId);
  if (orphans.length > 0) await boss.fail(name, orphans);
  return orphans.length > 0 || queued.some(({ startedAt }) => startedAt === null);
}
