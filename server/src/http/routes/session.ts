import { showSession, startDemo } from "../../app/show-session.ts";
import type { Handlers } from "../bind.ts";

export const sessionHandlers: Pick<Handlers, "getSession" | "startDemo"> = {
  getSession: async (deps, visitor) => ({ data: await showSession(deps, visitor, visitor.person) }),

  startDemo: async (deps, visitor) => {
    const { session, cookies } = await startDemo(deps, visitor);
    visitor.setCookies(cookies);
    return { data: session };
  },
};
