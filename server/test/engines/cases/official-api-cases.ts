import { expect } from "vitest";
import { chatgpt } from "../../../src/engines/chatgpt.ts";
import { claude } from "../../../src/engines/claude.ts";
import { googleAi } from "../../../src/engines/google-ai.ts";
import { grok } from "../../../src/engines/grok.ts";
import { mistral } from "../../../src/engines/mistral.ts";
import { openaiCompatible } from "../../../src/engines/openai-compatible.ts";
import { perplexity } from "../../../src/engines/perplexity.ts";
import type { SeenRequest } from "../../setup/loopback-engine.ts";
import { API_KEY, type ConnectorCase, changed, PROMPT, record } from "./connector-case.ts";

const bearer = (request: SeenRequest | undefined, path: string, json: object) => {
  expect(request).toMatchObject({ method: "POST", path, headers: { authorization: `Bearer ${API_KEY}` } });
  expect(request?.json).toMatchObject(json);
};

const openAiError = (message: string) => ({ error: { message, type: "error", param: null, code: null } });

const openai = record("chatgpt");
const chatgptCase: ConnectorCase = {
  name: "chatgpt",
  connector: chatgpt,
  apiKey: API_KEY,
  replies: [openai],
  reply: {
    model: "gpt-5.6-terra-2026-07-09",
    answer: openai.output[4].content[0].text,
    cited: [
      "https://northpeak.example/strider-4?utm_source=openai",
      "https://trailreview.example/best-trail-shoes?utm_source=openai",
    ],
    retrieved: [
      "https://trailreview.example/best-trail-shoes",
      "https://northpeak.example/strider-4",
      "https://runlab.example/tests/2026",
      "https://kestrel.example/shoes/ridge",
      "https://northpeak.example/strider-4?utm_source=openai",
      "https://trailreview.example/best-trail-shoes?utm_source=openai",
    ],
    searched: true,
    searchQueries: ["best trail running shoes 2026", "trail shoe wide fit test"],
    tokensIn: 9000,
    tokensOut: 400,
    costUsd: (9000 * 2.5 + 400 * 15) / 1e6 + 0.01,
  },
  sent: ([request]) =>
    bearer(request, "/v1/responses", {
      model: "gpt-5.6-terra",
      input: [{ role: "user", content: [{ type: "input_text", text: PROMPT }] }],
      tools: [{ type: "web_search", user_location: { type: "approximate", country: "DE" } }],
      include: expect.arrayContaining(["web_search_call.action.sources"]),
      store: false,
    }),
  answering: (text) => [changed(openai, (copy) => (copy.output[4].content[0].text = text))],
  sourceless: () => [
    changed(openai, ({ output }) => {
      output[4].content[0].annotations = [];
      output.splice(1, 2);
    }),
  ],
  unforeseen: () => [changed(openai, ({ output }) => output.push({ type: "telepathy_call", id: "tp_1" }))],
  refusal: {
    status: 200,
    replies: [
      changed(openai, (copy) => {
        copy.output[4].content = [{ type: "refusal", refusal: "I can't help with that." }];
      }),
    ],
  },
  error: openAiError,
};

const gemini = record("google-ai");
const googleAiCase: ConnectorCase = {
  name: "google_ai",
  connector: googleAi,
  apiKey: API_KEY,
  replies: [gemini],
  reply: {
    model: "gemini-3.5-flash",
    answer: "Most runners choose the Northpeak Strider 4. The Kestrel Ridge is a lighter alternative.",
    cited: ["https://northpeak.example", "https://runlab.example/tests/2026", "https://kestrel.example"],
    retrieved: [
      "https://kestrel.example",
      "https://northpeak.example",
      "https://trailreview.example",
      "https://runlab.example/tests/2026",
    ],
    searched: true,
    searchQueries: ["best trail running shoes", "beste trailrunning schuhe"],
    tokensIn: 100,
    tokensOut: 1074,
    costUsd: (100 * 1.5 + 1074 * 9) / 1e6 + 0.028,
  },
  sent: ([request]) => {
    expect(request).toMatchObject({
      path: "/v1beta/models/gemini-3.5-flash:generateContent",
      headers: { "x-goog-api-key": API_KEY },
    });
    expect(request?.json).toMatchObject({
      contents: [{ role: "user", parts: [{ text: PROMPT }] }],
      tools: [{ googleSearch: {} }],
    });
  },
  answering: (text) => [changed(gemini, ({ candidates: [first] }) => (first.content.parts = [{ text }]))],
  sourceless: () => [changed(gemini, ({ candidates: [first] }) => delete first.groundingMetadata)],
  unforeseen: () => [changed(gemini, ({ candidates: [first] }) => Object.assign(first, { safetyRatings: "none" }))],
  refusal: { status: 200, replies: [{ promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: {} }] },
  error: (message) => ({ error: { code: 400, message, status: "FAILED" } }),
};

