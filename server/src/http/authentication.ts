import { BRAND_HEADER, type Endpoint, type PeopleEndpoint, ROLE_SCOPES, type Scope } from "@answerscope/api";
import type { FastifyReply, FastifyRequest } from "fastify";
import { authenticate } from "../app/api-keys.ts";
import type { Caller, Deps, PeopleDeps, Person } from "../app/ports.ts";
import { found, Problem } from "../app/problem.ts";
import type { Visiting } from "../app/sign-up.ts";
import type { RateLimits } from "./rate-limits.ts";
import { refuseOtherSites } from "./same-origin.ts";

/** `secret` seals replies that are kept for whoever sent the request. */
export type Authenticated = { caller: Caller; secret: string };
export type Visitor = Visiting & { person: Person | null; setCookies: (cookies: string[]) => void };

type AuthDeps = Pick<Deps, "stores" | "now"> & Pick<PeopleDeps, "sessions" | "secretFor">;

const kindOf = ({ method }: Endpoint) => (method === "GET" ? "read" : "write");

/** The key as presented: X-API-Key, or a Bearer token. */
function presentedKey(request: FastifyRequest): string | null {
  const header = request.headers["x-api-key"];
  if (typeof header === "string" && header !== "") return header;
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "");
  return bearer?.[1] ?? null;
}

/** Of a request's headers, what sessions go by. */
export function visitOf(request: FastifyRequest, local: boolean): Visiting {
  const headers = new Headers();
  for (const name of ["cookie", "user-agent"] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  return { headers, secure: request.protocol === "https", local };
}

/** A key if there is one, else a session. 401, then 429, then 403: a request is counted before it is told what it may not do. */
export async function admit(
  deps: AuthDeps,
  limits: RateLimits,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Authenticated> {
  const secret = presentedKey(request);
  if (secret !== null) return admitKey(deps, limits, endpoint, request, reply, secret);
  const visit = visitOf(request, false);
  if (deps.sessions.arePresent(visit.headers)) return admitPerson(deps, limits, endpoint, request, reply);
  throw new Problem("unauthorized", "No API key. Provide your key via the X-API-Key header, or as a Bearer token.");
}

async function admitKey(
  deps: AuthDeps,
  limits: RateLimits,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
): Promise<Authenticated> {
  const caller = await authenticate(deps, secret);
  if (!caller) {
    await limits.countBadKey(reply, request.ip);
    throw new Problem(
      "unauthorized",
      "Invalid API key. Provide a valid key via the X-API-Key header, or as a Bearer token.",
    );
  }
  await limits.countRequest(reply, kindOf(endpoint), caller.id);
  if (!caller.scopes.includes(endpoint.scope as Scope)) {
    throw new Problem(
      "insufficient_scope",
      `This key may not do that: the ${endpoint.scope} permission is required. Use a key with the scope ${endpoint.scope}.`,
    );
  }
  return { caller, secret };
}

async function admitPerson(
  deps: AuthDeps,
  limits: RateLimits,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Authenticated> {
  const { person } = await deps.sessions.find(visitOf(request, false), false);
  if (!person) throw new Problem("unauthorized", "The session has ended. Sign in again.");
  await limits.countRequest(reply, kindOf(endpoint), person.id);
  if (endpoint.method !== "GET") refuseOtherSites(request, true);
  const brand = await meantBrand(deps, person.id, request.headers[BRAND_HEADER.toLowerCase()]);
  const scopes = ROLE_SCOPES[brand.role];
  if (!scopes.includes(endpoint.scope as Scope)) {
    throw new Problem(
      "insufficient_scope",
      `As ${brand.role} of this brand you may not do that: the ${endpoint.scope} permission is required. Ask an owner.`,
    );
  }
  const caller = { id: person.id, personId: person.id, brandId: brand.id, scopes, form: "a" as const };
  return { caller, secret: await deps.secretFor(`replies to ${person.id}`) };
}

/** A brand of others is as unknown as one that never existed. */
async function meantBrand({ stores }: AuthDeps, personId: string, id: string | string[] | undefined) {
  const brands = await stores.people.brandsOf(personId);
  if (id !== undefined) {
    const meant = String(id).toLowerCase();
    return found(
      brands.find((brand) => brand.id === meant),
      "brand",
    );
  }
  const [only, ...others] = brands;
  if (only && others.length === 0) return only;
  throw only
    ? new Problem("invalid_request", `Several brands are yours: ${BRAND_HEADER} takes the id of the one that is meant.`)
    : new Problem("forbidden", "You are not a member of any brand. Make one, or ask for an invitation.");
}

/** For what goes by people: whoever it is, if somebody is signed in. */
export async function admitVisitor(
  deps: AuthDeps,
  limits: RateLimits,
  endpoint: PeopleEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  local: boolean,
): Promise<Visitor> {
  const setCookies = (cookies: string[]) => {
    if (cookies.length > 0) reply.header("Set-Cookie", cookies);
  };
  const visit = visitOf(request, local);
  const { person, cookies } = await deps.sessions.find(visit, endpoint.method === "GET");
  setCookies(cookies);
  if (!person && endpoint.admits === "person") {
    throw new Problem("unauthorized", "Nobody is signed in. Sign in first: this cannot be done with a key.");
  }
  await limits.countRequest(reply, kindOf(endpoint), person?.id ?? request.ip);
  if (endpoint.method !== "GET") refuseOtherSites(request, person !== null);
  return { ...visit, person, setCookies };
}
