import type { BrandChange, Judge } from "@answerscope/api";
import { nextRun, type Schedule } from "../domain/next-run.ts";
import { listEngines } from "./engine-access.ts";
import type { Deps } from "./ports.ts";
import { Problem } from "./problem.ts";
import type { BrandRecord, Stores } from "./stores.ts";

function checkNames(change: BrandChange): void {
  const names = change.competitors?.map(({ name }) => name.toLowerCase()) ?? [];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new Problem("invalid_request", `competitors: ${JSON.stringify(twice)} is listed twice.`);
}

function firstRun(schedule: Schedule, now: string): string {
  try {
    const at = nextRun(schedule, now);
    if (at !== null) return at;
  } catch {
    // Said below, in the same words as a schedule that never comes round.
  }
  const takes = "takes minute, hour, day, month and weekday, such as 0 6 * * 1,4 for Mondays and Thursdays at six";
  throw new Problem("invalid_request", `schedule.cron: ${takes}; ${JSON.stringify(schedule.cron)} never comes round.`);
}

async function checkJudge(
  deps: Pick<Deps, "engines" | "vault">,
  stores: Stores,
  brandId: string,
  { engine }: Judge,
): Promise<void> {
  const listed = await listEngines({ ...deps, stores }, brandId);
  const able = listed.filter(({ structured_output }) => structured_output).map(({ id }) => id);
  if (able.includes(engine)) return;
  const reason = listed.find(({ id }) => id === engine)?.reason;
  const others = able.length > 0 ? `It takes one of ${able.join(", ")}.` : "No engine that is configured can.";
  const why = reason ? ` (${reason})` : "";
  throw new Problem("invalid_request", `judge.engine: ${engine} cannot give structured output here${why}. ${others}`);
}

export async function changeBrand(
  deps: Pick<Deps, "write" | "now" | "engines" | "vault">,
  brandId: string,
  change: BrandChange,
): Promise<BrandRecord> {
  checkNames(change);
  return deps.write(brandId, async (stores) => {
    const { engines: limit } = await stores.plans.limitsOf(brandId);
    const engines = change.engines && [...new Set(change.engines)];
    if (limit !== null && engines && engines.length > limit) {
      throw new Problem(
        "plan_limit",
        `The plan's limit of ${limit} engines is exceeded. It does not reset with time.`,
        { limit },
      );
    }
    if (change.judge) await checkJudge(deps, stores, brandId, change.judge);
    await stores.brands.change(brandId, engines ? { ...change, engines } : change, deps.now());
    if (change.schedule !== undefined) {
      await stores.brands.setNextScan(brandId, change.schedule && firstRun(change.schedule, deps.now()));
    }
    return stores.brands.get(brandId);
  });
}
