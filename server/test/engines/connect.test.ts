import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { claude } from "../../src/engines/claude.ts";
import type { Connector, Credentials } from "../../src/engines/connector.ts";
import { CONNECTORS } from "../../src/engines/connectors.ts";
import { googleAi } from "../../src/engines/google-ai.ts";
import { googleAiMode } from "../../src/engines/google-ai-mode.ts";
import { googleAiOverview } from "../../src/engines/google-ai-overview.ts";
import { openaiCompatible } from "../../src/engines/openai-compatible.ts";
import { LoopbackEngine, replyWith } from "../setup/loopback-engine.ts";
import { changed, record } from "./cases/connector-case.ts";

let engine: LoopbackEngine;
beforeAll(async () => {
  engine = await LoopbackEngine.start();
});
afterAll(() => engine[Symbol.asyncDispose]());

const signal = new AbortController().signal;
const question = { prompt: "50% off + best trail shoes", locale: { country: "gb", language: "en" } };
const key = { apiKey: "test-key-0123456789abcdef", model: undefined };
const [aiModeOfSerpApi, aiModeOfDataForSeo] = googleAiMode as [Connector, Connector];

const ask = (connector: Connector, credentials: Partial<Credentials> = {}, asked = question) =>
  connector.ask({ ...key, baseUrl: engine.address, ...credentials }, asked, { signal, fetch });

describe("where a question goes", () => {
  it("is the engine's own address when no other is set, whatever the environment says", async () => {
    for (const { variables } of CONNECTORS) vi.stubEnv(variables.baseUrl, "http://127.0.0.1:9/elsewhere");
    const asked = new Map<string, string>();
    for (const connector of CONNECTORS.filter(({ required }) => !required.includes("baseUrl"))) {
      const noting: typeof fetch = async (address) => {
        asked.set(connector.vendor, new URL(String(address)).origin);
        return new Response("{}", { status: 503 });
      };
      await connector.ask({ ...key, baseUrl: undefined }, question, { signal, fetch: noting }).catch(() => {});
    }
    vi.unstubAllEnvs();
    expect(Object.fromEntries(asked)).toEqual({
      OpenAI: "https://api.openai.com",
      Google: "https://generativelanguage.googleapis.com",
      Perplexity: "https://api.perplexity.ai",
      Anthropic: "https://api.anthropic.com",
      xAI: "https://api.x.ai",
      Mistral: "https://api.mistral.ai",
      SerpApi: "https://serpapi.com",
      DataForSEO: "https://api.dataforseo.com",
    });
  });

  it("keeps the path of an address that has one", async () => {
    engine.plays(replyWith(record("claude")));
    await ask(claude, { baseUrl: `${engine.address}/gateway/anthropic/` });
    expect(engine.requests[0]?.path).toBe("/gateway/anthropic/messages");
  });

  it("is refused with the name of the variable when the address is none", async () => {
    for (const baseUrl of ["localhost:1234", "ftp://engine.example", "nonsense"]) {
      await expect(ask(claude, { baseUrl })).rejects.toMatchObject({
        kind: "bad_request",
        message: expect.stringContaining("ANTHROPIC_BASE_URL"),
      });
    }
  });

  it("is nowhere, and the missing variable is named, when a needed setting is missing or no key could look like it", async () => {
    engine.plays(replyWith({}));
    const missing = [
      ask(claude, { apiKey: "" }),
      ask(claude, { apiKey: "a key\nin two lines" }),
      ask(openaiCompatible, { baseUrl: undefined, model: "qwen3:8b" }),
      ask(openaiCompatible, { model: undefined }),
    ];
    const verdicts = (await Promise.allSettled(missing)).map((outcome) => "reason" in outcome && outcome.reason);
    expect(verdicts).toMatchObject([
      { kind: "auth", message: "ANTHROPIC_API_KEY is not set." },
      { kind: "auth", message: expect.stringContaining("ANTHROPIC_API_KEY") },
      { kind: "bad_request", message: "OPENAI_COMPATIBLE_BASE_URL is not set." },
      { kind: "bad_request", message: "OPENAI_COMPATIBLE_MODEL is not set." },
    ]);
    expect(engine.requests).toHaveLength(0);
  });

  it("asks the model that was set", async () => {
    engine.plays(replyWith(record("google-ai")));
    await ask(googleAi, { model: "gemini-2.5-flash" });
    expect(engine.requests[0]?.path).toBe("/v1beta/models/gemini-2.5-flash:generateContent");
  });

  it("sends no key to an endpoint that has none", async () => {
    engine.plays(replyWith(record("openai-compatible")));
    await ask(openaiCompatible, { apiKey: "", model: "qwen3:8b" });
    expect(engine.requests[0]?.headers.authorization).toBeUndefined();
  });
});

describe("what vendors of result pages are sent", () => {
  it("is Google's own spelling of a country", async () => {
    engine.plays(replyWith(record("google-ai-mode-serpapi")));
    await ask(aiModeOfSerpApi);
    expect(Object.fromEntries(engine.requests[0]?.query ?? [])).toMatchObject({ gl: "uk", q: question.prompt });
  });

  it("is the country's number, and a question that survives being decoded once more", async () => {
    engine.plays(replyWith(record("google-ai-mode-dataforseo")));
    await ask(aiModeOfDataForSeo);
    expect(engine.requests[0]?.json).toMatchObject([
      { location_code: 2826, language_code: "en", keyword: "50%25 off %2B best trail shoes" },
    ]);
  });

  it("is nothing for a country that has no number", async () => {
    engine.plays(replyWith({}));
    const nowhere = { ...question, locale: { country: "zz", language: "en" } };
    await expect(ask(aiModeOfDataForSeo, {}, nowhere)).rejects.toMatchObject({ kind: "bad_request" });
    expect(engine.requests).toHaveLength(0);
  });

  it("is one request for an overview that is on the page already", async () => {
    const { page, overview } = record("google-ai-overview-serpapi");
    engine.plays(replyWith({ ...page, ai_overview: overview.ai_overview }));
    const reply = await ask(googleAiOverview[0] as Connector);
    expect(engine.requests).toHaveLength(1);
    expect(reply.costUsd).toBeCloseTo(0.015);
    expect(reply.raw).not.toHaveProperty("organic_results");
  });
});

describe("what is kept of a reply", () => {
  it("is all of it but what the engine sealed", async () => {
    engine.plays(replyWith(record("claude")));
    const { raw } = await ask(claude);
    expect(raw).toMatchObject({ id: "msg_01Xk4pVnQz7Lr2sT9uWyBcDe", stop_reason: "end_turn" });
    expect(JSON.stringify(raw)).not.toContain("EqgfCioIARgB");
  });

  it("counts no search that failed", async () => {
    const failed = changed(record("claude"), ({ content, usage }) => {
      content[2].content = { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" };
      delete usage.server_tool_use;
    });
    engine.plays(replyWith(failed));
    expect(await ask(claude)).toMatchObject({ searched: false, retrieved: [expect.stringContaining("trailreview")] });
  });
});
