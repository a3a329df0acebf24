import type { Endpoint } from "@answerscope/api";
import type { FastifyReply, FastifyRequest } from "fastify";
import { authenticate } from "../app/api-keys.ts";
import type { Caller, Deps } from "../app/ports.ts";
import { Problem } from "../app/problem.ts";
import type { RateLimits } from "./rate-limits.ts";

export type Authenticated = { caller: Caller; secret: string };

/** The key as presented: X-API-Key, or a Bearer token. */
function presentedKey(request: FastifyRequest): string | null {
  const header = request.headers["x-api-key"];
  if (typeof header === "string" && header !== "") return header;
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "");
  return bearer?.[1] ?? null;
}

/** 401, then 429, then 403: a request is counted before it is told what it may not do. */
export async function admit(
  deps: Pick<Deps, "stores" | "now">,
  limits: RateLimits,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Authenticated> {
  const secret = presentedKey(request);
  if (secret === null) {
    throw new Problem("unauthorized", "No API key. Provide your key via the X-API-Key header, or as a Bearer token.");
  }
  const caller = await authenticate(deps, secret);
  if (!caller) {
    await limits.countBadKey(reply, request.ip);
    throw new Problem(
      "unauthorized",
      "Invalid API key. Provide a valid key via the X-API-Key header, or as a Bearer token.",
    );
  }
  await limits.countRequest(reply, endpoint.method === "GET" ? "read" : "write", caller.keyId);
  if (!caller.scopes.includes(endpoint.scope)) {
    throw new Problem(
      "insufficient_scope",
      `This key may not do that: the ${endpoint.scope} permission is required. Use a key with the scope ${endpoint.scope}.`,
    );
  }
  return { caller, secret };
}
