import { z } from "zod";
import { type Endpoint, STREAM_TYPES } from "./endpoint.ts";
import { BASE_PATH, endpoints } from "./endpoints/index.ts";
import { ErrorBody, PROBLEMS, type ProblemCode, ScanInProgressBody } from "./problems.ts";
import { BRAND_HEADER, ENGINE_IDS, RESPONSE_FORMS, SESSION_COOKIE } from "./vocabulary.ts";

type Json = Record<string, unknown>;

const EXTENSIONS = "Extensions";

const TAGS: Record<string, string> = {
  Topics: "Products or subjects whose visibility is measured.",
  Scans: "Rounds of questions to the engines, and what came back.",
  Analytics: "Where the scores are heading, and how the engines compare.",
  Recommendations: "What to do about it, with the evidence.",
  Brand: "The brand that the key belongs to, and the engines it can ask.",
  Prompts: "The questions that scans ask, per topic and funnel stage.",
  Keys: "API keys of the brand.",
  Session: "Who is signed in, and which brands are theirs.",
  Members: "The people of the brand, and how others are invited.",
  [EXTENSIONS]: "Everything above that goes beyond the specified interface.",
};

const RATE_HEADERS = {
  "X-RateLimit-Limit": "Maximum requests per window.",
  "X-RateLimit-Remaining": "Requests remaining in the current window.",
  "X-RateLimit-Reset": "Unix time in seconds when the window resets.",
};

const integerHeaders = (texts: Record<string, string>): Json =>
  Object.fromEntries(
    Object.entries(texts).map(([name, description]) => [name, { description, schema: { type: "integer" } }]),
  );

/** Every whole number is bounded by what a double can hold; saying so only makes the page harder to read. */
const isNoBound = (key: string, value: unknown): boolean =>
  (key === "minimum" || key === "maximum") && Math.abs(value as number) === Number.MAX_SAFE_INTEGER;

/** Turns a schema into JSON Schema and moves the named parts of it to `components`. */
function schemaInto(components: Json, schema: z.ZodType): Json {
  // "input" keeps objects open: a client must accept fields that it does not know.
  const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io: "input" }) as Json;
  const relink = (part: unknown): Json =>
    JSON.parse(
      JSON.stringify(part, (key, value) => (isNoBound(key, value) ? undefined : value)).replaceAll(
        '"#/$defs/',
        '"#/components/schemas/',
      ),
    );
  for (const [name, definition] of Object.entries(($defs ?? {}) as Json)) components[name] = relink(definition);
  return relink(rest);
}

function queryParameters(components: Json, query: z.ZodObject): Json[] {
  return Object.entries(query.shape).map(([name, field]) => {
    const schema = schemaInto(components, field as z.ZodType);
    const { description, ...plain } = schema;
    return {
      name,
      in: "query",
      required: !(field as z.ZodType).safeParse(undefined).success,
      ...(description ? { description } : {}),
      schema: plain,
    };
  });
}

/** A kept reply belongs to a brand. */
const takesIdempotencyKey = ({ method, admits }: Endpoint): boolean => method === "POST" && admits === undefined;

function parametersOf(components: Json, endpoint: Endpoint): Json[] {
  const parameters: Json[] = [];
  if (endpoint.idOf) {
    const schema =
      endpoint.idOf === "engine" ? { type: "string", enum: ENGINE_IDS } : { type: "string", format: "uuid" };
    parameters.push({ name: "id", in: "path", required: true, schema });
  }
  // The wider bounds of form B are the bounds of the parameter; its description says what form A takes.
  const query = endpoint.formB?.query ?? endpoint.query;
  if (query) parameters.push(...queryParameters(components, query));
  if (endpoint.formB) {
    const description = "Shape of the reply; the key's own form when left out.";
    parameters.push({
      name: "form",
      in: "query",
      required: false,
      description,
      schema: { type: "string", enum: RESPONSE_FORMS },
    });
  }
  if (takesIdempotencyKey(endpoint)) {
    const description = "Makes a retry safe: the same key and request give the first reply again, for 24 hours.";
    const schema = { type: "string", minLength: 1, maxLength: 255 };
    parameters.push({ name: "Idempotency-Key", in: "header", required: false, description, schema });
  }
  return parameters;
}

