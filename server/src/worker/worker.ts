import type { FastifyBaseLogger } from "fastify";
import type { PgBoss } from "pg-boss";
import type { Deps } from "../app/ports.ts";
import { runLane } from "../app/run-lane.ts";
import { runSchedules } from "../app/run-schedules.ts";
import type { Lane } from "../app/stores.ts";

const LANES_AT_ONCE = 4;
const HEARTBEAT_SECONDS = 20;
const RETRIES = 1000;
const DAY_SECONDS = 86_400;
const STOP_LIMIT_MS = 5000;
const SCHEDULE_CHECK_MS = 15_000;
// A new job wakes only who is idle: whoever finishes a lane looks for the next one at once, and all look now and then.
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

export type Worker = { ready: () => Promise<void>; stop: () => Promise<void> };

type Settings = {
  boss: PgBoss;
  queue: string;
  /** No other process can be at work on the database: lanes that were being run when it last ended are nobody's. */
  alone: boolean;
  deps: Deps;
  logger: FastifyBaseLogger;
  onLane: (engine: string, outcome: "done" | "failed") => void;
};

/** Takes lanes off the queue. A worker that dies stops its heartbeat, and its lanes go to another. */
export async function startWorker({ boss, queue, alone, deps, logger, onLane }: Settings): Promise<Worker> {
  const stopping = new AbortController();
  let running = false;

  await boss.createQueue(queue, {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: RETRIES,
    retryDelay: 1,
    expireInSeconds: DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    notify: true,
  });
  if (alone) await releaseLanes(boss, queue);
  const run = async (lane: Lane) => {
    try {
      const ended = await runLane(deps, lane, stopping.signal);
      if (ended) logger.info({ brandId: lane.brandId, scanId: lane.scanId, status: ended }, "a scan ended");
      onLane(lane.engine, "done");
    } catch (error) {
      if (!stopping.signal.aborted) {
        onLane(lane.engine, "failed");
        logger.error({ err: error, ...lane }, "a lane failed; it will be tried again");
      }
      throw error;
    }
  };
  for (let count = 0; count < LANES_AT_ONCE; count++) {
    const id: string = await boss.work<Lane>(queue, POLLING, async (jobs) => {
      for (const { data: lane } of jobs) await run(lane).finally(() => boss.notifyWorker(id));
    });
  }
  const schedules = setInterval(() => void startDue(deps, logger), SCHEDULE_CHECK_MS);
  running = true;

  return {
    ready: async () => {
      if (!running) throw new Error("the worker is stopped");
      await boss.getQueue(queue);
    },
    stop: async () => {
      running = false;
      clearInterval(schedules);
      stopping.abort(new Error("the process is stopping"));
      await boss.stop({ graceful: true, timeout: STOP_LIMIT_MS, close: true });
    },
  };
}

/** Without this they would wait until their heartbeat is missed. */
async function releaseLanes(boss: PgBoss, queue: string): Promise<void> {
  const orphans = (await boss.findJobs(queue)).filter(({ state }) => state === "active").map(({ id }) => id);
  if (orphans.length > 0) await boss.fail(queue, orphans);
}

async function startDue(deps: Deps, logger: FastifyBaseLogger): Promise<void> {
  try {
    for (const outcome of await runSchedules(deps)) {
      logger.info(outcome, "started" in outcome ? "a scheduled scan was started" : "a scheduled scan was skipped");
    }
  } catch (error) {
    logger.error({ err: error }, "the schedules could not be looked through");
  }
}
