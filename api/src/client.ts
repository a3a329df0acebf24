import type { BodyInputOf, Endpoint, QueryInputOf, ReplyOf, StreamFormat } from "./endpoint.ts";
import { BASE_PATH, type Endpoints, endpoints, type OperationId } from "./endpoints/index.ts";
import { BRAND_HEADER } from "./vocabulary.ts";

/** A refusal of the service, with its status and the body it sent. */
export class AnswerscopeError extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    const said = (body as { error?: unknown } | null)?.error;
    super(typeof said === "string" ? said : `The service answered with status ${status}.`);
    this.name = "AnswerscopeError";
    this.status = status;
    this.body = body;
  }
}

type Input<E> = {
  query?: QueryInputOf<E>;
  idempotencyKey?: string;
  signal?: AbortSignal;
} & (E extends { idOf?: string } ? { id?: string } : unknown) & { body?: BodyInputOf<E> };

export type Client = {
  [K in OperationId]: (
    input?: Input<Endpoints[K]>,
  ) => Endpoints[K] extends { streams: StreamFormat }
    ? AsyncIterable<ReplyOf<Endpoints[K]>>
    : Promise<ReplyOf<Endpoints[K]>>;
};

/** Without a key the browser's session cookie counts, and `brandId` says which of the person's brands is meant. */
export type ClientSettings = { baseUrl: string; apiKey?: string; brandId?: string; fetch?: typeof fetch };

type AnyInput = { id?: string; query?: object; body?: unknown; idempotencyKey?: string; signal?: AbortSignal };

function addressOf(baseUrl: string, endpoint: Endpoint, input: AnyInput): URL {
  if (endpoint.idOf && !input.id) throw new TypeError(`${endpoint.method} ${endpoint.path} needs an id`);
  const path = endpoint.path.replace("{id}", encodeURIComponent(input.id ?? ""));
  const url = new URL(`${baseUrl.replace(/\/+$/, "").replace(/\/api\/v1$/, "")}${BASE_PATH}${path}`);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  // The client's types are those of form A, whatever form the key prefers.
  if (endpoint.formB) url.searchParams.set("form", "a");
  return url;
}

function send(settings: ClientSettings, endpoint: Endpoint, input: AnyInput): Promise<Response> {
  return (settings.fetch ?? fetch)(addressOf(settings.baseUrl, endpoint, input), {
    method: endpoint.method,
    headers: {
      ...(settings.apiKey === undefined ? {} : { "X-API-Key": settings.apiKey }),
      ...(settings.brandId === undefined ? {} : { [BRAND_HEADER]: settings.brandId }),
      ...(input.body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(input.idempotencyKey ? { "Idempotency-Key": input.idempotencyKey } : {}),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(input.signal ? { signal: input.signal } : {}),
  });
}

async function call(settings: ClientSettings, endpoint: Endpoint, input: AnyInput): Promise<unknown> {
  const response = await send(settings, endpoint, input);
  const text = await response.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  if (!response.ok) throw new AnswerscopeError(response.status, body);
  return body;
}

/** Not every browser can iterate over a stream by itself. */
async function* bytesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    await reader.cancel();
  }
}

/** The pieces of a stream as they come. */
async function* follow(settings: ClientSettings, endpoint: Endpoint, input: AnyInput): AsyncGenerator<unknown> {
  const response = await send(settings, endpoint, input);
  if (!response.ok) throw new AnswerscopeError(response.status, JSON.parse(await response.text()));
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of response.body ? bytesOf(response.body) : []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    // Of an event only its data is a piece; a line of JSON is one whole.
    for (const line of lines) if (line !== "") yield JSON.parse(line.replace(/^data: /, ""));
  }
}

/** A method per operation, typed by the same definitions that the server is built from. */
export function createClient(settings: ClientSettings): Client {
  const methods = Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => [
    name,
    (input: AnyInput = {}) => (endpoint.streams ? follow : call)(settings, endpoint, input),
  ]);
  return Object.fromEntries(methods) as Client;
}