const sonar = record("perplexity");
const perplexityCase: ConnectorCase = {
  name: "perplexity",
  connector: perplexity,
  apiKey: API_KEY,
  replies: [sonar],
  reply: {
    model: "perplexity/sonar",
    answer: "Kestrel Ridge leads most tests.[1] Northpeak follows.[3]",
    cited: ["https://trailreview.example/best-trail-shoes", "https://northpeak.example/strider-4"],
    retrieved: [
      "https://trailreview.example/best-trail-shoes",
      "https://kestrel.example/shoes/ridge",
      "https://northpeak.example/strider-4",
    ],
    searched: true,
    searchQueries: ["best trail running shoes", "trail running shoes comparison"],
    tokensIn: 5200,
    tokensOut: 300,
    costUsd: 0.00755,
  },
  sent: ([request]) =>
    bearer(request, "/v1/responses", {
      model: "perplexity/sonar",
      input: PROMPT,
      language_preference: "de",
      tools: [{ type: "web_search", user_location: { country: "DE" } }],
    }),
  answering: (text) => [changed(sonar, (copy) => (copy.output[2].content[0].text = text))],
  unforeseen: () => [changed(sonar, ({ output }) => output.push({ type: "telepathy_results" }))],
  sourceless: () => [changed(sonar, ({ output }) => delete output[2].content[0].annotations && output.splice(0, 2))],
  refusal: {
    status: 200,
    replies: [{ ...sonar, status: "failed", output: [], error: { message: "Blocked.", code: "content_filter" } }],
  },
  error: openAiError,
};

const anthropic = record("claude");
const claudeCase: ConnectorCase = {
  name: "claude",
  connector: claude,
  apiKey: API_KEY,
  replies: [anthropic],
  reply: {
    model: "claude-sonnet-4-6",
    answer:
      "I'll check current tests.\n\n" +
      "Two pairs stand out. The Northpeak Strider 4 grips best in mud, and the Kestrel Ridge is lighter.",
    cited: ["https://trailreview.example/best-trail-shoes"],
    retrieved: ["https://trailreview.example/best-trail-shoes", "https://kestrel.example/shoes/ridge"],
    searched: true,
    searchQueries: ["trail running shoes test 2026"],
    tokensIn: 6039,
    tokensOut: 931,
    costUsd: (6039 * 3 + 931 * 15) / 1e6 + 0.01,
  },
  sent: ([request]) => {
    expect(request).toMatchObject({ path: "/v1/messages", headers: { "x-api-key": API_KEY } });
    expect(request?.json).toMatchObject({
      model: "claude-sonnet-4-6",
      messages: [{ role: "user", content: [{ type: "text", text: PROMPT }] }],
      tools: [
        { type: "web_search_20250305", name: "web_search", user_location: { type: "approximate", country: "DE" } },
      ],
    });
  },
  answering: (text) => [changed(anthropic, (copy) => (copy.content = [{ type: "text", text }]))],
  sourceless: () => [
    changed(anthropic, (copy) => {
      copy.content = [{ type: "text", text: "Strider 4." }];
      delete copy.usage.server_tool_use;
    }),
  ],
  unforeseen: () => [changed(anthropic, ({ content }) => content.push({ type: "telepathy_result" }))],
  refusal: { status: 200, replies: [{ ...anthropic, content: [], stop_reason: "refusal" }] },
  error: (message) => ({ type: "error", error: { type: "error", message }, request_id: "req_011" }),
};

