import type { ScanTrigger } from "@answerscope/api";
import { planQueries } from "../domain/plan-queries.ts";
import { budgetSpent } from "./check-budget.ts";
import { checkScanLimits } from "./check-plan.ts";
import { chooseEngines } from "./choose-engines.ts";
import { engineAccess } from "./engine-access.ts";
import { newScan } from "./new-scan.ts";
import type { Deps } from "./ports.ts";
import { Problem } from "./problem.ts";
import type { ScanRecord } from "./stores.ts";

/** Stores the scan, its query rows and its jobs together; from then on it runs by itself. */
export async function startScan(
  deps: Pick<Deps, "write" | "engines" | "now" | "newId" | "vault">,
  brandId: string,
  input: { engines: string[] | undefined; trigger: ScanTrigger },
): Promise<ScanRecord> {
  return deps.write(brandId, async (stores) => {
    const brand = await stores.brands.get(brandId);
    const known = deps.engines.list(await engineAccess(deps.vault, stores, brand));
    const engines = chooseEngines(known, brand, input.engines);
    const panel = await stores.prompts.panel(brandId);
    const queries = planQueries(panel, engines, brand.sampling.samples_per_prompt);
    if (queries.length === 0) {
      throw new Problem(
        "invalid_request",
        "There is nothing to ask: the brand has no active topic with prompts. Add one with POST /topics.",
      );
    }
    const now = deps.now();
    const spent = await budgetSpent(stores, brandId, now);
    if (spent !== null) throw new Problem("budget_spent", spent);
    await checkScanLimits(stores, brandId, { engines: engines.length, queries: queries.length }, now);

    const asked = known.filter(({ id }) => engines.includes(id));
    const simulated = asked.some(({ surface }) => surface === "simulated");
    const scan = newScan({ id: deps.newId(), trigger: input.trigger, engines, simulated, queries, at: now });
    if (!(await stores.scans.insert(brandId, scan))) {
      const active = await stores.scans.activeId(brandId);
      throw new Problem(
        "scan_in_progress",
        `A scan is already in progress. Read it with GET /scans/${active}, or stop it with POST /scans/${active}/cancel.`,
        { active_scan_id: active },
      );
    }
    await stores.results.plan(
      brandId,
      scan.id,
      queries.map((query) => ({ id: deps.newId(), ...query })),
    );
    await stores.jobs.enqueueLanes(engines.map((engine) => ({ brandId, scanId: scan.id, engine })));
    return scan;
  });
}
