import { describe, expect, it } from "vitest";
import type { Endpoint } from "../src/endpoint.ts";
import { endpoints } from "../src/endpoints/index.ts";
import { openApiDocument } from "../src/openapi.ts";

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  maximum?: number;
  minimum?: number;
  default?: unknown;
  format?: string;
};
type Parameter = { name: string; in: string; required: boolean; schema: Schema };
type Response = { description: string; headers?: object; content?: { "application/json": { schema: Schema } } };
type Operation = {
  operationId: string;
  "x-extension"?: true;
  parameters: Parameter[];
  security?: object[];
  requestBody?: { required: boolean };
  responses: Record<string, Response>;
};
type Document = {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  security: object[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: object };
};

const document = JSON.parse(JSON.stringify(openApiDocument())) as Document;
const operation = (method: string, path: string) => document.paths[path]?.[method] as Operation;
const reply = (method: string, path: string, status: number) =>
  operation(method, path).responses[status]?.content?.["application/json"].schema as Schema;
const parameter = (path: string, name: string) =>
  operation("get", path).parameters.find((one) => one.name === name) as Parameter;

/** The specified interface, as its table of endpoints gives it. */
const SPECIFIED = [
  ["get", "/topics"],
  ["get", "/topics/{id}"],
  ["get", "/topics/{id}/history"],
  ["get", "/scans"],
  ["post", "/scans"],
  ["get", "/scans/{id}"],
  ["get", "/analytics"],
  ["get", "/recommendations"],
] as const;

/** The fields that the specification gives each resource; those with ? may be null. */
const TOPIC =
  "id name brand? category? price? currency? url? status visibility_score_overall? visibility_score_awareness? visibility_score_evaluation? visibility_score_conversion? last_scanned_at? created_at";
const SCAN =
  "id status total_queries? completed_queries? failed_queries? started_at? completed_at? created_at metadata?";
const PREDICTION = "trajectory confidence current_score predicted_2w";
const RESOURCES: Record<string, string> = {
  Pagination: "page limit total total_pages",
  TopicSummary: TOPIC,
  TopicDetail: `${TOPIC} description? image_url? updated_at latest_scan_results`,
  TopicHistory: "topic_id topic_name days data_points",
  HistoryDataPoint: "scan_id scanned_at overall_score? stage_scores total_queries mention_rate",
  Scan: SCAN,
  ScanDetail: `${SCAN} error? results`,
  ScanResultRow:
    "id topic_id engine funnel_stage topic_mentioned mention_position? sentiment? score? action_recommendation? sources_cited? competitors_mentioned? created_at",
  ScanQueued: "id status created_at",
  ScanListItemFormB: "id status engines topics_scanned avg_score? created_at completed_at?",
  ScanResultRowFormB: "topic_id topic_name engine query mentioned position? sentiment? recommended score?",
  ScanDetailFormB: "scan results",
  ScanQueuedFormB: "scan_id status",
  TrendsAnalytics: "brand_prediction topic_predictions",
  BrandPrediction: `${PREDICTION} predicted_4w`,
  TopicPrediction: `topic_id topic_name ${PREDICTION}`,
  EnginesAnalytics: "engine_stats correlation_matrix",
  EngineStatistics: "avg_score mention_rate avg_position sentiment avg_citations recommendation_rate",
  Recommendation:
    "id topic_id? scan_id? funnel_stage? type title description priority? status impact_estimate? evidence? applied_at? score_before? score_after? created_at updated_at",
  Error: "error",
  ScanInProgress: "error active_scan_id",
};

const nullable = (schema: Schema): boolean =>
  schema.type === "null" || [schema.type].flat().includes("null") || (schema.anyOf ?? []).some(nullable);

function refsIn(part: unknown): string[] {
  if (part === null || typeof part !== "object") return [];
  return Object.entries(part).flatMap(([key, value]) => (key === "$ref" ? [value as string] : refsIn(value)));
}

