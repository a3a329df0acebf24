import { judgeSample } from "../domain/judged-reading.ts";
import type { Query } from "../domain/plan-queries.ts";
import type { Deps } from "./ports.ts";
import type { ScanRecord, Stores } from "./stores.ts";

/** A row for each query that is to be asked, and for those of them that the judge is to read. */
export async function planRows(
  deps: Pick<Deps, "newId">,
  stores: Stores,
  brandId: string,
  { id, judge }: Pick<ScanRecord, "id" | "judge">,
  queries: Query[],
): Promise<void> {
  const planned = queries.map((query) => ({ id: deps.newId(), ...query }));
  await stores.results.plan(brandId, id, planned);
  if (!judge) return;
  const ids = planned.map((query) => query.id);
  await stores.judgements.plan(brandId, id, judgeSample(id, ids, judge.share));
}
