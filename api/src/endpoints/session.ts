import { z } from "zod";
import { forPeople, get, post } from "../endpoint.ts";
import { Session } from "../resources/session.ts";

const tag = "Session";

export const session = {
  getSession: forPeople(
    "anyone",
    get("/session", {
      tag,
      extension: true,
      scope: null,
      summary: "Read who is signed in, and their brands",
      description: "Also makes a session that is in use last longer.",
      status: 200,
      reply: z.object({ data: Session }),
    }),
  ),
  startDemo: forPeople(
    "anyone",
    post("/session/demo", {
      tag,
      extension: true,
      scope: null,
      summary: "Sign in to the demo brand, on the machine that the server runs on",
      status: 200,
      reply: z.object({ data: Session }),
    }),
  ),
};
