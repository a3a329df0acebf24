import type { Caller, Deps } from "./ports.ts";
import { Problem } from "./problem.ts";

/** Everything of a brand goes: a scan that is running finds nothing more to ask, and its keys open nothing. */
export async function deleteBrand(
  deps: Pick<Deps, "write">,
  { brandId, personId }: Caller,
  name: string,
): Promise<void> {
  if (personId === null) throw new Problem("forbidden", "A key cannot delete its brand. Sign in as an owner.");
  await deps.write(brandId, async (stores) => {
    const brand = await stores.brands.get(brandId);
    if (name !== brand.name) {
      throw new Problem("invalid_request", "name: must be the name of the brand that is to be deleted.");
    }
    // The demo's person is not listed, and everybody else with the admin scope is an owner.
    if (!(await stores.members.get(brandId, personId))) {
      throw new Problem("forbidden", "The demo's person cannot delete the demo. Sign in as its owner.");
    }
    await stores.brands.lockFirstStart();
    if (await stores.brands.delete(brandId)) return;
    throw new Problem("conflict", "This is the only brand of this server. Make another one first.");
  });
}
