import type { z } from "zod";
import type { ProblemCode } from "./problems.ts";
import type { ResponseForm, Scope } from "./vocabulary.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Shape = z.ZodObject;

/** Whom an endpoint lets in that goes by people instead of brands: `person` is whoever is signed in. */
export type Admits = "anyone" | "person";

/** Server-sent events, or JSON lines. */
export type StreamFormat = keyof typeof STREAM_TYPES;
export const STREAM_TYPES = { events: "text/event-stream", lines: "application/x-ndjson" } as const;

/** One endpoint, whole: its route, validation, OpenAPI entry, client method and handler type all follow from this. */
export type Endpoint<
  Query extends Shape = Shape,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  ReplyB extends z.ZodType = z.ZodType,
> = {
  method: Method;
  /** Relative to /api/v1. A path has at most one parameter, `{id}`. */
  path: string;
  /** What `{id}` identifies: a UUID of that kind, or the identifier of an engine. */
  idOf?: string;
  tag: string;
  /** Beyond the specified interface. */
  extension?: true;
  /** What a key or a member's role must allow; null where no brand is concerned. */
  scope: Scope | null;
  admits?: Admits;
  summary: string;
  description?: string;
  query?: Query;
  body?: { schema: Body; required: boolean };
  status: 200 | 201 | 202 | 204;
  reply?: Reply;
  /** The alternative documented shape, chosen by the key or by `?form=b`. */
  formB?: { reply: ReplyB; query?: Shape };
  /** Set where the reply comes piece by piece. */
  streams?: StreamFormat;
  /** Problems beyond those that any endpoint may have. */
  problems?: readonly ProblemCode[];
};

type Definition<Q extends Shape, B extends z.ZodType, R extends z.ZodType, RB extends z.ZodType> = Omit<
  Endpoint<Q, B, R, RB>,
  "method" | "path"
>;

const define =
  (method: Method) =>
  <
    Q extends Shape = z.ZodObject<Record<never, never>>,
    B extends z.ZodType = z.ZodUndefined,
    R extends z.ZodType = z.ZodUndefined,
    RB extends z.ZodType = R,
  >(
    path: string,
    rest: Definition<Q, B, R, RB>,
  ): Endpoint<Q, B, R, RB> => ({ method, path, ...rest });

/** An endpoint whose reply comes piece by piece, each of the shape of `reply`. */
export type StreamEndpoint<Query extends Shape = Shape, Piece extends z.ZodType = z.ZodType> = Endpoint<
  Query,
  z.ZodUndefined,
  Piece,
  Piece
> & { streams: StreamFormat };

export const stream = <P extends z.ZodType, Q extends Shape = z.ZodObject<Record<never, never>>>(
  path: string,
  rest: Omit<Definition<Q, z.ZodUndefined, P, P>, "status" | "reply"> & { streams: StreamFormat; reply: P },
): StreamEndpoint<Q, P> => ({ method: "GET", path, status: 200, ...rest });

/** An endpoint that goes by who is signed in, if anybody is, and not by a brand. */
export type PeopleEndpoint = Endpoint & { admits: Admits };

export const forPeople = <A extends Admits, E extends Endpoint>(admits: A, endpoint: E): E & { admits: A } => ({
  ...endpoint,
  admits,
});

export const get = define("GET");
export const post = define("POST");
export const patch = define("PATCH");
export const remove = define("DELETE");

type QueryOf<E> = E extends Endpoint<infer Q, z.ZodType, z.ZodType, z.ZodType> ? z.output<Q> : never;
type BodyOf<E> = E extends Endpoint<Shape, infer B, z.ZodType, z.ZodType> ? z.output<B> : never;
export type QueryInputOf<E> = E extends Endpoint<infer Q, z.ZodType, z.ZodType, z.ZodType> ? z.input<Q> : never;
export type BodyInputOf<E> = E extends Endpoint<Shape, infer B, z.ZodType, z.ZodType> ? z.input<B> : never;
export type ReplyOf<E> = E extends Endpoint<Shape, z.ZodType, infer R, z.ZodType> ? z.output<R> : never;
type ReplyBOf<E> = E extends Endpoint<Shape, z.ZodType, z.ZodType, infer RB> ? z.output<RB> : never;

/** What a handler gets to see of a request, already checked. */
export type RequestOf<E> = { id: string; query: QueryOf<E>; body: BodyOf<E>; form: ResponseForm };
export type AnyReplyOf<E> = E extends { streams: StreamFormat } ? AsyncIterable<ReplyOf<E>> : ReplyOf<E> | ReplyBOf<E>;
