import type { Deps } from "./ports.ts";

/** Gives rescores in progress that have no job any more a new one; says which. */
export async function sweepRescores(deps: Pick<Deps, "stores" | "write">): Promise<{ brandId: string; id: string }[]> {
  const unfinished = await deps.stores.rescores.unfinished();
  if (unfinished.length === 0) return [];
  const queued = new Set((await deps.stores.jobs.tasksInQueue()).map(({ job }) => job.id));
  const lost = unfinished.filter(({ id }) => !queued.has(id));
  for (const { brandId, id } of lost) {
    await deps.write(brandId, (stores) => stores.jobs.enqueueTask({ kind: "rescore", brandId, id }));
  }
  return lost;
}
