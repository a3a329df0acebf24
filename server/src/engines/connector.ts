import type { EngineId, Surface } from "@answerscope/api";
import type { StructuredReply, StructuredRequest } from "../app/ports.ts";
import type { EngineReply, Question } from "../domain/engine-reply.ts";

/** The key is empty where an endpoint asks for none. */
export type Credentials = { apiKey: string; baseUrl: string | undefined; model: string | undefined };

/** What one engine's file exports. It throws an EngineError for every call that brings no answer. */
export type Connector = {
  id: EngineId;
  surface: Surface;
  /** Who is called. Several connectors may reach one engine, each through a vendor of its own. */
  vendor: string;
  /** Asked when no other model is set; null where there is nothing to choose, or nothing to fall back on. */
  defaultModel: string | null;
  /** The row of the price table, where it is not the model's. */
  pricedAs?: string;
  /** The environment variables that configure it, after the conventions of the engine's own libraries. */
  variables: { apiKey: string; baseUrl: string; model: string | null };
  /** The settings without which it cannot be asked. */
  required: readonly (keyof Credentials)[];
  ask(
    credentials: Credentials,
    question: Pick<Question, "prompt" | "locale">,
    means: { signal: AbortSignal; fetch: typeof fetch },
  ): Promise<Omit<EngineReply, "engine" | "surface" | "latencyMs">>;
  /** Only where the engine can be held to a shape. */
  structure?(
    credentials: Credentials,
    request: StructuredRequest,
    means: { signal: AbortSignal; fetch: typeof fetch },
  ): Promise<StructuredReply>;
};
