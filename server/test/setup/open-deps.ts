import { randomBytes, randomUUIDv7 } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { gatesOf } from "../../src/app/adaptive-gate.ts";
import type { Deps, EngineDirectory } from "../../src/app/ports.ts";
import type { Lane, Stores, Task } from "../../src/app/stores.ts";
import { type OpenDatabase, openDatabase } from "../../src/db/database.ts";
import { migrate } from "../../src/db/migrate.ts";
import { snapshotOn, storesOn, writeOn } from "../../src/db/stores.ts";
import { DEFAULT_WEIGHTS } from "../../src/domain/score.ts";
import { engineDirectory } from "../../src/engines/index.ts";
import { copyDatabase, type DatabaseCopy, type Kind } from "./databases.ts";

/** A directory without any key: nothing real can be asked. */
export const simulatedOnly = (): EngineDirectory => engineDirectory({ variables: {}, fetch, timeoutMs: 1000 });

export type OpenDeps = { database: OpenDatabase; deps: Deps; queue: Lane[]; tasks: Task[]; close: () => Promise<void> };

/** What the use cases need, on a real database. Lanes gather in a list: the test runs them when it wants to. */
function depsOn({ db, boss }: OpenDatabase, engines: EngineDirectory, queue: Lane[], tasks: Task[]): Deps {
  const jobs = {
    enqueueLanes: async (lanes: Lane[]) => void queue.push(...lanes),
    lanesInQueue: async () => queue.map((job) => ({ jobId: `${job.scanId}:${job.engine}`, job, startedAt: null })),
    enqueueTask: async (task: Task) => void tasks.push(task),
    tasksInQueue: async () => tasks.map((job) => ({ jobId: `${job.kind}:${job.id}`, job, startedAt: null })),
  };
  const listed = (stores: Stores): Stores => ({ ...stores, jobs });
  const write = writeOn(db, boss);
  return {
    stores: listed(storesOn(db, boss)),
    snapshot: snapshotOn(db, boss),
    write: (brandId, work) => write(brandId, (stores) => work(listed(stores))),
    engines,
    defaultWeights: DEFAULT_WEIGHTS,
    now: () => new Date().toISOString(),
    newId: () => randomUUIDv7(),
    randomBytes,
    vault: null,
    gatherMs: 0,
    gateOf: gatesOf(8),
    pause: (_, signal) => setTimeout(10, undefined, { signal }),
    luck: () => 0.5,
  };
}

/** One more process, as it were, on a database that may be in use already. */
export async function openOn(copy: DatabaseCopy, engines: EngineDirectory = simulatedOnly()): Promise<OpenDeps> {
  const database = await openDatabase({ ...copy, onLost: () => undefined });
  await migrate(database.db);
  const queue: Lane[] = [];
  const tasks: Task[] = [];
  return { database, deps: depsOn(database, engines, queue, tasks), queue, tasks, close: database.close };
}

/** A copy of the demo's database, or an empty one, that goes when it is closed. */
export async function openDeps(
  kind: Kind,
  { content = "demo", engines }: { content?: "demo" | "empty"; engines?: EngineDirectory } = {},
): Promise<OpenDeps> {
  const copy = await copyDatabase(kind, content);
  const opened = await openOn(copy, engines);
  const close = async () => {
    await opened.close();
    await copy.drop();
  };
  return { ...opened, close };
}

/** The one brand of a database that was started for the first time. */
export async function firstBrandId({ stores }: Pick<Deps, "stores">): Promise<string> {
  return ((await stores.brands.first()) as { id: string }).id;
}
