import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EngineError, type EngineErrorKind } from "../../src/domain/engine-error.ts";
import { chatgpt } from "../../src/engines/chatgpt.ts";
import { classifyError } from "../../src/engines/classify-error.ts";
import { claude } from "../../src/engines/claude.ts";
import type { Connector } from "../../src/engines/connector.ts";
import { googleAi } from "../../src/engines/google-ai.ts";
import { googleAiMode } from "../../src/engines/google-ai-mode.ts";
import { grok } from "../../src/engines/grok.ts";
import { perplexity } from "../../src/engines/perplexity.ts";
import { LoopbackEngine, replyWith } from "../setup/loopback-engine.ts";
import { record } from "./cases/connector-case.ts";

let engine: LoopbackEngine;
beforeAll(async () => {
  engine = await LoopbackEngine.start();
});
afterAll(() => engine[Symbol.asyncDispose]());

const [aiModeOfSerpApi, aiModeOfDataForSeo] = googleAiMode as [Connector, Connector];

async function verdictOn(connector: Connector, body: unknown, status = 200): Promise<EngineError> {
  engine.plays(replyWith(body, status));
  const asked = connector.ask(
    { apiKey: "sk-proj-0123456789abcdef", baseUrl: engine.address, model: undefined },
    { prompt: "best trail running shoes", locale: { country: "us", language: "en" } },
    { signal: new AbortController().signal, fetch },
  );
  const thrown = await asked.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(EngineError);
  return thrown as EngineError;
}

const openAiError = (code: string, message: string) => ({ error: { message, type: code, param: null, code } });
const googleError = (status: string, message: string, details: unknown[]) => ({
  error: { code: 400, message, status, details },
});
const dataForSeoTask = (status_code: number) => ({
  status_code: 20000,
  tasks: [{ status_code, status_message: "Told by the vendor.", result: null }],
});

describe("an engine's own words decide where the status alone would mislead", () => {
  it.each<[string, Connector, number, unknown, EngineErrorKind]>([
    [
      "Google's wrong key comes as a bad request",
      googleAi,
      400,
      googleError("INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
        { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID", domain: "googleapis.com" },
      ]),
      "auth",
    ],
    [
      "Google speaks of plans and billing when it only limits the rate",
      googleAi,
      429,
      googleError(
        "RESOURCE_EXHAUSTED",
        "You exceeded your current quota, please check your plan and billing details.",
        [],
      ),
      "rate_limited",
    ],
    [
      "OpenAI's empty account comes as too many requests",
      chatgpt,
      429,
      openAiError("insufficient_quota", "You exceeded your current quota, please check your plan and billing details."),
      "auth",
    ],
    [
      "OpenAI's limit may come in a reply with status 200",
      chatgpt,
      200,
      {
        ...record("chatgpt"),
        status: "failed",
        error: { code: "rate_limit_exceeded", message: "Slow down." },
        output: [],
      },
      "rate_limited",
    ],
    [
      "as may its trouble",
      chatgpt,
      200,
      { ...record("chatgpt"), status: "failed", error: { code: "server_error", message: "Oops." }, output: [] },
      "overloaded",
    ],
    [
      "OpenAI's policy comes as a bad request",
      chatgpt,
      400,
      openAiError("content_policy_violation", "Your request was rejected by our safety system."),
      "refused",
    ],
    [
      "an answer that a filter cut off is a refusal",
      chatgpt,
      200,
      { ...record("chatgpt"), status: "incomplete", incomplete_details: { reason: "content_filter" } },
      "refused",
    ],
    [
      "Anthropic's empty account comes as a bad request",
      claude,
      400,
      { type: "error", error: { type: "invalid_request_error", message: "Your credit balance is too low." } },
      "auth",
    ],
    [
      "Anthropic's paused turn is no answer",
      claude,
      200,
      { ...record("claude"), stop_reason: "pause_turn" },
      "malformed",
    ],
    [
      "xAI's credit runs out as a permission",
      grok,
      403,
      { code: "permission-denied", error: "Your team has used all available credits." },
      "auth",
    ],
    [
      "Perplexity's failure comes in a reply with status 200",
      perplexity,
      200,
      {
        object: "response",
        status: "failed",
        output: [],
        error: { code: "rate_limit_exceeded", message: "Slow down." },
      },
      "rate_limited",
    ],
    [
      "SerpApi's empty account comes as too many requests",
      aiModeOfSerpApi,
      429,
      { error: "Your account has run out of searches." },
      "auth",
    ],
    [
      "SerpApi's failed search comes in a reply with status 200",
      aiModeOfSerpApi,
      200,
      { search_metadata: { status: "Error" }, error: "We couldn't get valid results for this search." },
      "overloaded",
    ],
    ["DataForSEO's wrong key", aiModeOfDataForSeo, 200, { status_code: 40100, status_message: "No." }, "auth"],
    ["DataForSEO's rate", aiModeOfDataForSeo, 200, dataForSeoTask(40202), "rate_limited"],
    ["DataForSEO's empty account", aiModeOfDataForSeo, 200, dataForSeoTask(40210), "auth"],
    ["DataForSEO's wrong field", aiModeOfDataForSeo, 200, dataForSeoTask(40501), "bad_request"],
    ["DataForSEO's failed task", aiModeOfDataForSeo, 200, dataForSeoTask(40103), "overloaded"],
    ["DataForSEO's slowness", aiModeOfDataForSeo, 200, dataForSeoTask(50401), "timeout"],
    ["DataForSEO's trouble", aiModeOfDataForSeo, 200, dataForSeoTask(50000), "overloaded"],
  ])("%s", async (_, connector, status, body, kind) => {
    expect((await verdictOn(connector, body, status)).kind).toBe(kind);
  });
});

