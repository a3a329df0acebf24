import { createKey, revokeKey } from "../../app/api-keys.ts";
import { showUsage } from "../../app/show-usage.ts";
import type { Handlers } from "../bind.ts";

export const keyHandlers: Pick<Handlers, "listKeys" | "createKey" | "revokeKey" | "getUsage"> = {
  listKeys: async ({ stores }, { brandId }) => ({ data: await stores.keys.list(brandId) }),

  createKey: async (deps, { brandId }, { body }) => ({ data: await createKey(deps, brandId, body) }),

  revokeKey: async (deps, { brandId }, { id }) => void (await revokeKey(deps, brandId, id)),

  getUsage: async (deps, { brandId }) => ({ data: await showUsage(deps, brandId) }),
};
