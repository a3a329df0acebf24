import { z } from "zod";
import { get, post, remove, stream } from "../endpoint.ts";
import { Pagination, page } from "../fields.ts";
import {
  CassetteLine,
  Scan,
  ScanAgreement,
  ScanAnswer,
  ScanDetail,
  ScanDetailB,
  ScanEstimate,
  ScanListItemB,
  ScanProgress,
  ScanQueued,
  ScanQueuedB,
  ScanTrigger,
} from "../resources/scan.ts";
import { ENGINE_IDS, FUNNEL_STAGES, SCAN_STATUSES } from "../vocabulary.ts";

const tag = "Scans";
const listQuery = (maximum: number) =>
  z.object({
    limit: z.int().min(1).max(maximum).default(20).describe("How many scans; up to 50, in form B up to 100."),
    status: z.enum(SCAN_STATUSES).optional(),
  });

export const scans = {
  listScans: get("/scans", {
    tag,
    scope: "read",
    summary: "List scans, newest first",
    query: listQuery(50),
    status: 200,
    reply: z.object({ data: z.array(Scan) }),
    formB: { reply: z.object({ scans: z.array(ScanListItemB) }), query: listQuery(100) },
  }),
  startScan: post("/scans", {
    tag,
    scope: "write",
    summary: "Queue a visibility scan",
    description: "The scan runs in the background: poll GET /scans/{id}. One scan of a brand is in progress at a time.",
    body: { schema: ScanTrigger, required: false },
    status: 201,
    reply: z.object({ data: ScanQueued, message: z.string() }),
    formB: { reply: ScanQueuedB },
    problems: ["plan_limit", "budget_spent", "scan_in_progress"],
  }),
  estimateScan: post("/scans/estimate", {
    tag,
    extension: true,
    scope: "read",
    summary: "Say what a scan would ask, cost and take, without starting it",
    body: { schema: ScanTrigger, required: false },
    status: 200,
    reply: z.object({ data: ScanEstimate }),
  }),
  getScan: get("/scans/{id}", {
    tag,
    scope: "read",
    idOf: "scan",
    summary: "Read one scan with its result rows",
    status: 200,
    reply: z.object({ data: ScanDetail }),
    formB: { reply: ScanDetailB },
  }),
  listScanAnswers: get("/scans/{id}/answers", {
    tag,
    extension: true,
    scope: "read",
    idOf: "scan",
    summary: "Read a scan's answers with the words that decided",
    query: z.object({
      page,
      limit: z.int().min(1).max(100).default(20).describe("Items per page."),
      engine: z.enum(ENGINE_IDS).optional(),
      topic_id: z.guid().optional().describe("Only those about one topic."),
      stage: z.enum(FUNNEL_STAGES).optional(),
    }),
    status: 200,
    reply: z.object({ data: z.array(ScanAnswer), pagination: Pagination }),
  }),
  readAgreement: get("/scans/{id}/agreement", {
    tag,
    extension: true,
    scope: "read",
    idOf: "scan",
    summary: "How far a scan's judge agrees with the local reading",
    status: 200,
    reply: z.object({ data: ScanAgreement }),
  }),
  watchScan: stream("/scans/{id}/events", {
    tag,
    extension: true,
    scope: "read",
    idOf: "scan",
    summary: "Watch a scan: counts per engine, rate and time left",
    description: "Server-sent events, each with the whole state, when something changed; the last one has the end.",
    streams: "events",
    reply: ScanProgress,
  }),
  exportScan: stream("/scans/{id}/cassette", {
    tag,
    extension: true,
    scope: "read",
    idOf: "scan",
    summary: "Export a scan's questions and the engines' replies",
    description: "JSON lines. `answerscope replay` reads them again, offline, and gives the same rows.",
    streams: "lines",
    reply: CassetteLine,
    problems: ["conflict"],
  }),
  cancelScan: post("/scans/{id}/cancel", {
    tag,
    extension: true,
    scope: "write",
    idOf: "scan",
    summary: "Stop a scan in progress",
    description:
      "The scan ends as failed, with an error that says it was cancelled. Cancelling it again changes nothing.",
    status: 200,
    reply: z.object({ data: Scan }),
    problems: ["conflict"],
  }),
  deleteScan: remove("/scans/{id}", {
    tag,
    extension: true,
    scope: "write",
    idOf: "scan",
    summary: "Delete a scan with its rows and answers",
    description: "A scan in progress has to be cancelled first.",
    status: 204,
    problems: ["conflict"],
  }),
};
