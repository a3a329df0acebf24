import type { EngineId } from "@answerscope/api";
import { deleteBrand } from "../../app/delete-brand.ts";
import { changeBrand } from "../../app/edit-brand.ts";
import { changeEngine, listEngines } from "../../app/engine-access.ts";
import { makeBrand } from "../../app/make-brand.ts";
import type { Handlers } from "../bind.ts";
import { showBrand } from "../present.ts";

export const brandHandlers: Pick<
  Handlers,
  "getBrand" | "changeBrand" | "createBrand" | "deleteBrand" | "listEngines" | "changeEngine"
> = {
  getBrand: async ({ stores }, { brandId }) => ({ data: showBrand(await stores.brands.get(brandId)) }),

  changeBrand: async (deps, { brandId }, { body }) => ({ data: showBrand(await changeBrand(deps, brandId, body)) }),

  createBrand: async (deps, { person }, { body }) => ({ data: showBrand(await makeBrand(deps, person, body)) }),

  deleteBrand: async (deps, caller, { body }) => void (await deleteBrand(deps, caller, body.name)),

  listEngines: async (deps, { brandId }) => ({ data: await listEngines(deps, brandId) }),

  changeEngine: async (deps, { brandId }, { id, body }) => ({
    data: await changeEngine(deps, brandId, id as EngineId, body),
  }),
};
