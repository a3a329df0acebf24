import type { ScanTrigger } from "@answerscope/api";
import { newScan } from "./new-scan.ts";
import { planRows } from "./plan-rows.ts";
import { checkScan, planScan, scanInProgress } from "./plan-scan.ts";
import type { Deps } from "./ports.ts";
import type { ScanRecord } from "./stores.ts";

/** Stores the scan, its query rows and its jobs together; from then on it runs by itself. */
export async function startScan(
  deps: Pick<Deps, "write" | "engines" | "now" | "newId" | "vault" | "defaultWeights">,
  brandId: string,
  input: { engines: string[] | undefined; trigger: ScanTrigger },
): Promise<ScanRecord> {
  return deps.write(brandId, async (stores) => {
    const plan = await planScan(deps, stores, brandId, input.engines);
    const { brand, engines, asked, queries, sampling } = plan;
    const now = deps.now();
    await checkScan(stores, brandId, plan, now);

    const simulated = asked.some(({ surface }) => surface === "simulated");
    const scan = newScan({
      ...{ id: deps.newId(), trigger: input.trigger, engines, simulated, queries, sampling, at: now },
      weights: brand.score_weights ?? deps.defaultWeights,
      judge: brand.judge && { ...brand.judge, ...NOTHING_JUDGED },
    });
    if (!(await stores.scans.insert(brandId, scan))) throw scanInProgress(await stores.scans.activeId(brandId));
    await planRows(deps, stores, brandId, scan, queries);
    await stores.jobs.enqueueLanes(engines.map((engine) => ({ brandId, scanId: scan.id, engine })));
    return scan;
  });
}

const NOTHING_JUDGED = { sampled_answers: 0, judged_answers: 0, failed_answers: 0, cost_usd: 0 };