const xai = record("grok");
const grokCase: ConnectorCase = {
  name: "grok",
  connector: grok,
  apiKey: API_KEY,
  replies: [xai],
  reply: {
    model: "grok-4.3",
    answer: "Go for the Kestrel Ridge Wide.[[1]](https://runlab.example/wide)",
    cited: ["https://runlab.example/wide"],
    retrieved: ["https://runlab.example/wide", "https://northpeak.example/strider-4"],
    searched: true,
    searchQueries: ["trail running shoes wide feet"],
    tokensIn: 7200,
    tokensOut: 350,
    costUsd: 0.01925,
  },
  sent: ([request]) =>
    bearer(request, "/v1/responses", {
      model: "grok-4.3",
      input: [{ role: "user", content: [{ type: "input_text", text: PROMPT }] }],
      tools: [{ type: "web_search" }],
      include: ["web_search_call.action.sources"],
    }),
  answering: (text) => [changed(xai, (copy) => (copy.output[3].content[0].text = text))],
  sourceless: () => [changed(xai, ({ output }) => delete output[3].content[0].annotations && output.splice(0, 2))],
  unforeseen: () => [changed(xai, ({ output }) => Object.assign(output[3].content[0], { logprobs: null }))],
  refusal: {
    status: 403,
    replies: [{ code: "permission-denied", error: "Content violates usage guidelines. Failed check: SAFETY_CHECK" }],
  },
  error: (message) => ({ code: "Client specified an invalid argument", error: message }),
};

const conversation = record("mistral");
const mistralCase: ConnectorCase = {
  name: "mistral",
  connector: mistral,
  apiKey: API_KEY,
  replies: [conversation],
  reply: {
    model: "mistral-medium-latest",
    answer: "The Kestrel Ridge won this year's test, ahead of the Northpeak Strider 4.",
    cited: ["https://trailreview.example/best-trail-shoes", "https://northpeak.example/strider-4"],
    retrieved: ["https://trailreview.example/best-trail-shoes", "https://northpeak.example/strider-4"],
    searched: true,
    searchQueries: ["best trail running shoes"],
    tokensIn: 188,
    tokensOut: 55,
    costUsd: (188 * 1.5 + 55 * 7.5) / 1e6 + 0.03,
  },
  sent: ([request]) =>
    bearer(request, "/v1/conversations", {
      model: "mistral-medium-latest",
      inputs: [{ role: "user", content: [{ type: "text", text: PROMPT }] }],
      tools: [{ type: "web_search" }],
      store: false,
    }),
  answering: (text) => [changed(conversation, (copy) => (copy.outputs[1].content = text))],
  sourceless: () => [
    changed(conversation, (copy) => {
      copy.outputs = [{ ...copy.outputs[1], content: "Strider 4." }];
      delete copy.usage.connectors;
    }),
  ],
  unforeseen: () => [changed(conversation, ({ outputs }) => outputs.push({ type: "agent.handoff" }))],
  refusal: {
    status: 403,
    replies: [{ object: "error", message: "Blocked.", type: "content_moderation", param: null, code: "1920" }],
  },
  error: (message) => ({ object: "error", message, type: "error", param: null, code: null }),
};

const local = record("openai-compatible");
const openaiCompatibleCase: ConnectorCase = {
  name: "openai_compatible",
  connector: openaiCompatible,
  apiKey: API_KEY,
  model: "qwen3:8b",
  replies: [local],
  reply: {
    model: "qwen3:8b",
    answer: "Look at the Northpeak Strider 4 and the Kestrel Ridge.",
    cited: ["https://runlab.example/tests/2026"],
    retrieved: ["https://runlab.example/tests/2026"],
    searched: true,
    searchQueries: [],
    tokensIn: 21,
    tokensOut: 34,
    costUsd: null,
  },
  sent: ([request]) =>
    bearer(request, "/chat/completions", { model: "qwen3:8b", messages: [{ role: "user", content: PROMPT }] }),
  answering: (text) => [changed(local, ({ choices: [first] }) => (first.message.content = text))],
  sourceless: () => [changed(local, ({ choices: [first] }) => delete first.message.annotations)],
  unforeseen: () => [changed(local, ({ choices: [first] }) => Object.assign(first.message, { role: "model" }))],
  refusal: {
    status: 200,
    replies: [
      changed(local, ({ choices: [first] }) => {
        first.message.content = null;
        first.finish_reason = "content_filter";
      }),
    ],
  },
  error: openAiError,
};

export const OFFICIAL_API_CASES: ConnectorCase[] = [
  chatgptCase,
  googleAiCase,
  perplexityCase,
  claudeCase,
  grokCase,
  mistralCase,
  openaiCompatibleCase,
];
