import { BASE_PATH, type Endpoint, endpoints, type TopicDetail } from "@answerscope/api";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { EngineGate } from "../setup/engine-gate.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";

const RUNS = [
  ["pglite", 600],
  ["postgres", 300],
] as const;
const TIME_LIMIT_MS = 20_000;

const ErrorReply = z.object({ error: z.string().min(1), code: z.string().min(1) });
const ALL = Object.values(endpoints as Record<string, Endpoint>);
const PARAMETERS = [...new Set(ALL.flatMap(({ query }) => Object.keys(query?.shape ?? {}))), "form"];

type Good = Record<string, unknown[]>;

/** Values that a field of this name would take, and the fields without which a body is no use. */
const GOOD: Good = {
  name: ["Lantern", "テント 🏕️"],
  text: ["Which lantern?"],
  funnel_stage: ["awareness", "conversion"],
  status: ["active", "inactive", "completed", "dismissed", "pending"],
  scopes: [["read"], ["write", "admin"]],
  expires_at: ["2999-01-01T00:00:00Z", null],
  response_form: ["a", "b"],
  engines: [["simulated"], null],
  price: [5, 0, null],
  currency: ["USD"],
  url: ["https://a.example/", null],
  image_url: ["http://a.example/x.png"],
  aliases: [[], ["Lamp"]],
  competitors: [[{ name: "Velstrand" }], []],
  schedule: [{ cron: "0 6 * * 1" }, null],
  sampling: [{ samples_per_prompt: 1 }],
  country: ["de"],
  language: ["fr"],
  domain: ["a.example", null],
  weight: [1, 2.5],
  api_key: [null, "sk-none"],
  base_url: ["http://127.0.0.1:9/", null],
  model: ["none", null],
  engine: ["chatgpt", "simulated"],
  category: ["Lamps", null],
  page: ["1", "2"],
  limit: ["1", "50", "100"],
  days: ["90"],
  type: ["trends", "engines"],
  stage: ["awareness"],
  form: ["a", "b"],
  role: ["viewer", "editor"],
  email: ["ada@people.example", null],
  token: ["x"],
};

const NEEDED = new Set(["name", "text", "topic_id", "funnel_stage", "scopes"]);

const oddText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("\ud800", "\udc00", "\u0000", "\u202e", "\ufeff", "'", '"', "\\", "%", "{", "$1"),
  }),
  fc.constantFrom("", " ", "null", "__proto__", "constructor", "-1", "0x10", "1e400", "../..", "x".repeat(5000), "ﷺ"),
);
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.double(),
  fc.constantFrom(1e308, -1e308, 2 ** 53, -0, Number.MAX_SAFE_INTEGER, null, true, [], {}),
  fc.integer({ min: 1, max: 4000 }).map((depth) => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown),
  fc.array(oddText, { maxLength: 60 }),
  fc.dictionary(oddText, fc.jsonValue({ maxDepth: 1 })),
);
const fieldValue = (good: Good, name: string) =>
  good[name] ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...good[name]) }, oddValue) : oddValue;

const asText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
const encoded = (value: unknown): string => encodeURIComponent(asText(value).toWellFormed());
const parameterWith = (good: Good) =>
  fc.oneof(
    ...PARAMETERS.map((name) => fieldValue(good, name).map((value) => `${name}=${encoded(value)}`)),
    fc.tuple(oddText, oddText).map(([name, value]) => `${encoded(name)}=${encoded(value)}`),
    fc.constantFrom("%", "=", "&", "page=%zz", "limit[]=1", "limit=1&limit=1", "status", "%00=%00", "type=trends;a=b"),
  );

const headerText = fc.oneof(
  fc.string({ unit: "grapheme-ascii" }),
  fc.constantFrom("", "\u00ff", "a, b", "x".repeat(7000), "*/*", "0", "-1"),
);
const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=latin1",
  "text/plain",
  "application/",
  "",
  "a;b;c",
];
const JSON_ONLY = { "content-type": "application/json" };
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.constant(JSON_ONLY),
  fc
    .record(
      {
        "content-type": fc.constantFrom(...CONTENT_TYPES),
        "idempotency-key": headerText,
        authorization: headerText,
        accept: headerText,
        "if-none-match": headerText,
        range: headerText,
        "x-forwarded-for": headerText,
        "content-encoding": fc.constantFrom("gzip", "identity"),
      },
      { requiredKeys: [] },
    )
    .map((odd) => ({ ...JSON_ONLY, ...odd }) as Record<string, string>),
);

const fieldsOf = (endpoint: Endpoint): string[] =>
  endpoint.body ? Object.keys((endpoint.body.schema as z.ZodObject).shape) : [];
const bodyFor = (good: Good, endpoint: Endpoint): fc.Arbitrary<string | undefined> => {
  const fields = fieldsOf(endpoint);
  const record = (valueOfField: (name: string) => fc.Arbitrary<unknown>, required: string[]) =>
    fc
      .record(Object.fromEntries(fields.map((name) => [name, valueOfField(name)])), { requiredKeys: required })
      .map((body) => JSON.stringify(body));
  const needed = fields.filter((name) => NEEDED.has(name));
  return fc.oneof(
    { weight: 4, arbitrary: record((name) => fc.constantFrom(...(good[name] ?? ["x"])), needed) },
    { weight: 4, arbitrary: record((name) => fieldValue(good, name), []) },
    oddValue.map((value) => JSON.stringify(value) ?? ""),
    oddText,
    fc.constantFrom(undefined, "", "{", "[".repeat(9000), `{"name":"${"x".repeat(70_000)}"}`, '{"__proto__":{"a":1}}'),
  );
};

