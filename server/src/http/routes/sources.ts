import { readSources } from "../../app/read-voices.ts";
import type { Handlers } from "../bind.ts";
import { paged } from "../present.ts";
import { showSource } from "../present-voices.ts";

export const sourceHandlers: Pick<Handlers, "listSources"> = {
  listSources: async (deps, { brandId }, { query: { page, limit, ...asked } }) =>
    paged(await readSources(deps, brandId, asked, { limit, offset: (page - 1) * limit }), page, limit, showSource),
};
