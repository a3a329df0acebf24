import type { Engine, EngineId } from "@answerscope/api";
import type { MeasuredCell } from "../domain/measure-panel.ts";
import { type PanelPrompt, planQueries, type Query } from "../domain/plan-queries.ts";
import { beginSampling, type ScanSampling } from "../domain/scan-sampling.ts";
import { budgetSpent } from "./check-budget.ts";
import { checkScanLimits } from "./check-plan.ts";
import { chooseEngines } from "./choose-engines.ts";
import { engineAccess } from "./engine-access.ts";
import type { Deps, EngineAccess } from "./ports.ts";
import { Problem } from "./problem.ts";
import type { BrandRecord, Stores } from "./stores.ts";

export type ScanPlan = {
  brand: BrandRecord;
  engines: EngineId[];
  asked: Engine[];
  access: EngineAccess;
  /** All of them, or of a scan that samples until it knows enough those of the first rounds. */
  queries: Query[];
  sampling: ScanSampling | null;
  /** Of its prompts in the last completed scan; looked up for sampling alone. */
  before: MeasuredCell[];
};

/** What a scan of the brand would ask, were it started now. */
export async function planScan(
  deps: Pick<Deps, "engines" | "vault">,
  stores: Stores,
  brandId: string,
  named: string[] | undefined,
): Promise<ScanPlan> {
  const brand = await stores.brands.get(brandId);
  const access = await engineAccess(deps.vault, stores, brand);
  const known = deps.engines.list(access);
  const engines = chooseEngines(known, brand, named);
  const panel = await stores.prompts.panel(brandId);
  if (panel.length === 0) {
    throw new Problem(
      "invalid_request",
      "There is nothing to ask: the brand has no active topic with prompts. Add one with POST /topics.",
    );
  }
  const before = brand.sampling.target_half_width === null ? [] : await lastMeasured(stores, brandId, panel);
  const sampling = await samplingOf(stores, brand, { panel, engines, isFirst: before.length === 0 });
  const queries = planQueries(panel, engines, sampling?.rounds ?? brand.sampling.samples_per_prompt);
  return { brand, engines, asked: known.filter(({ id }) => engines.includes(id)), access, queries, sampling, before };
}

async function lastMeasured(stores: Stores, brandId: string, panel: PanelPrompt[]): Promise<MeasuredCell[]> {
  const [last] = await stores.scans.list(brandId, { status: "completed" }, 1);
  if (!last) return [];
  const asked = new Set(panel.map(({ promptId }) => promptId));
  return (await stores.analytics.panel(brandId, last.id)).filter(({ promptId }) => asked.has(promptId));
}

async function samplingOf(
  stores: Stores,
  { id, sampling }: BrandRecord,
  { panel, engines, isFirst }: { panel: PanelPrompt[]; engines: EngineId[]; isFirst: boolean },
): Promise<ScanSampling | null> {
  if (sampling.target_half_width === null) return null;
  return beginSampling({
    targetHalfWidth: sampling.target_half_width,
    fewestSamples: isFirst ? sampling.samples_per_prompt : 0,
    mostSamples: sampling.max_samples_per_prompt,
    prompts: panel.length,
    engines: engines.length,
    queryLimit: (await stores.plans.limitsOf(id)).queries_per_scan,
  });
}

/** Refuses what neither the budget nor the plan allows. */
export async function checkScan(stores: Stores, brandId: string, plan: ScanPlan, now: string): Promise<void> {
  const spent = await budgetSpent(stores, brandId, now);
  if (spent !== null) throw new Problem("budget_spent", spent);
  await checkScanLimits(stores, brandId, { engines: plan.engines.length, queries: plan.queries.length }, now);
}

export const scanInProgress = (active: string | null): Problem =>
  new Problem(
    "scan_in_progress",
    `A scan is already in progress. Read it with GET /scans/${active}, or stop it with POST /scans/${active}/cancel.`,
    { active_scan_id: active },
  );
