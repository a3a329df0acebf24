import {
  type AnyReplyOf,
  BASE_PATH,
  ENGINES,
  type Endpoint,
  type Endpoints,
  endpoints,
  type OperationId,
  type RequestOf,
} from "@answerscope/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Caller, Deps } from "../app/ports.ts";
import { notFound } from "../app/problem.ts";
import { type Authenticated, admit } from "./authentication.ts";
import { idempotencyKeyOf, once, type Sent } from "./idempotency.ts";
import type { RateLimits } from "./rate-limits.ts";
import { bodyReader } from "./read-body.ts";
import { inputReader } from "./read-input.ts";
import { streamer } from "./stream.ts";

export type Handler<K extends OperationId> = (
  deps: Deps,
  caller: Caller,
  request: RequestOf<Endpoints[K]>,
  /** Aborted when whoever asked is gone, or the server stops; only streams are given one. */
  signal: AbortSignal,
) => Promise<AnyReplyOf<Endpoints[K]>>;
export type Handlers = { [K in OperationId]: Handler<K> };

type AnyHandler = (deps: Deps, caller: Caller, request: RequestOf<Endpoint>, signal?: AbortSignal) => Promise<unknown>;

const isId = (endpoint: Endpoint, id: string): boolean =>
  endpoint.idOf === "engine" ? Object.hasOwn(ENGINES, id) : z.guid().safeParse(id).success;

const JSON_TYPE = "application/json; charset=utf-8";

/** Gives every endpoint its route: key, rate and scope first, then the input, then its handler. */
export function bindEndpoints(app: FastifyInstance, deps: Deps, limits: RateLimits, handlers: Handlers): void {
  const admitted = new WeakMap<FastifyRequest, Authenticated>();
  const streams = streamer(app);

  for (const [operation, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
    const readInput = inputReader(endpoint);
    const readBody = bodyReader(endpoint);
    const handler = handlers[operation as OperationId] as AnyHandler;

    app.route({
      method: endpoint.method,
      url: BASE_PATH + endpoint.path.replace("{id}", ":id"),
      config: { operation },
      // Before the body is read: a stranger's body is not worth parsing.
      onRequest: async (request, reply) => {
        admitted.set(request, await admit(deps, limits, endpoint, request, reply));
      },
      handler: async (request, reply) => {
        const who = admitted.get(request) as Authenticated;
        const { id = "" } = request.params as { id?: string };
        if (endpoint.idOf && !isId(endpoint, id)) throw notFound(endpoint.idOf);
        const { query, form } = readInput(request.query as Record<string, unknown>, who.caller.form);
        const body = readBody(request.body);
        const asked = { id: id.toLowerCase(), query, body, form };
        if (endpoint.streams) {
          const { caller } = who;
          return streams(reply, endpoint.streams, caller.brandId, async (signal) => {
            const pieces = await handler(deps, caller, asked, signal);
            return pieces as AsyncIterable<unknown>;
          });
        }
        const run = async (within: Deps): Promise<Sent> => {
          const value = await handler(within, who.caller, asked);
          return { status: endpoint.status, text: value === undefined ? "" : JSON.stringify(value) };
        };
        const key = endpoint.method === "POST" ? idempotencyKeyOf(request.headers["idempotency-key"]) : undefined;
        const sent =
          key === undefined
            ? { ...(await run(deps)), replayed: false }
            : await once(deps, who, key, [operation, id, form, body], run);
        if (sent.replayed) reply.header("Idempotency-Replayed", "true");
        reply.code(sent.status);
        return sent.text === "" ? reply.send() : reply.type(JSON_TYPE).send(sent.text);
      },
    });
  }
}
