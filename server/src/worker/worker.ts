import { setTimeout } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { PgBoss } from "pg-boss";
import { judgeAnswers } from "../app/judge-answers.ts";
import type { Deps, JobLocks } from "../app/ports.ts";
import { runLane } from "../app/run-lane.ts";
import { runRescore } from "../app/run-rescore.ts";
import { runSchedules } from "../app/run-schedules.ts";
import type { Lane, Task } from "../app/stores.ts";
import { sweepRescores } from "../app/sweep-rescores.ts";
import { sweepScans } from "../app/sweep-scans.ts";
import { type JobLife, type TakenJobs, takeJobs } from "./take-jobs.ts";

/** Lanes mostly wait for engines; how many calls run at a time is for the engines' gates to say. */
const LANES_AT_ONCE = 16;
const TASKS_AT_ONCE = 4;
const STOP_LIMIT_MS = 5000;
/** How long answers that are under way, and paid for, are waited for when the process stops. */
const DRAIN_MS = 3000;
const ROUND_MS = 15_000;

export type Worker = { ready: () => Promise<void>; stop: () => Promise<void> };

type Settings = {
  boss: PgBoss;
  queues: { lanes: string; tasks: string };
  locks: JobLocks;
  deps: Deps;
  logger: FastifyBaseLogger;
  onLane: (engine: string, outcome: "done" | "failed") => void;
};

/** Takes jobs off the queues. A process that dies lets go of its locks, and its jobs go to another. */
export async function startWorker(settings: Settings): Promise<Worker> {
  const { boss, queues, deps } = settings;
  const stopping = new AbortController();
  const draining = new AbortController();
  const life = { signal: stopping.signal, draining: draining.signal };
  const { jobs } = deps.stores;
  const taken = [
    await takeJobs<Lane>(settings, life, {
      name: queues.lanes,
      atOnce: LANES_AT_ONCE,
      inQueue: jobs.lanesInQueue,
      run: (lane, within) => run(settings, lane, within),
    }),
    await takeJobs<Task>(settings, life, {
      name: queues.tasks,
      atOnce: TASKS_AT_ONCE,
      inQueue: jobs.tasksInQueue,
      run: (task, within) => runTask(settings, task, within),
    }),
  ];
  // A round that takes long is not overtaken by the next.
  let round: Promise<void> | null = null;
  const startRound = () => {
    round ??= goRound(settings, taken).finally(() => {
      round = null;
    });
  };
  startRound();
  const rounds = setInterval(startRound, ROUND_MS);
  let running = true;

  return {
    ready: async () => {
      if (!running) throw new Error("the worker is stopped");
      await boss.getQueue(queues.lanes);
    },
    stop: async () => {
      running = false;
      clearInterval(rounds);
      draining.abort(new Error("the process is stopping"));
      const underWay = taken.flatMap((one) => [...one.underWay]);
      await Promise.race([Promise.allSettled(underWay), setTimeout(DRAIN_MS, undefined, { ref: false })]);
      stopping.abort(new Error("the process is stopping"));
      await boss.stop({ graceful: true, timeout: STOP_LIMIT_MS, close: true });
      await round;
    },
  };
}

async function run({ deps, logger, onLane }: Settings, lane: Lane, life: JobLife): Promise<void> {
  try {
    const ended = await runLane(deps, lane, life);
    if (ended) logger.info({ brandId: lane.brandId, scanId: lane.scanId, status: ended }, "a scan ended");
    onLane(lane.engine, "done");
  } catch (error) {
    if (!life.draining.aborted) onLane(lane.engine, "failed");
    throw error;
  }
}

async function runTask({ deps, logger }: Settings, task: Task, life: JobLife): Promise<void> {
  // A rescore has nothing under way that was paid for: it stops as soon as it is told.
  if (task.kind === "rescore") return runRescore(deps, task, AbortSignal.any([life.signal, life.draining]));
  const ended = await judgeAnswers(deps, task, life);
  if (ended) logger.info({ brandId: task.brandId, scanId: task.id, status: ended }, "a scan ended");
}

/** What is to be looked after now and then: lost jobs, stuck scans, schedules that are due. */
async function goRound({ deps, logger }: Settings, taken: TakenJobs[]): Promise<void> {
  try {
    for (const { releaseOrphans } of taken) await releaseOrphans();
    for (const outcome of await sweepScans(deps)) logger.warn(outcome, "a scan in progress had been left behind");
    for (const rescore of await sweepRescores(deps)) logger.warn(rescore, "a rescore had been left behind");
    for (const outcome of await runSchedules(deps)) {
      logger.info(outcome, "started" in outcome ? "a scheduled scan was started" : "a scheduled scan was skipped");
    }
  } catch (error) {
    logger.error({ err: error }, "looking after scans and schedules failed; it is tried again");
  }
}
