import type { ScanTrigger } from "@answerscope/api";
import { judgeSample } from "../domain/judged-reading.ts";
import { newScan } from "./new-scan.ts";
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
    const { brand, engines, asked, queries } = plan;
    const now = deps.now();
    await checkScan(stores, brandId, plan, now);

    const simulated = asked.some(({ surface }) => surface === "simulated");
    const planned = queries.map((query) => ({ id: deps.newId(), ...query }));
    const id = deps.newId();
    const sampled = brand.judge
      ? judgeSample(
          id,
          planned.map((query) => query.id),
          brand.judge.share,
        )
      : [];
    const scan = newScan({
      ...{ id, trigger: input.trigger, engines, simulated, queries, at: now },
      weights: brand.score_weights ?? deps.defaultWeights,
      judge: brand.judge && { ...brand.judge, ...nothingJudged(sampled.length) },
    });
    if (!(await stores.scans.insert(brandId, scan))) throw scanInProgress(await stores.scans.activeId(brandId));
    await stores.results.plan(brandId, scan.id, planned);
    await stores.judgements.plan(brandId, scan.id, sampled);
    await stores.jobs.enqueueLanes(engines.map((engine) => ({ brandId, scanId: scan.id, engine })));
    return scan;
  });
}

const nothingJudged = (sampled_answers: number) => ({
  sampled_answers,
  judged_answers: 0,
  failed_answers: 0,
  cost_usd: 0,
});
