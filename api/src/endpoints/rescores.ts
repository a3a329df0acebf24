import { z } from "zod";
import { get, post } from "../endpoint.ts";
import { Rescore, RescoreDetail, RescoreRequest } from "../resources/rescore.ts";

const tag = "Rescores";

export const rescores = {
  listRescores: get("/rescores", {
    tag,
    extension: true,
    scope: "read",
    summary: "List rescores, newest first",
    query: z.object({ limit: z.int().min(1).max(100).default(20).describe("How many rescores.") }),
    status: 200,
    reply: z.object({ data: z.array(Rescore) }),
  }),
  startRescore: post("/rescores", {
    tag,
    extension: true,
    scope: "write",
    summary: "Read stored answers again, by today's names, rules and weights",
    description:
      "No engine is asked. It runs in the background: poll GET /rescores/{id}. Scans in progress are left out; one rescore of a brand runs at a time.",
    body: { schema: RescoreRequest, required: false },
    status: 202,
    reply: z.object({ data: Rescore }),
    problems: ["conflict"],
  }),
  getRescore: get("/rescores/{id}", {
    tag,
    extension: true,
    scope: "read",
    idOf: "rescore",
    summary: "Read one rescore: how far it is, and what it changes",
    status: 200,
    reply: z.object({ data: RescoreDetail }),
  }),
  cancelRescore: post("/rescores/{id}/cancel", {
    tag,
    extension: true,
    scope: "write",
    idOf: "rescore",
    summary: "Stop a rescore in progress",
    description: "What has been read again stays, and all sums follow it. Cancelling it again changes nothing.",
    status: 200,
    reply: z.object({ data: Rescore }),
    problems: ["conflict"],
  }),
};
