import type { Session } from "@answerscope/api";
import type { Deps, PeopleDeps, Person } from "./ports.ts";
import { Problem } from "./problem.ts";
import type { Visiting } from "./sign-up.ts";

// No sign-up takes such an address.
const DEMO = { name: "Demo visitor", email: "demo@localhost" };

export async function showSession(
  { stores }: Pick<Deps, "stores">,
  { local }: Visiting,
  person: Person | null,
): Promise<Session> {
  const needs_owner = !(await stores.people.hasOwner());
  return {
    user: person && { id: person.id, name: person.name, email: person.email },
    brands: person ? await stores.people.brandsOf(person.id) : [],
    needs_owner,
    needs_setup_token: needs_owner && !local,
    demo_available: local && (await stores.brands.demo()) !== null,
  };
}

/** Signs a visitor in as the demo's person, who may do with the demo brand what an owner may. */
export async function startDemo(
  deps: Pick<Deps, "stores" | "now" | "newId"> & Pick<PeopleDeps, "transact">,
  visit: Visiting,
): Promise<{ session: Session; cookies: string[] }> {
  if (!visit.local) {
    throw new Problem("forbidden", "The demo opens without a password on the server's own machine only. Sign in.");
  }
  const person = { ...DEMO, id: deps.newId(), at: deps.now() };
  const { id, cookies } = await deps.transact(async ({ stores, sessions }) => {
    const brand = await stores.brands.demo();
    if (!brand) throw new Problem("not_found", "There is no demo brand here.");
    const id = await stores.people.demoPerson(person);
    await stores.members.put(brand.id, id, "owner", person.at);
    return { id, ...(await sessions.open(visit, id)) };
  });
  return { session: await showSession(deps, visit, { ...DEMO, id, demo: true }), cookies };
}
