import type { BrandCreate } from "@answerscope/api";
import { emptyBrand } from "./first-start.ts";
import type { Deps, Person } from "./ports.ts";
import { Problem } from "./problem.ts";
import type { BrandRecord, Stores } from "./stores.ts";

/** Made with the first brand of one's own, for those who came by invitation. */
async function accountOf(deps: Pick<Deps, "newId">, stores: Stores, person: Person, at: string): Promise<string> {
  const known = await stores.people.accountOf(person.id);
  if (known !== null) return known;
  const id = deps.newId();
  await stores.brands.insertAccount({ id, name: person.name, at });
  await stores.people.setAccount(person.id, id);
  return id;
}

/** An empty brand in the person's own account, whose plan sets its limits. */
export async function makeBrand(
  deps: Pick<Deps, "write" | "now" | "newId">,
  person: Person,
  input: BrandCreate,
): Promise<BrandRecord> {
  if (person.demo)
    throw new Problem("forbidden", "The demo's person has the demo brand only. Sign up or sign in first.");
  const [id, at] = [deps.newId(), deps.now()];
  return deps.write(id, async (stores) => {
    const accountId = await accountOf(deps, stores, person, at);
    await stores.brands.insert({ ...emptyBrand(id, accountId, at), ...input });
    await stores.members.put(id, person.id, "owner", at);
    return stores.brands.get(id);
  });
}