describe("what a verdict says", () => {
  it("waits as long as Google says in the error itself", async () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.5s" }];
    const verdict = await verdictOn(googleAi, googleError("RESOURCE_EXHAUSTED", "Slow down.", details), 429);
    expect(verdict).toMatchObject({ kind: "rate_limited", retryAfterMs: 34_500 });
  });

  it("holds no part of a key, not even the part that the engine quotes", async () => {
    const message = "Incorrect API key provided: sk-proj-0123****cdef. Find yours on the dashboard.";
    for (const status of [400, 401, 500]) {
      const verdict = await verdictOn(chatgpt, openAiError("wrong", message), status);
      expect(verdict.message).not.toMatch(/sk-proj|0123|cdef/);
    }
  });

  it("repeats what the engine said, on one line and no longer than is of use", async () => {
    const verdict = await verdictOn(chatgpt, openAiError("bad", `The model\n  is gone. ${"x".repeat(5_000)}`), 400);
    expect(verdict.message).toContain("The model is gone.");
    expect(verdict.message.length).toBeLessThan(400);
  });

  it("names the variable that holds the model when the model is unknown", async () => {
    const verdict = await verdictOn(chatgpt, openAiError("model_not_found", "No such model."), 404);
    expect(verdict.message).toContain("OPENAI_MODEL");
  });

  it("takes a timeout below HTTP for one, and whatever else is thrown for a malformed reply", () => {
    const slow = Object.assign(new Error("slow"), { code: "UND_ERR_HEADERS_TIMEOUT" });
    expect(classifyError(new TypeError("fetch failed", { cause: slow }), chatgpt, []).kind).toBe("timeout");
    expect(classifyError(new DOMException("slow", "TimeoutError"), chatgpt, []).kind).toBe("timeout");
    for (const thrown of [
      new TypeError("undefined is not a function"),
      "text",
      null,
      undefined,
      { statusCode: "no" },
    ]) {
      expect(classifyError(thrown, chatgpt, []).kind).toBe("malformed");
    }
  });
});
