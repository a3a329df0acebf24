import { found } from "../../app/problem.ts";
import { cancelRescore, startRescore } from "../../app/start-rescore.ts";
import type { Handlers } from "../bind.ts";
import { showRescoreDetail } from "../present.ts";

export const rescoreHandlers: Pick<Handlers, "listRescores" | "startRescore" | "getRescore" | "cancelRescore"> = {
  listRescores: async ({ stores }, { brandId }, { query: { limit } }) => ({
    data: await stores.rescores.list(brandId, limit),
  }),

  startRescore: async (deps, { brandId }, { body }) => ({ data: await startRescore(deps, brandId, body) }),

  getRescore: async ({ snapshot }, { brandId }, { id }) =>
    snapshot(async ({ rescores }) => {
      const rescore = found(await rescores.get(brandId, id), "rescore");
      return { data: showRescoreDetail(rescore, await rescores.scansOf(brandId, id)) };
    }),

  cancelRescore: async (deps, { brandId }, { id }) => ({ data: await cancelRescore(deps, brandId, id) }),
};
