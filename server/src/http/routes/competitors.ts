import { readCompetitors } from "../../app/read-voices.ts";
import type { Handlers } from "../bind.ts";
import { showCompetitors } from "../present-voices.ts";

export const competitorHandlers: Pick<Handlers, "getCompetitors"> = {
  getCompetitors: async (deps, { brandId }, { query }) => ({
    data: showCompetitors(await readCompetitors(deps, brandId, query)),
  }),
};
