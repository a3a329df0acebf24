import type { BrandChange } from "@answerscope/api";
import type { BrandRecord, Deps } from "./ports.ts";
import { Problem } from "./problem.ts";

function checkNames(change: BrandChange): void {
  const names = change.competitors?.map(({ name }) => name.toLowerCase()) ?? [];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new Problem("invalid_request", `competitors: ${JSON.stringify(twice)} is listed twice.`);
}

export async function changeBrand(
  deps: Pick<Deps, "write" | "now">,
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
    await stores.brands.change(brandId, engines ? { ...change, engines } : change, deps.now());
    return stores.brands.get(brandId);
  });
}
