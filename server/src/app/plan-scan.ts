import type { Engine, EngineId } from "@answerscope/api";
import { planQueries, type Query } from "../domain/plan-queries.ts";
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
  queries: Query[];
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
  const queries = planQueries(panel, engines, brand.sampling.samples_per_prompt);
  if (queries.length === 0) {
    throw new Problem(
      "invalid_request",
      "There is nothing to ask: the brand has no active topic with prompts. Add one with POST /topics.",
    );
  }
  return { brand, engines, asked: known.filter(({ id }) => engines.includes(id)), access, queries };
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
