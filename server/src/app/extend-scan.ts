import type { EngineId } from "@answerscope/api";
import { planQueries } from "../domain/plan-queries.ts";
import { continueSampling, type ScanSampling, trackedHalfWidth } from "../domain/scan-sampling.ts";
import { monthOf } from "./check-budget.ts";
import { planRows } from "./plan-rows.ts";
import type { Deps } from "./ports.ts";
import type { ScanRecord, Stores } from "./stores.ts";

/**
 * Plans the next round of a scan whose queries are all settled, rows and lanes in the transaction that found so; or notes
 * why it needs no more. `lane` is an engine whose lane goes on by itself.
 */
export async function extendScan(
  deps: Pick<Deps, "now" | "newId">,
  stores: Stores,
  brandId: string,
  scan: ScanRecord,
  before: ScanSampling,
  lane: EngineId | undefined,
): Promise<boolean> {
  // Decided once: whoever has something left to do before the scan ends may come by again.
  if (before.calls_saved !== null) return false;
  const panel = await stores.results.panel(brandId, scan.id, scan.engines[0] as EngineId);
  const answering = await stores.results.answering(brandId, scan.id, before.rounds);
  const engines = scan.engines.filter((one) => answering.includes(one) && !before.stopped_engines.includes(one));
  const { goesOn, sampling } = continueSampling(before, {
    panel,
    engines,
    halfWidth: await halfWidthOf(stores, brandId, scan.id),
    callsInBudget: await callsInBudget(deps, stores, brandId, scan),
  });
  if (!goesOn) {
    const calls_saved = scan.total_queries - scan.completed_queries - scan.failed_queries;
    await stores.scans.setSampling(brandId, scan.id, { ...sampling, calls_saved });
    return false;
  }
  const queries = planQueries(panel, engines, sampling.rounds, before.rounds);
  await planRows(deps, stores, brandId, scan, queries);
  const others = engines.filter((engine) => engine !== lane);
  await stores.jobs.enqueueLanes(others.map((engine) => ({ brandId, scanId: scan.id, engine })));
  const stopped_engines = scan.engines.filter((engine) => !engines.includes(engine));
  await stores.scans.setSampling(brandId, scan.id, { ...sampling, stopped_engines });
  return true;
}

async function halfWidthOf(stores: Stores, brandId: string, scanId: string): Promise<number | null> {
  return trackedHalfWidth(await stores.analytics.panel(brandId, scanId), await stores.topics.weights(brandId));
}

/** By what the scan's answers cost so far: a round that would be broken off is better not begun. */
async function callsInBudget(
  { now }: Pick<Deps, "now">,
  stores: Stores,
  brandId: string,
  { cost_usd, completed_queries }: ScanRecord,
): Promise<number> {
  const { limit_usd, spent_usd } = await stores.scans.spending(brandId, monthOf(now()));
  if (limit_usd === null) return Number.POSITIVE_INFINITY;
  if (spent_usd >= limit_usd) return 0;
  return cost_usd > 0 ? Math.floor(((limit_usd - spent_usd) * completed_queries) / cost_usd) : Number.POSITIVE_INFINITY;
}
