import type { Member, Role } from "@answerscope/api";
import type { Caller, Deps } from "./ports.ts";
import { found, Problem } from "./problem.ts";
import type { Stores } from "./stores.ts";

/** In line with the brand's other writers: of two owners who leave at once, one stays. */
async function checkNotLast(stores: Stores, brandId: string, { role }: Member): Promise<void> {
  if (role !== "owner" || (await stores.members.countOwners(brandId)) > 1) return;
  throw new Problem("conflict", "A brand keeps at least one owner. Make somebody else an owner first.");
}

export async function changeMember(
  deps: Pick<Deps, "write" | "now">,
  brandId: string,
  id: string,
  role: Role,
): Promise<Member> {
  return deps.write(brandId, async (stores) => {
    const member = found(await stores.members.get(brandId, id), "member");
    if (role !== "owner") await checkNotLast(stores, brandId, member);
    await stores.members.put(brandId, id, role, deps.now());
    return { ...member, role };
  });
}

/** Whoever may see the brand may leave it; to remove somebody else takes an owner. */
export async function removeMember(
  deps: Pick<Deps, "write">,
  { brandId, personId, scopes }: Caller,
  id: string,
): Promise<void> {
  await deps.write(brandId, async (stores) => {
    const member = found(await stores.members.get(brandId, id), "member");
    if (id !== personId && !scopes.includes("admin")) {
      throw new Problem("insufficient_scope", "Removing another member: the admin permission is required.");
    }
    await checkNotLast(stores, brandId, member);
    await stores.members.remove(brandId, id);
  });
}
