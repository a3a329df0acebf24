import { changeBrand } from "../../app/edit-brand.ts";
import type { Handlers } from "../bind.ts";
import { showBrand } from "../present.ts";

export const brandHandlers: Pick<Handlers, "getBrand" | "changeBrand" | "listEngines"> = {
  getBrand: async ({ stores }, { brandId }) => ({ data: showBrand(await stores.brands.get(brandId)) }),

  changeBrand: async (deps, { brandId }, { body }) => ({ data: showBrand(await changeBrand(deps, brandId, body)) }),

  listEngines: async ({ stores, engines }, { brandId }) => ({ data: engines.list(await stores.brands.get(brandId)) }),
};
