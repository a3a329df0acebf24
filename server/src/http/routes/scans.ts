import { openCassette, recordCassette } from "../../app/cassette.ts";
import { cancelScan, deleteScan } from "../../app/end-scan.ts";
import { estimateScan } from "../../app/estimate-scan.ts";
import { found } from "../../app/problem.ts";
import { readAgreement } from "../../app/read-agreement.ts";
import { startScan } from "../../app/start-scan.ts";
import type { Stores } from "../../app/stores.ts";
import { watchScan } from "../../app/watch-scan.ts";
import type { Handlers } from "../bind.ts";
import {
  paged,
  showAgreement,
  showAnswer,
  showEach,
  showEstimate,
  showProgress,
  showResultB,
  showScan,
  showScanB,
  showScanDetail,
} from "../present.ts";

async function scanWithRows(stores: Stores, brandId: string, id: string) {
  const scan = found(await stores.scans.get(brandId, id), "scan");
  const shows = scan.status === "running" || scan.status === "completed";
  return { scan, rows: shows ? await stores.results.ofScan(brandId, id) : [] };
}

export const scanHandlers: Pick<
  Handlers,
  | "listScans"
  | "startScan"
  | "estimateScan"
  | "getScan"
  | "listScanAnswers"
  | "readAgreement"
  | "watchScan"
  | "exportScan"
  | "cancelScan"
  | "deleteScan"
> = {
  listScans: async ({ stores }, { brandId }, { query: { limit, status }, form }) => {
    const scans = await stores.scans.list(brandId, status ? { status } : {}, limit);
    return form === "b" ? { scans: scans.map(showScanB) } : { data: scans.map(showScan) };
  },

  startScan: async (deps, { brandId, personId }, { body, form }) => {
    const { id, status, created_at, total_queries, sampling } = await startScan(deps, brandId, {
      engines: body.engines,
      trigger: personId === null ? "api" : "dashboard",
    });
    if (form === "b") return { scan_id: id, status };
    return {
      data: { id, status, created_at },
      message: `Scan queued: ${sampling ? "at most " : ""}${total_queries} queries. Poll GET /scans/${id}.`,
    };
  },

  estimateScan: async (deps, { brandId }, { body }) => ({
    data: showEstimate(await estimateScan(deps, brandId, body.engines)),
  }),

  getScan: async ({ snapshot }, { brandId }, { id, form }) => {
    const { scan, rows } = await snapshot((stores) => scanWithRows(stores, brandId, id));
    if (form === "b") {
      const { status, engines, created_at } = scan;
      return { scan: { id, status, engines, created_at }, results: rows.map(showResultB) };
    }
    return { data: showScanDetail(scan, rows) };
  },

  listScanAnswers: async ({ stores }, { brandId }, { id, query: { page, limit, engine, topic_id, stage } }) => {
    found(await stores.scans.get(brandId, id), "scan");
    const filter = { ...(engine && { engine }), ...(topic_id && { topicId: topic_id }), ...(stage && { stage }) };
    const answers = await stores.results.answersOf(brandId, id, filter, { limit, offset: (page - 1) * limit });
    return paged(answers, page, limit, showAnswer);
  },

  readAgreement: async (deps, { brandId }, { id }) => ({ data: showAgreement(await readAgreement(deps, brandId, id)) }),

  watchScan: async (deps, { brandId }, { id }, signal) => {
    found(await deps.stores.scans.get(brandId, id), "scan");
    return showEach(watchScan(deps, brandId, id, signal), showProgress);
  },

  exportScan: async (deps, { brandId }, { id }) => recordCassette(deps, brandId, await openCassette(deps, brandId, id)),

  cancelScan: async (deps, { brandId }, { id }) => ({ data: showScan(await cancelScan(deps, brandId, id)) }),

  deleteScan: async (deps, { brandId }, { id }) => void (await deleteScan(deps, brandId, id)),
};