function problemResponses(components: Json, endpoint: Endpoint): Json {
  const takesInput = endpoint.query !== undefined || endpoint.body !== undefined || endpoint.formB !== undefined;
  const codes: ProblemCode[] = ["rate_limited", "internal", ...(endpoint.problems ?? [])];
  if (endpoint.admits !== "anyone") codes.push("unauthorized");
  if (endpoint.scope !== null) codes.push("insufficient_scope");
  if (endpoint.admits !== undefined && endpoint.method !== "GET") codes.push("forbidden");
  if (takesInput || endpoint.method === "POST") codes.push("invalid_request");
  if (endpoint.idOf) codes.push("not_found");
  if (endpoint.body) codes.push("payload_too_large", "unsupported_media_type");
  if (takesIdempotencyKey(endpoint)) codes.push("idempotency_mismatch");

  const responses: Json = {};
  for (const status of new Set(codes.map((code) => PROBLEMS[code].status))) {
    const here = codes.filter((code) => PROBLEMS[code].status === status);
    const body = here.includes("scan_in_progress") ? ScanInProgressBody : ErrorBody;
    responses[status] = {
      description: here.map((code) => PROBLEMS[code].says).join(" "),
      ...(status === 429
        ? { headers: integerHeaders({ ...RATE_HEADERS, "Retry-After": "Seconds until the limit resets." }) }
        : {}),
      content: { "application/json": { schema: schemaInto(components, body) } },
    };
  }
  return responses;
}

const contentType = ({ streams }: Endpoint): string => (streams ? STREAM_TYPES[streams] : "application/json");

function needs({ scope, admits }: Endpoint): string {
  if (admits === "anyone") return "Open to anyone.";
  return admits === "person" ? "For whoever is signed in, whatever their brands." : `Needs scope ${scope}.`;
}

function operation(components: Json, operationId: string, endpoint: Endpoint): Json {
  const replies = [endpoint.reply, endpoint.formB?.reply].filter((reply) => reply !== undefined);
  const schemas = replies.map((reply) => schemaInto(components, reply));
  const schema = schemas.length > 1 ? { anyOf: schemas } : schemas[0];
  return {
    operationId,
    tags: endpoint.extension ? [endpoint.tag, EXTENSIONS] : [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, needs(endpoint)].filter(Boolean).join(" "),
    ...(endpoint.admits ? { security: endpoint.admits === "person" ? [{ session: [] }] : [] } : {}),
    ...(endpoint.extension ? { "x-extension": true } : {}),
    parameters: parametersOf(components, endpoint),
    ...(endpoint.body
      ? {
          requestBody: {
            required: endpoint.body.required,
            content: { "application/json": { schema: schemaInto(components, endpoint.body.schema) } },
          },
        }
      : {}),
    responses: {
      [endpoint.status]: {
        description: endpoint.status === 204 ? "Done." : endpoint.formB ? "Form A, or form B." : "Success.",
        headers: integerHeaders(RATE_HEADERS),
        ...(schema ? { content: { [contentType(endpoint)]: { schema } } } : {}),
      },
      ...problemResponses(components, endpoint),
    },
  };
}

/** The interface as OpenAPI 3.1, derived from the endpoint definitions. */
export function openApiDocument(): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const [operationId, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operation(components, operationId, endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Answerscope",
      version: "1.0.0",
      description:
        "How visible a brand is in AI answers: scores with their evidence, per topic, funnel stage and engine, over time. Operations under the tag Extensions go beyond the specified interface. Scans and analytics are documented in two shapes, form A and form B: a key has one of them (response_form), and the query parameter form overrides it for one request.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: BASE_PATH }],
    security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        bearer: { type: "http", scheme: "bearer" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: SESSION_COOKIE,
          description: `Set by POST /auth/sign-in/email, read where no key is given. ${BRAND_HEADER} says which brand is meant; it may be left out by a person of one brand. The person's role gives the scopes: owner all, editor read and write, viewer read. Changes are taken from the server's own pages alone.`,
        },
      },
    },
  };
}
