import { monthOf, nextMonth } from "./check-budget.ts";
import { Problem } from "./problem.ts";
import type { Stores } from "./stores.ts";

const refuse = (limit: number, what: string, resets: string): never => {
  throw new Problem("plan_limit", `The plan's limit of ${limit} ${what} is reached. ${resets}`, { limit });
};

const NO_RESET = "It does not reset with time: use fewer, or change the plan.";

export async function checkScanLimits(
  stores: Stores,
  brandId: string,
  scan: { engines: number; queries: number },
  now: string,
): Promise<void> {
  const limits = await stores.plans.limitsOf(brandId);
  if (limits.engines !== null && scan.engines > limits.engines) refuse(limits.engines, "engines a scan", NO_RESET);
  if (limits.queries_per_scan !== null && scan.queries > limits.queries_per_scan) {
    refuse(limits.queries_per_scan, "queries a scan", `This scan would ask ${scan.queries}. ${NO_RESET}`);
  }
  if (limits.scans_per_month !== null) {
    const used = await stores.scans.startedIn(brandId, monthOf(now));
    if (used >= limits.scans_per_month)
      refuse(limits.scans_per_month, "scans a month", `It resets at ${nextMonth(now)}.`);
  }
}

export async function checkTopicLimit(stores: Stores, brandId: string): Promise<void> {
  const { topics } = await stores.plans.limitsOf(brandId);
  if (topics !== null && (await stores.topics.countActive(brandId)) >= topics)
    refuse(topics, "active topics", NO_RESET);
}
