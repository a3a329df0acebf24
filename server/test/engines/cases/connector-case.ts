import { readFileSync } from "node:fs";
import type { Connector, Credentials } from "../../../src/engines/connector.ts";
import type { SeenRequest } from "../../setup/loopback-engine.ts";

// biome-ignore lint/suspicious/noExplicitAny: a recorded reply, to be taken apart
export type Recorded = any;

export const PROMPT = "best trail running shoes";
export const API_KEY = "test-key-0123456789abcdef";

/** One connector, and what its engine says in every situation that a test may want. */
export type ConnectorCase = {
  name: string;
  connector: Connector;
  apiKey: string;
  model?: string;
  /** The recorded replies, one for each request that the connector makes. */
  replies: unknown[];
  reply: Partial<Awaited<ReturnType<Connector["ask"]>>>;
  /** What the engine must have been sent. */
  sent(requests: SeenRequest[]): void;
  /** The same replies with another answer in them. */
  answering(text: string): unknown[];
  sourceless(): unknown[];
  /** The same replies with something in them that nobody has heard of. */
  unforeseen(): unknown[];
  refusal: { status: number; replies: unknown[] };
  /** An error in the words of this engine. */
  error(message: string): unknown;
};

export const record = (name: string): Recorded =>
  JSON.parse(readFileSync(new URL(`../../fixtures/engines/${name}.json`, import.meta.url), "utf8"));

export function changed(recorded: Recorded, change: (copy: Recorded) => void): Recorded {
  const copy = structuredClone(recorded);
  change(copy);
  return copy;
}

export const credentialsOf = ({ apiKey, model }: ConnectorCase, baseUrl: string | undefined): Credentials => ({
  apiKey,
  baseUrl,
  model,
});
