import { ENGINE_IDS } from "@answerscope/api";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EngineError, type EngineErrorKind } from "../../src/domain/engine-error.ts";
import type { Connector } from "../../src/engines/connector.ts";
import { CONNECTORS } from "../../src/engines/connectors.ts";
import { priceOf } from "../../src/engines/prices.ts";
import { dripping, dropping, LoopbackEngine, neverAnswering, replyWith, truncated } from "../setup/loopback-engine.ts";
import { type ConnectorCase, credentialsOf, PROMPT } from "./cases/connector-case.ts";
import { OFFICIAL_API_CASES } from "./cases/official-api-cases.ts";
import { SERP_VENDOR_CASES } from "./cases/serp-vendor-cases.ts";

const CONNECTOR_CASES = [...OFFICIAL_API_CASES, ...SERP_VENDOR_CASES];

type Reply = Awaited<ReturnType<Connector["ask"]>>;

let engine: LoopbackEngine;
beforeAll(async () => {
  engine = await LoopbackEngine.start();
});
afterAll(() => engine[Symbol.asyncDispose]());

const locale = { country: "de", language: "de" };

const ask = (subject: ConnectorCase, signal: AbortSignal = new AbortController().signal): Promise<Reply> =>
  subject.connector.ask(credentialsOf(subject, engine.address), { prompt: PROMPT, locale }, { signal, fetch });

async function verdictOf(subject: ConnectorCase): Promise<EngineError> {
  const error = await ask(subject).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EngineError);
  return error as EngineError;
}

function expectNoSecret(subject: ConnectorCase, told: unknown): void {
  const text = typeof told === "string" ? told : JSON.stringify(told);
  for (const part of [subject.apiKey, ...subject.apiKey.split(":")]) expect(text).not.toContain(part);
  expect(text).not.toContain(Buffer.from(subject.apiKey).toString("base64"));
}

