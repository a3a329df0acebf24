import type { FastifyBaseLogger } from "fastify";
import type { PgBoss } from "pg-boss";
import type { Deps, Lane } from "../app/ports.ts";
import { runLane } from "../app/run-lane.ts";

const LANES_AT_ONCE = 4;
const HEARTBEAT_SECONDS = 20;
const RETRIES = 1000;
const DAY_SECONDS = 86_400;
const STOP_LIMIT_MS = 5000;
// A new job wakes only who is idle: whoever finishes a lane looks for the next one at once, and all look now and then.
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

export type Worker = { ready: () => Promise<void>; stop: () => Promise<void> };

type Settings = {
  boss: PgBoss;
  queue: string;
  deps: Deps;
  logger: FastifyBaseLogger;
  onLane: (engine: string, outcome: "done" | "failed") => void;
};

/** Takes lanes off the queue. A worker that dies stops its heartbeat, and its lanes go to another. */
export async function startWorker({ boss, queue, deps, logger, onLane }: Settings): Promise<Worker> {
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
  const run = async (lane: Lane) => {
    try {
      await runLane(deps, lane, stopping.signal);
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
  running = true;

  return {
    ready: async () => {
      if (!running) throw new Error("the worker is stopped");
    },
    stop: async () => {
      running = false;
      stopping.abort(new Error("the process is stopping"));
      await boss.stop({ graceful: true, timeout: STOP_LIMIT_MS, close: true });
    },
  };
}
