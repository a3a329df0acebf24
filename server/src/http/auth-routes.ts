import { PasswordChange, SignInEmail, SignUpEmail } from "@answerscope/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Deps, PeopleDeps } from "../app/ports.ts";
import { Problem } from "../app/problem.ts";
import { signUp, type Visiting } from "../app/sign-up.ts";
import { visitOf } from "./authentication.ts";
import type { RateLimits } from "./rate-limits.ts";
import { bodyReader } from "./read-body.ts";
import { refuseOtherSites } from "./same-origin.ts";

type AuthDeps = PeopleDeps & Pick<Deps, "now">;
type Answer = { body: unknown; cookies: string[] };
type Operation = {
  method: "GET" | "POST";
  path: string;
  body?: z.ZodType;
  /** Whose password is tried, where one is. */
  triesPasswordOf?: (body: never, visit: Visiting) => Promise<string> | string;
  run?: (visit: Visiting, body: never) => Promise<Answer>;
};

/** better-auth's own operations, as far as they are of use here. */
const operationsOn = (deps: AuthDeps): Operation[] => [
  { method: "GET", path: "/get-session" },
  {
    method: "POST",
    path: "/sign-in/email",
    body: SignInEmail,
    triesPasswordOf: ({ email }: SignInEmail) => email,
  },
  {
    method: "POST",
    path: "/sign-up/email",
    body: SignUpEmail,
    triesPasswordOf: ({ email }: SignUpEmail) => email,
    run: (visit, body: SignUpEmail) => signUp(deps, visit, body),
  },
  {
    method: "POST",
    path: "/change-password",
    body: PasswordChange,
    // A session that was left open is no leave to find out its password.
    triesPasswordOf: async (_, visit) => (await deps.sessions.find(visit, false)).person?.email ?? "nobody",
  },
  { method: "POST", path: "/sign-out" },
  { method: "POST", path: "/revoke-sessions" },
  { method: "POST", path: "/revoke-other-sessions" },
];

export type AuthRoutes = {
  app: FastifyInstance;
  deps: AuthDeps;
  limits: RateLimits;
  isLocal: (request: FastifyRequest) => boolean;
};

/** Sign-in, at the addresses that better-auth's clients expect under /auth. */
export function bindAuth({ app, deps, limits, isLocal }: AuthRoutes): void {
  for (const { method, path, body: schema, triesPasswordOf, run } of operationsOn(deps)) {
    const readBody = schema ? bodyReader({ body: { schema, required: true } }) : () => undefined;
    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<Answer> => {
      const visit = visitOf(request, isLocal(request));
      if (method === "POST") refuseOtherSites(request, deps.sessions.arePresent(visit.headers));
      const body = readBody(request.body) as never;
      const name = await triesPasswordOf?.(body, visit);
      const takeBack = name === undefined ? undefined : await limits.countPassword(reply, request.ip, name);
      const answered = await (run ? run(visit, body) : deps.sessions.ask(visit, method, path, body));
      await takeBack?.();
      return answered;
    };
    app.route({
      method,
      url: `/auth${path}`,
      config: { operation: path.slice(1) },
      handler: async (request, reply) => {
        const { body, cookies } = await answer(request, reply).catch(inItsWords);
        if (cookies.length > 0) reply.header("Set-Cookie", cookies);
        reply.header("Cache-Control", "no-store").type("application/json; charset=utf-8");
        return reply.send(JSON.stringify(body));
      },
    });
  }
}

/** Its clients look for a `message`. */
function inItsWords(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw new Problem(error.code, error.message, { ...error.extra, message: error.message });
}