describe.each(CONNECTOR_CASES)("$name", (subject) => {
  it("reads a recorded reply, every field of it", async () => {
    engine.plays(...subject.replies.map((body) => replyWith(body)));
    const reply = await ask(subject);
    expect(reply).toMatchObject({ ...subject.reply, ...(subject.reply.costUsd && { costUsd: expect.any(Number) }) });
    if (subject.reply.costUsd) expect(reply.costUsd).toBeCloseTo(subject.reply.costUsd, 9);
    expect(reply.raw).toBeTypeOf("object");
  });

  it("sends the question, the key, the place and the wish to search", async () => {
    engine.plays(...subject.replies.map((body) => replyWith(body)));
    await ask(subject);
    expect(engine.requests).toHaveLength(subject.replies.length);
    subject.sent(engine.requests);
  });

  it("finds no sources where there are none, and no search where none ran", async () => {
    engine.plays(...subject.sourceless().map((body) => replyWith(body)));
    const reply = await ask(subject);
    expect(reply).toMatchObject({ cited: [], retrieved: [] });
    expect(reply.searched).toBe(subject.connector.surface === "serp_vendor");
    expect(reply.answer).not.toBe("");
  });

  it("reads a reply that is not known in every part", async () => {
    engine.plays(...subject.unforeseen().map((body) => replyWith(body)));
    const { answer, cited, retrieved, model } = subject.reply;
    expect(await ask(subject)).toMatchObject({ answer, cited, retrieved, model });
  });

  it("reads an answer of two megabytes", async () => {
    const long = "Strider 4 grips. ".repeat(125_000);
    engine.plays(...subject.answering(long).map((body) => replyWith(body)));
    expect((await ask(subject)).answer.trim()).toBe(long.trim());
  });

  it("takes an empty answer for a malformed reply", async () => {
    engine.plays(...subject.answering("").map((body) => replyWith(body)));
    expect(await verdictOf(subject)).toMatchObject({ kind: "malformed", retryAfterMs: null });
  });

  it("says so when the engine will not answer", async () => {
    engine.plays(...subject.refusal.replies.map((body) => replyWith(body, subject.refusal.status)));
    expect((await verdictOf(subject)).kind).toBe("refused");
  });

  it.each<[number, EngineErrorKind]>([
    [400, "bad_request"],
    [401, "auth"],
    [402, "auth"],
    [403, "auth"],
    [404, "bad_request"],
    [408, "timeout"],
    [429, "rate_limited"],
    [500, "overloaded"],
    [503, "overloaded"],
    [504, "timeout"],
    [529, "overloaded"],
  ])("calls HTTP %i %s, in words without a secret", async (status, kind) => {
    engine.plays(replyWith(subject.error(`Something about ${subject.apiKey} is wrong.`), status));
    const verdict = await verdictOf(subject);
    expect(verdict).toMatchObject({ kind, retryAfterMs: null });
    expect(verdict.message).toContain(subject.connector.vendor);
    expectNoSecret(subject, `${verdict.message} ${verdict.stack}`);
    if (status === 401) expect(verdict.message).toContain(subject.connector.variables.apiKey);
  });

  it("passes on how long the engine asks us to wait, in seconds, as a date and in milliseconds", async () => {
    const busy = subject.error("Slow down.");
    engine.plays(
      replyWith(busy, 429, { "retry-after": "7" }),
      replyWith(busy, 503, { "retry-after": "Sun, 15 Nov 2026 00:00:30 GMT", date: "Sun, 15 Nov 2026 00:00:10 GMT" }),
      replyWith(busy, 429, { "retry-after-ms": "1500", "retry-after": "2" }),
      replyWith(busy, 504, { "retry-after": "1.5" }),
      replyWith(busy, 429, { "retry-after": "soon" }),
      replyWith(busy, 401, { "retry-after": "7" }),
    );
    const waits = [];
    for (let count = 0; count < 6; count++) waits.push((await verdictOf(subject)).retryAfterMs);
    expect(waits).toEqual([7_000, 20_000, 1_500, 1_500, null, null]);
  });

  it("takes what is cut short, and what is no JSON, for malformed", async () => {
    engine.plays(truncated(subject.replies[0]));
    expect((await verdictOf(subject)).kind).toBe("malformed");
    engine.plays(replyWith("<html><body>Welcome</body></html>"));
    expect((await verdictOf(subject)).kind).toBe("malformed");
  });

  it("understands an error page that is no JSON", async () => {
    engine.plays(replyWith("<html><body>503 Service Unavailable</body></html>", 503, { "retry-after": "3" }));
    expect(await verdictOf(subject)).toMatchObject({ kind: "overloaded", retryAfterMs: 3_000 });
  });

  it.each(["at once", "half-way"] as const)("can be asked again when the connection drops %s", async (when) => {
    engine.plays(dropping(subject.replies[0], when));
    const verdict = await verdictOf(subject);
    expect(verdict.kind).toBe("overloaded");
    expect(verdict.message).toContain(subject.connector.variables.baseUrl);
  });

  it("waits for a slow drip", async () => {
    engine.plays(...subject.replies.map((body) => dripping(body, 6, 15)));
    expect((await ask(subject, AbortSignal.timeout(10_000))).answer).toBe(subject.reply.answer);
  });

  it("stops a drip that is too slow at once, with the signal's own reason", async () => {
    engine.plays(dripping(subject.replies[0], 1_000, 20));
    const controller = new AbortController();
    const reason = new Error("The scan was cancelled.");
    const asked = ask(subject, controller.signal);
    setTimeout(() => controller.abort(reason), 60);
    const startedAt = performance.now();
    await expect(asked).rejects.toBe(reason);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });

  it("stops waiting for a silent engine, with the signal's own reason", async () => {
    engine.plays(neverAnswering);
    const signal = AbortSignal.timeout(40);
    await expect(ask(subject, signal)).rejects.toSatisfy((thrown) => thrown === signal.reason);
  });

  it("asks nothing once the signal has been given", async () => {
    engine.plays(...subject.replies.map((body) => replyWith(body)));
    const reason = new Error("Too late.");
    await expect(ask(subject, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(engine.requests).toHaveLength(0);
  });

  it("never gives the key back in what is kept for audit", async () => {
    const echoing = subject.answering(`The key is ${subject.apiKey}.`);
    engine.plays(...echoing.map((body) => replyWith(body)));
    expectNoSecret(subject, (await ask(subject)).raw);
  });

  it("answers any JSON at all with a sound reply or with a verdict", async () => {
    const anyBody = fc.oneof(fc.jsonValue({ maxDepth: 5 }), ...subject.replies.map(disturbed));
    await fc.assert(
      fc.asyncProperty(anyBody, fc.constantFrom(200, 200, 200, 400, 429, 500), async (body, status) => {
        engine.plays(replyWith(JSON.stringify(body), status));
        await ask(subject).then(expectSoundReply, (thrown) => expect(thrown).toBeInstanceOf(EngineError));
      }),
      { numRuns: 80 },
    );
  });
});

/** A recorded reply in which one part, anywhere, is something else. */
function disturbed(reply: unknown): fc.Arbitrary<unknown> {
  const paths: string[][] = [];
  const walk = (value: unknown, path: string[]) => {
    paths.push(path);
    if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name]);
    }
  };
  walk(reply, []);
  return fc.tuple(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 2 })).map(([path, value]) => {
    const root = { reply: structuredClone(reply) };
    const [last = "reply", ...rest] = ["reply", ...path].reverse();
    // biome-ignore lint/suspicious/noExplicitAny: walks along a path that was taken from the very same reply
    const holder = rest.reverse().reduce((here: any, name) => here[name], root);
    holder[last] = value;
    return root.reply;
  });
}

function expectSoundReply(reply: Reply): void {
  expect(reply.answer.trim()).not.toBe("");
  expect(reply.model).not.toBe("");
  for (const urls of [reply.cited, reply.retrieved]) {
    expect(new Set(urls).size).toBe(urls.length);
    for (const url of urls) expect(url).toMatch(/^https?:\/\/./i);
  }
  expect(reply.retrieved).toEqual(expect.arrayContaining(reply.cited));
  expect(reply.searched).toBeTypeOf("boolean");
  for (const query of reply.searchQueries) expect(query).toBeTypeOf("string");
  for (const tokens of [reply.tokensIn, reply.tokensOut]) expect(tokens === null || tokens > 0).toBe(true);
  expect(reply.costUsd === null || reply.costUsd >= 0).toBe(true);
}

describe("the list of connectors", () => {
  it("reaches every engine but the simulated one", () => {
    expect([...new Set(CONNECTORS.map(({ id }) => id))].sort()).toEqual(
      ENGINE_IDS.filter((id) => id !== "simulated").sort(),
    );
    expect(CONNECTORS).toHaveLength(CONNECTOR_CASES.length);
  });

  it("knows what each model costs that is asked by default", () => {
    for (const { defaultModel } of CONNECTORS) {
      if (defaultModel !== null) expect(priceOf(defaultModel), defaultModel).not.toBeNull();
    }
  });
});
