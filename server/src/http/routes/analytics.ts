import { z } from "zod";
import { found, Problem } from "../../app/problem.ts";
import { compareEngines, readTrends } from "../../app/read-analytics.ts";
import type { Handlers } from "../bind.ts";
import { rounded } from "../present.ts";

const SHARES = new Set([
  "mention_rate",
  "sentiment",
  "recommendation_rate",
  "correlation_matrix",
  "level",
  "mention_interval",
]);

export const analyticsHandlers: Pick<Handlers, "getAnalytics"> = {
  getAnalytics: async (deps, { brandId }, { query: { type, scan_id }, form }) => {
    if (type === "trends") {
      const trends = rounded(await readTrends(deps, brandId), SHARES);
      return form === "b" ? trends : { data: trends };
    }
    if (scan_id !== undefined) {
      if (!z.guid().safeParse(scan_id).success) throw new Problem("invalid_request", "scan_id takes a UUID.");
      found(await deps.stores.scans.get(brandId, scan_id), "scan");
    }
    const engines = rounded(await compareEngines(deps, brandId, scan_id), SHARES);
    return form === "b" ? engines : { data: engines };
  },
};
