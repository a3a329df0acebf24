import { z } from "zod";
import { get } from "../endpoint.ts";
import { Usage } from "../resources/usage.ts";

export const usage = {
  getUsage: get("/usage", {
    tag: "Keys",
    extension: true,
    scope: "admin",
    summary: "Read what each key and each member may still ask for in this minute",
    status: 200,
    reply: z.object({ data: Usage }),
  }),
};
