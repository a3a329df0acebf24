import { ENGINE_IDS, type Endpoint, endpoints, type TopicSummary } from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";

const BAD_NUMBERS = [
  "",
  "0",
  "-1",
  "1.5",
  "1.0",
  "abc",
  "0x10",
  "1e1",
  "%2B5",
  "+5",
  "5%20",
  "١",
  "1,2",
  "%00",
  "null",
];
const BAD_NUMBERS_EVERYWHERE = [...BAD_NUMBERS, "NaN", "Infinity", "[]", "1n", "1_0"];
const BAD_WORDS = [
  "",
  "none",
  "%00",
  "active,inactive",
  "1",
  "null",
  "__proto__",
  "constructor",
  "%F0%9F%98%80",
  "a b",
];
const BAD_IDS = ["", "1", "abc", `${UNUSED_ID}x`, "%00", "null", `{${UNUSED_ID}}`, UNUSED_ID.replaceAll("-", "")];

type Parameter = { of: string; name: string; takes: string; good: string[]; bad: string[]; also?: string };

const number = (of: string, name: string, low: number, high: number | null, also = ""): Parameter => ({
  of,
  name,
  takes: high === null ? `a whole number from ${low}` : `a whole number from ${low} to ${high}`,
  good: [
    String(low),
    ...(high === null ? [String(Number.MAX_SAFE_INTEGER), "99999999999999999999"] : [String(high), String(high - 1)]),
  ],
  bad: [...BAD_NUMBERS_EVERYWHERE, ...(high === null ? [] : [String(high + 1), "99999999999999999999"])],
  also,
});
const word = (of: string, name: string, words: string[], also = ""): Parameter => ({
  of,
  name,
  takes: `one of ${words.join(", ")}`,
  good: words,
  bad: [...BAD_WORDS, (words[0] as string).toUpperCase(), `${words[0]}%20`],
  also,
});
const id = (of: string, name: string, also = ""): Parameter => ({
  of,
  name,
  takes: "a UUID",
  good: [],
  bad: BAD_IDS,
  also,
});

const STAGES = ["awareness", "evaluation", "conversion"];
const PARAMETERS: Parameter[] = [
  number("/topics", "page", 1, null),
  number("/topics", "limit", 1, 100),
  word("/topics", "status", ["active", "inactive", "all"]),
  number("/topics/{id}/history", "days", 1, 90),
  number("/scans", "limit", 1, 50),
  number("/scans", "limit", 1, 100, "form=b"),
  word("/scans", "status", ["pending", "running", "completed", "failed"]),
  word("/scans", "form", ["a", "b"]),
  word("/scans/{id}", "form", ["a", "b"]),
  number("/scans/{id}/answers", "page", 1, null),
  number("/scans/{id}/answers", "limit", 1, 100),
  word("/scans/{id}/answers", "engine", ENGINE_IDS),
  word("/scans/{id}/answers", "stage", STAGES),
  id("/scans/{id}/answers", "topic_id"),
  word("/analytics", "type", ["trends", "engines"]),
  id("/analytics", "scan_id", "type=engines"),
  word("/analytics", "form", ["a", "b"], "type=trends"),
  number("/recommendations", "page", 1, null),
  number("/recommendations", "limit", 1, 100),
  word("/recommendations", "status", ["pending", "completed", "dismissed", "all"]),
  word("/recommendations", "stage", STAGES),
  id("/recommendations", "topic_id"),
  number("/prompts", "page", 1, null),
  number("/prompts", "limit", 1, 100),
  word("/prompts", "stage", STAGES),
  id("/prompts", "topic_id"),
];

it("every query parameter of the interface is tried below", () => {
  const defined = Object.values(endpoints as Record<string, Endpoint>)
    .filter(({ method }) => method === "GET")
    .flatMap(({ path, query, formB }) => [
      ...Object.keys(query?.shape ?? {}).map((name) => `${path}?${name}`),
      ...(formB ? [`${path}?form`] : []),
    ]);
  // A token is any text: it is known or not.
  expect(new Set(PARAMETERS.map(({ of, name }) => `${of}?${name}`)).add("/invitations/lookup?token")).toEqual(
    new Set(defined),
  );
});

describe.each(KINDS)("query parameters on %s", (kind) => {
  let product: TestProduct;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    const [topic] = await product.data<TopicSummary[]>("GET", "/topics?limit=1");
    const [scan] = await product.data<TopicSummary[]>("GET", "/scans?limit=1");
    ids.topics = (topic as TopicSummary).id;
    ids.scans = (scan as TopicSummary).id;
  });
  afterAll(() => product.close());

  const address = ({ of, also }: Parameter, query: string) => {
    const path = of.replace(/^\/(\w+)\/\{id\}/, (_, family) => `/${family}/${ids[family]}`);
    return `${path}?${[also, query].filter(Boolean).join("&")}`;
  };

  describe.each(PARAMETERS)("$name of GET $of $also", (parameter) => {
    const { name, takes, good, bad } = parameter;

    it(`takes ${takes}`, async () => {
      for (const value of good) {
        const answer = await product.ask("GET", address(parameter, `${name}=${value}`));
        expect(answer.status, `${value}: ${answer.text}`).toBe(200);
      }
    });

    it("refuses anything else with 400, naming the parameter and what it takes", async () => {
      for (const value of bad) {
        const answer = await product.ask("GET", address(parameter, `${name}=${value}`));
        expect([answer.status, answer.json.code], `${name}=${value}`).toEqual([400, "invalid_request"]);
        expect(answer.json.error).toContain(`${name} takes ${takes}`);
      }
    });

    it("refuses to be given twice, even with the same value", async () => {
      const value = good[0] ?? UNUSED_ID;
      const answer = await product.ask("GET", address(parameter, `${name}=${value}&${name}=${value}`));
      expect(answer.status).toBe(400);
      expect(answer.json.error).toBe(`${name} is given more than once; it takes ${takes}.`);
    });
  });

  it("type is required for GET /analytics", async () => {
    for (const query of ["", "?form=b", "?scan_id=x"]) {
      const answer = await product.ask("GET", `/analytics${query}`);
      expect(answer.status).toBe(400);
      expect(answer.json.error).toBe("type takes one of trends, engines; it is missing.");
    }
  });

  it("token is required for GET /invitations/lookup, and takes up to 200 characters", async () => {
    for (const query of ["", "?token=", `?token=${"x".repeat(201)}`, "?token=a&token=a"]) {
      const answer = await product.ask("GET", `/invitations/lookup${query}`);
      expect(answer.status).toBe(400);
      expect(answer.json.error).toContain("takes a text from 1 to 200 characters");
    }
  });

  it("a long wrong value is not repeated at length", async () => {
    const { status, text } = await product.ask("GET", `/topics?status=${"x".repeat(5000)}`);
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(300);
  });

  it("parameters that no endpoint knows are ignored", async () => {
    const plain = await product.ask("GET", "/topics");
    const more = await product.ask("GET", "/topics?colour=red&colour=blue&page%5B%5D=0&__proto__=1&%00=%00&=&&form=z");
    expect([more.status, more.text]).toEqual([200, plain.text]);
  });
});