type Request = { method: string; path: string; query: string[]; headers: Record<string, string>; body?: string };

const requestsWith = (good: Good): fc.Arbitrary<Request> =>
  fc.constantFrom(...ALL).chain((endpoint) =>
    fc.record(
      {
        method: fc.oneof(
          { weight: 8, arbitrary: fc.constant(endpoint.method) },
          fc.constantFrom("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "PROPFIND"),
        ),
        path: fc.oneof(
          { weight: 8, arbitrary: fc.constant(endpoint.path) },
          oddText.map((text) => endpoint.path.replace("{id}", encoded(text))),
          oddText.map((text) => `${endpoint.path}/${encoded(text)}`),
        ),
        query: fc.array(parameterWith(good), { maxLength: 4 }),
        headers,
        body: bodyFor(good, endpoint),
      },
      { requiredKeys: ["method", "path", "query", "headers"] },
    ),
  ) as fc.Arbitrary<Request>;

describe.each(RUNS)("any request on %s", (kind, numRuns) => {
  let product: TestProduct;
  let key: string;
  const ids: Record<string, string[]> = {};
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    const brand = await product.makeBrand();
    key = brand.key;
    const topics = await Promise.all(
      ["One", "Two"].map((name) => product.data<TopicDetail>("POST", "/topics", { key, body: { name } })),
    );
    const scan = await product.data<{ id: string }>("POST", "/scans", { key, body: { engines: ["simulated"] } });
    await product.ended(scan.id, key);
    const prompts = await product.data<{ id: string }[]>("GET", "/prompts", { key });
    const spare = await product.insertKey({ brandId: brand.id });
    ids.topic = topics.map(({ id }) => id);
    ids.prompt = prompts.map(({ id }) => id);
    // A brand that was given a key for a real engine must not get as far as asking it.
    new EngineGate(product).refuseWhen((engine) => engine !== "simulated");
    Object.assign(ids, {
      engine: ["chatgpt", "simulated"],
      scan: [scan.id],
      key: [spare.id],
      recommendation: [UNUSED_ID],
      member: [UNUSED_ID],
      invitation: [UNUSED_ID],
    });
  });
  afterAll(() => product.close());

  const send = ({ method, path, query, headers: sent, body }: Request, turn: number) => {
    const family = ALL.find((one) => one.path === path)?.idOf;
    const known = family ? (ids[family] as string[]) : [UNUSED_ID];
    const filled = path.replace("{id}", known[turn % known.length] as string);
    return product.product.app.inject({
      method: method as "GET",
      url: `${BASE_PATH}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`,
      headers: { ...sent, "x-api-key": key },
      ...(body === undefined || method === "GET" || method === "HEAD" ? {} : { payload: body }),
    });
  };

  it("never meets an error of the service's own, and every refusal has the Error shape", async () => {
    const seen = new Map<number, number>();
    let turn = 0;
    const request = requestsWith({ ...GOOD, topic_id: ids.topic as string[], scan_id: ids.scan as string[] });
    await fc.assert(
      fc.asyncProperty(request, async (one) => {
        const response = await send(one, turn++);
        const status = response.statusCode;
        seen.set(status, (seen.get(status) ?? 0) + 1);
        expect(status, response.body).toBeLessThan(500);
        if (status < 400 || one.method === "HEAD") return;
        expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
        expect(ErrorReply.safeParse(JSON.parse(response.body)).error, response.body).toBeUndefined();
      }),
      { numRuns, interruptAfterTimeLimit: TIME_LIMIT_MS },
    );
    // Requests that all failed at the door would prove little.
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
  });

  it("never meets one at the door either: whatever is sent to sign in, up or out", async () => {
    const field = fc.oneof(oddValue, fc.constantFrom("ada@people.example", "a long enough password", "Ada"));
    const names = ["email", "password", "name", "invitation_token", "setup_token", "currentPassword", "newPassword"];
    const body = fc.record(Object.fromEntries(names.map((name) => [name, field])), { requiredKeys: [] });
    const path = fc.constantFrom("sign-in/email", "sign-up/email", "sign-out", "change-password", "revoke-sessions");
    const cookie = fc.oneof(
      headerText,
      headerText.map((text) => `answerscope.session_token=${text}`),
    );
    const door = fc.record({ path, body: fc.oneof(body, oddValue), cookie });
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(door, async ({ path, body, cookie }) => {
        const response = await product.product.app.inject({
          method: "POST",
          url: `/auth/${path}`,
          headers: { ...JSON_ONLY, cookie, "sec-fetch-site": "same-origin" },
          remoteAddress: `10.0.${Math.floor(turn / 200)}.${turn++ % 200}`,
          payload: JSON.stringify(body) ?? "",
        });
        expect(response.statusCode, response.body).toBeLessThan(500);
      }),
      { numRuns, interruptAfterTimeLimit: TIME_LIMIT_MS },
    );
  });
});
