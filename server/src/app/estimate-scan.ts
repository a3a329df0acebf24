import type { Engine, EstimateBasis, ScanEstimate } from "@answerscope/api";
import { likelyRounds, queriesAhead } from "../domain/scan-sampling.ts";
import { monthOf } from "./check-budget.ts";
import { checkScan, planScan, type ScanPlan, scanInProgress } from "./plan-scan.ts";
import type { Deps } from "./ports.ts";
import { Problem } from "./problem.ts";
import type { EngineUse, Stores } from "./stores.ts";

/** For an engine that the brand has not asked yet. */
const TYPICAL_LATENCY_MS = 15_000;

type Price = { usdPerQuery: number | null; basis: EstimateBasis };
type EstimateDeps = Pick<Deps, "snapshot" | "engines" | "vault" | "now" | "gateOf">;

/** What a scan would ask, cost and take; by what the brand's last scans cost and took, where there are any. */
export function estimateScan(deps: EstimateDeps, brandId: string, named: string[] | undefined): Promise<ScanEstimate> {
  return deps.snapshot(async (stores) => {
    const plan = await planScan(deps, stores, brandId, named);
    const uses = await stores.results.recentUse(brandId);
    const engines = plan.asked.map((engine) => {
      const use = uses.find((one) => one.engine === engine.id && one.surface === engine.surface);
      return estimateEngine(deps, plan, engine, use);
    });
    const cost = engines.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
    const { limit_usd, spent_usd } = await stores.scans.spending(brandId, monthOf(deps.now()));
    const left_usd = limit_usd === null ? null : Math.max(0, limit_usd - spent_usd);
    return {
      total_queries: engines.reduce((sum, { queries }) => sum + queries, 0),
      likely_queries: await likelyQueries(stores, brandId, plan),
      topics: new Set(plan.queries.map(({ topicId }) => topicId)).size,
      cost_usd: cost,
      seconds: Math.max(...engines.map(({ seconds }) => seconds)),
      engines,
      budget: { limit_usd, spent_usd, left_usd },
      within_budget: left_usd === null || cost <= left_usd,
      refusal: await refusalOf(stores, brandId, plan, deps.now()),
    };
  });
}

async function likelyQueries(stores: Stores, brandId: string, plan: ScanPlan): Promise<number | null> {
  const { sampling, engines, before } = plan;
  if (!sampling) return null;
  const comparable = before.filter(({ engine }) => (engines as string[]).includes(engine));
  const rounds = likelyRounds(sampling, comparable, await stores.topics.weights(brandId));
  return rounds === null ? null : rounds * sampling.prompts * engines.length;
}

function estimateEngine(deps: EstimateDeps, plan: ScanPlan, engine: Engine, use: EngineUse | undefined) {
  const planned = plan.queries.filter((query) => query.engine === engine.id).length;
  const queries = planned + (plan.sampling ? queriesAhead(plan.sampling) : 0);
  const { usdPerQuery, basis } = priceOf(deps, plan, engine, use);
  const latencyMs = use?.latency_ms ?? (engine.surface === "simulated" ? 0 : TYPICAL_LATENCY_MS);
  const rounds = Math.ceil(queries / deps.gateOf(engine.id).most);
  return {
    engine: engine.id,
    queries,
    surface: engine.surface ?? "official_api",
    model: engine.model,
    usd_per_query: usdPerQuery,
    cost_usd: usdPerQuery === null ? null : usdPerQuery * queries,
    seconds: Math.ceil((rounds * latencyMs) / 1000),
    basis,
  };
}

function priceOf(deps: EstimateDeps, plan: ScanPlan, engine: Engine, use: EngineUse | undefined): Price {
  if (engine.surface === "simulated") return { usdPerQuery: 0, basis: "simulated" };
  if (use && use.cost_usd !== null) return { usdPerQuery: use.cost_usd, basis: "history" };
  const typical = deps.engines.typicalCostUsd(engine.id, plan.access);
  return { usdPerQuery: typical, basis: typical === null ? "unknown" : "price_table" };
}

async function refusalOf(stores: Stores, brandId: string, plan: ScanPlan, now: string) {
  try {
    await checkScan(stores, brandId, plan, now);
    const active = await stores.scans.activeId(brandId);
    if (active !== null) throw scanInProgress(active);
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { code: error.code, error: error.message };
  }
}
