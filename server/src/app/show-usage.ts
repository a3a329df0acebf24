import type { Usage } from "@answerscope/api";
import type { Deps } from "./ports.ts";

type Allowances = Omit<Usage["keys"][number], "id" | "name">;

/** What each key that works, and each member, may still ask for. */
export async function showUsage(
  deps: Pick<Deps, "stores" | "now"> & { allowances: (id: string) => Promise<Allowances> },
  brandId: string,
): Promise<Usage> {
  const now = deps.now();
  const [keys, members] = await Promise.all([deps.stores.keys.list(brandId), deps.stores.members.list(brandId)]);
  const working = keys.filter(({ revoked_at, expires_at }) => revoked_at === null && (expires_at ?? "9") > now);
  const withAllowances = (users: { id: string; name: string }[]) =>
    Promise.all(users.map(async ({ id, name }) => ({ id, name, ...(await deps.allowances(id)) })));
  return { keys: await withAllowances(working), people: await withAllowances(members) };
}