describe("the OpenAPI description", () => {
  it("is OpenAPI 3.1 of the interface's version 1.0.0, under /api/v1", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe("1.0.0");
    expect(document.servers).toEqual([{ url: "/api/v1" }]);
  });

  it("has every endpoint there is, and nothing else", () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    );
    const defined = Object.entries(endpoints as Record<string, Endpoint>).map(
      ([name, { method, path }]) => `${name} ${method.toLowerCase()} ${path}`,
    );
    expect(described.toSorted()).toEqual(defined.toSorted());
  });

  it("marks as extensions all but the specified endpoints", () => {
    const plain = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, one]) => (one["x-extension"] ? [] : [`${method} ${path}`])),
    );
    expect(plain.toSorted()).toEqual(SPECIFIED.map((one) => one.join(" ")).toSorted());
  });

  it("refers only to what it holds, and holds only what it refers to", () => {
    const referred = new Set(refsIn(document));
    const held = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...referred].toSorted()).toEqual(held.toSorted());
  });

  it.each(Object.entries(RESOURCES))("gives %s every field that is specified", (name, fields) => {
    const schema = document.components.schemas[name] as Schema;
    for (const field of fields.split(" ")) {
      const plain = field.replace("?", "");
      expect(schema.required, plain).toContain(plain);
      expect(nullable(schema.properties?.[plain] as Schema), plain).toBe(field.endsWith("?"));
    }
  });

  it.each(SPECIFIED)("tells of 401, 429 and 500 for %s %s, 429 with its headers", (method, path) => {
    const { responses } = operation(method, path);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["401", "429", "500"]));
    expect(Object.keys(responses[429]?.headers ?? {})).toEqual([
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
      "Retry-After",
    ]);
  });

  it("tells of the other refusals where they are specified", () => {
    for (const path of ["/topics/{id}", "/topics/{id}/history", "/scans/{id}"]) {
      expect(operation("get", path).responses).toHaveProperty("404");
    }
    expect(operation("get", "/analytics").responses).toHaveProperty("400");
    expect(operation("post", "/scans").responses).toHaveProperty("403");
    expect(reply("post", "/scans", 409)).toEqual({ $ref: "#/components/schemas/ScanInProgress" });
    expect(reply("get", "/topics", 401)).toEqual({ $ref: "#/components/schemas/Error" });
  });

  it.each([
    ["get", "/scans", 200],
    ["post", "/scans", 201],
    ["get", "/scans/{id}", 200],
    ["get", "/analytics", 200],
  ] as const)(
    "gives the two forms of %s %s as alternatives, and the parameter that chooses",
    (method, path, status) => {
      expect(reply(method, path, status).anyOf).toHaveLength(2);
      const form = operation(method, path).parameters.find(({ name }) => name === "form");
      expect(form).toMatchObject({ in: "query", required: false, schema: { enum: ["a", "b"] } });
    },
  );

  it("gives one form to every other reply", () => {
    const withForms = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { parameters }]) =>
        parameters.some(({ name }) => name === "form") ? [`${method} ${path}`] : [],
      ),
    );
    expect(withForms.toSorted()).toEqual(["get /analytics", "get /scans", "get /scans/{id}", "post /scans"]);
  });

  it.each([
    ["/topics", "page", { minimum: 1, default: 1 }],
    ["/topics", "limit", { minimum: 1, maximum: 100, default: 50 }],
    ["/topics", "status", { enum: ["active", "inactive", "all"], default: "active" }],
    ["/topics/{id}/history", "days", { minimum: 1, maximum: 90, default: 30 }],
    ["/scans", "limit", { minimum: 1, maximum: 100, default: 20 }],
    ["/scans", "status", { enum: ["pending", "running", "completed", "failed"] }],
    ["/analytics", "type", { enum: ["trends", "engines"] }],
    ["/analytics", "scan_id", { type: "string", format: "uuid" }],
    ["/recommendations", "page", { minimum: 1, default: 1 }],
    ["/recommendations", "limit", { minimum: 1, maximum: 100, default: 50 }],
    ["/recommendations", "status", { enum: ["pending", "completed", "dismissed", "all"], default: "all" }],
    ["/recommendations", "stage", { enum: ["awareness", "evaluation", "conversion"] }],
    ["/recommendations", "topic_id", { format: "uuid" }],
  ] as const)("gives %s's parameter %s its bounds and default", (path, name, bounds) => {
    expect(parameter(path, name).schema).toMatchObject(bounds);
    expect(parameter(path, name).required).toBe(name === "type");
  });

  it("makes the body of a scan optional, and offers an Idempotency-Key on every POST to a brand and only there", () => {
    expect(operation("post", "/scans").requestBody?.required).toBe(false);
    for (const operations of Object.values(document.paths)) {
      for (const [method, { parameters, security }] of Object.entries(operations)) {
        const takesKey = parameters.some(({ name }) => name === "Idempotency-Key");
        expect(takesKey).toBe(method === "post" && security === undefined);
      }
    }
  });

  it("takes the key by header or as a bearer token, or a session's cookie", () => {
    expect(document.security).toEqual([{ apiKey: [] }, { bearer: [] }, { session: [] }]);
    expect(document.components.securitySchemes).toEqual({
      apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
      bearer: { type: "http", scheme: "bearer" },
      session: {
        type: "apiKey",
        in: "cookie",
        name: "answerscope.session_token",
        description: expect.stringContaining("X-Brand-Id"),
      },
    });
  });

  it("says what is open to anyone, and what to whoever is signed in", () => {
    const by = (security: string) =>
      Object.values(document.paths).flatMap((operations) =>
        Object.values(operations).flatMap((one) => (JSON.stringify(one.security) === security ? one.operationId : [])),
      );
    expect(by("[]").toSorted()).toEqual(["getSession", "lookUpInvitation", "startDemo"]);
    expect(by('[{"session":[]}]').toSorted()).toEqual(["acceptInvitation", "createBrand"]);
  });
});
