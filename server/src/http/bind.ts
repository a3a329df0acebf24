import {
  type AnyReplyOf,
  BASE_PATH,
  ENGINES,
  type Endpoint,
  type Endpoints,
  endpoints,
  type OperationId,
  type PeopleEndpoint,
  type RequestOf,
} from "@answerscope/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Caller, Deps, PeopleDeps, Person } from "../app/ports.ts";
import { notFound } from "../app/problem.ts";
import { type Authenticated, admit, admitVisitor, type Visitor } from "./authentication.ts";
import { idempotencyKeyOf, once, type Sent } from "./idempotency.ts";
import type { RateLimits } from "./rate-limits.ts";
import { bodyReader } from "./read-body.ts";
import { inputReader } from "./read-input.ts";
import { originOf } from "./same-origin.ts";
import { streamer } from "./stream.ts";

/** What a handler may use: the ports, and what only the way in here knows. */
export type HandlerDeps = Deps & PeopleDeps & Pick<RateLimits, "allowances">;

/** A request, already checked. `origin` is the address that it was sent to. */
type Asked<E> = RequestOf<E> & { origin: string };
type VisitorOf<E> = E extends { admits: "person" } ? Visitor & { person: Person } : Visitor;

export type Handler<K extends OperationId> = (
  deps: HandlerDeps,
  who: Endpoints[K] extends PeopleEndpoint ? VisitorOf<Endpoints[K]> : Caller,
  request: Asked<Endpoints[K]>,
  /** Aborted when whoever asked is gone, or the server stops; only streams are given one. */
  signal: AbortSignal,
) => Promise<AnyReplyOf<Endpoints[K]>>;
export type Handlers = { [K in OperationId]: Handler<K> };

type AnyHandler<Who> = (
  deps: HandlerDeps,
  who: Who,
  request: Asked<Endpoint>,
  signal?: AbortSignal,
) => Promise<unknown>;

const isId = (endpoint: Endpoint, id: string): boolean =>
  endpoint.idOf === "engine" ? Object.hasOwn(ENGINES, id) : z.guid().safeParse(id).success;

const JSON_TYPE = "application/json; charset=utf-8";

const sentOf = ({ status }: Endpoint, value: unknown): Sent => ({
  status,
  text: value === undefined ? "" : JSON.stringify(value),
});

function send(reply: FastifyReply, { status, text }: Sent): FastifyReply {
  reply.code(status);
  return text === "" ? reply.send() : reply.type(JSON_TYPE).send(text);
}

/** Checks everything that a request says beyond who sends it. */
function askedReader(endpoint: Endpoint) {
  const readInput = inputReader(endpoint);
  const readBody = bodyReader(endpoint);
  return (request: FastifyRequest, preferred: Caller["form"]): Asked<Endpoint> => {
    const { id = "" } = request.params as { id?: string };
    if (endpoint.idOf && !isId(endpoint, id)) throw notFound(endpoint.idOf);
    const { query, form } = readInput(request.query as Record<string, unknown>, preferred);
    return { id: id.toLowerCase(), query, body: readBody(request.body), form, origin: originOf(request) };
  };
}

export type Binding = {
  app: FastifyInstance;
  deps: HandlerDeps;
  limits: RateLimits;
  isLocal: (request: FastifyRequest) => boolean;
};

/** Gives every endpoint its route: who sends it, rate and scope first, then the input, then its handler. */
export function bindEndpoints(binding: Binding, handlers: Handlers): void {
  const streams = streamer(binding.app);
  for (const [operation, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
    const handler = handlers[operation as OperationId];
    if (endpoint.admits) bindToPeople(binding, operation, endpoint as PeopleEndpoint, handler as AnyHandler<Visitor>);
    else bindToBrand(binding, operation, endpoint, handler as AnyHandler<Caller>, streams);
  }
}

const routeOf = (operation: string, { method, path }: Endpoint) => ({
  method,
  url: BASE_PATH + path.replace("{id}", ":id"),
  config: { operation },
});

function bindToBrand(
  { app, deps, limits }: Binding,
  operation: string,
  endpoint: Endpoint,
  handler: AnyHandler<Caller>,
  streams: ReturnType<typeof streamer>,
): void {
  const admitted = new WeakMap<FastifyRequest, Authenticated>();
  const readAsked = askedReader(endpoint);
  app.route({
    ...routeOf(operation, endpoint),
    // Before the body is read: a stranger's body is not worth parsing.
    onRequest: async (request, reply) => {
      admitted.set(request, await admit(deps, limits, endpoint, request, reply));
    },
    handler: async (request, reply) => {
      const who = admitted.get(request) as Authenticated;
      const asked = readAsked(request, who.caller.form);
      if (endpoint.streams) {
        return streams(reply, endpoint.streams, who.caller.brandId, async (signal) => {
          const pieces = await handler(deps, who.caller, asked, signal);
          return pieces as AsyncIterable<unknown>;
        });
      }
      const run = async (within: HandlerDeps) => sentOf(endpoint, await handler(within, who.caller, asked));
      const key = endpoint.method === "POST" ? idempotencyKeyOf(request.headers["idempotency-key"]) : undefined;
      if (key === undefined) return send(reply, await run(deps));
      const sent = await once(deps, who, key, [operation, asked.id, asked.form, asked.body], run);
      if (sent.replayed) reply.header("Idempotency-Replayed", "true");
      return send(reply, sent);
    },
  });
}

function bindToPeople(
  { app, deps, limits, isLocal }: Binding,
  operation: string,
  endpoint: PeopleEndpoint,
  handler: AnyHandler<Visitor>,
): void {
  const admitted = new WeakMap<FastifyRequest, Visitor>();
  const readAsked = askedReader(endpoint);
  app.route({
    ...routeOf(operation, endpoint),
    onRequest: async (request, reply) => {
      admitted.set(request, await admitVisitor(deps, limits, endpoint, request, reply, isLocal(request)));
    },
    handler: async (request, reply) => {
      const value = await handler(deps, admitted.get(request) as Visitor, readAsked(request, "a"));
      return send(reply, sentOf(endpoint, value));
    },
  });
}
