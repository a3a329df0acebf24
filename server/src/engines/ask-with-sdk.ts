import type { OpenAIProvider } from "@ai-sdk/openai";
import type { StructuredRequest } from "../app/ports.ts";
import { EngineError } from "../domain/engine-error.ts";
import type { Call } from "./connect.ts";
import { at, numberAt } from "./read-json.ts";

export type LanguageModel = ReturnType<OpenAIProvider["responses"]>;
type Options = Parameters<LanguageModel["doGenerate"]>[0];
type Result = Awaited<ReturnType<LanguageModel["doGenerate"]>>;

/**
 * Asks through a provider of the AI SDK, one request and no second try: whether to try again is not ours to judge.
 * The model is called without `generateText`, which only adds steps, telemetry and a third more CPU to a single call.
 * What counts is the body: the SDK's own result has citations and search results in one list.
 */
export async function askWithSdk(
  model: LanguageModel,
  { prompt, signal }: Call,
  options: Omit<Options, "prompt" | "abortSignal">,
): Promise<{ body: unknown; result: Result | null }> {
  try {
    const result = await model.doGenerate({
      ...options,
      prompt: [{ role: "user", content: [{ type: "text", text: prompt }] }],
      abortSignal: signal,
    });
    if (result.finishReason.unified === "content-filter") throw refused(result);
    return { body: result.response?.body, result };
  } catch (error) {
    const body = unforeseenReply(error);
    if (body === null) throw error;
    return { body, result: null };
  }
}

/** Verdicts are short, but a model may think before it gives one. */
const MOST_TOKENS_OUT = 4_096;

/** Asks for data of a given shape: the provider holds the model to it as far as the engine can. */
export async function structureWithSdk(model: LanguageModel, signal: AbortSignal, request: StructuredRequest) {
  const { instructions, data, name, schema } = request;
  const result = await model.doGenerate({
    prompt: [
      { role: "system", content: instructions },
      { role: "user", content: [{ type: "text", text: data }] },
    ],
    responseFormat: { type: "json", name, schema },
    maxOutputTokens: MOST_TOKENS_OUT,
    // Only OpenAI would keep what it is asked; nobody else looks at this.
    providerOptions: { openai: { store: false } },
    abortSignal: signal,
  });
  if (result.finishReason.unified === "content-filter") throw refused(result);
  return {
    value: jsonIn(textOf(result)),
    model: result.response?.modelId ?? null,
    tokensIn: result.usage.inputTokens.total ?? null,
    tokensOut: result.usage.outputTokens.total ?? null,
    reportedCostUsd: numberAt(result.response?.body, "usage", "cost"),
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const textOf = ({ content }: Result): string =>
  content.flatMap((part) => (part.type === "text" ? part.text : [])).join("");

function refused(result: Result): EngineError {
  const reason = result.finishReason.raw ?? "content filter";
  return new EngineError("refused", `The engine refused to answer (${reason}). ${textOf(result).slice(0, 200)}`.trim());
}

/**
 * A reply that the engine calls a success and the SDK does not know in every part, such as a new kind of output. It was
 * paid for, and what we look for may well be in it.
 */
function unforeseenReply(error: unknown): object | null {
  const text = at(error, "responseBody");
  if (numberAt(error, "statusCode") !== 200 || typeof text !== "string") return null;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !at(body, "error") ? body : null;
  } catch {
    return null;
  }
}
