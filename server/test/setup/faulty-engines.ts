import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type SeededRandom, seededRandom } from "../../src/domain/seeded-random.ts";
import chatgpt from "../fixtures/engines/chatgpt.json" with { type: "json" };
import claude from "../fixtures/engines/claude.json" with { type: "json" };
import mistral from "../fixtures/engines/mistral.json" with { type: "json" };
import perplexity from "../fixtures/engines/perplexity.json" with { type: "json" };
import { dropping, neverAnswering, replyWith, truncated } from "./loopback-engine.ts";

const REPLIES = { chatgpt, claude, mistral, perplexity };
export type FaultyEngineId = keyof typeof REPLIES;

const refusal = (message: string, code: string) => ({ error: { message, type: code, code } });

type Fault = "rate_limited" | "overloaded" | "timeout" | "refused" | "bad_request" | "malformed" | "dropped";
const FAULTS: Record<Fault, (response: ServerResponse) => void> = {
  rate_limited: replyWith(refusal("Slow down.", "rate_limit_exceeded"), 429, { "retry-after": "0" }),
  overloaded: replyWith(refusal("Busy.", "server_error"), 503),
  // Never answered: whoever asked has to lose patience.
  timeout: neverAnswering,
  refused: replyWith(refusal("Against our rules.", "content_policy_violation"), 400),
  bad_request: replyWith(refusal("Not like this.", "invalid_value"), 400),
  malformed: truncated(chatgpt),
  dropped: dropping(chatgpt, "half-way"),
};
const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

/** A question at an engine; with one sample a prompt, that is one query of a scan. */
export type CallKey = `${FaultyEngineId} ${string}`;

type Settings = {
  /** How many calls in a hundred fail, all classes taken together. */
  faultPercent: number;
  /** The one that stops taking its key after so many calls. */
  locksOut: { engine: FaultyEngineId; afterCalls: number };
  seed: string;
};

/** Real HTTP servers in the shape of engines, some of whose calls fail, each in a way that the dice say. */
export class FaultyEngines {
  /** Every call, in order. */
  readonly calls: CallKey[] = [];
  /** How often each question was answered in full. */
  readonly answered = new Map<CallKey, number>();
  readonly faults = new Map<string, number>();
  /** Told of every call, as it comes in. */
  onCall: (key: CallKey) => void = () => undefined;
  #server: Server;
  #random: SeededRandom;
  #settings: Settings;
  #prompts = new Set<string>();

  private constructor(settings: Settings) {
    this.#settings = settings;
    this.#random = seededRandom(settings.seed);
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(settings: Settings): Promise<FaultyEngines> {
    const engines = new FaultyEngines(settings);
    engines.#server.listen(0, "127.0.0.1");
    await once(engines.#server, "listening");
    return engines;
  }

  /** The environment that sends the server here. */
  get variables(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    const at = (engine: FaultyEngineId) => `http://127.0.0.1:${port}/${engine}/v1`;
    return {
      OPENAI_API_KEY: "sk-loopback",
      OPENAI_BASE_URL: at("chatgpt"),
      ANTHROPIC_API_KEY: "sk-loopback",
      ANTHROPIC_BASE_URL: at("claude"),
      PERPLEXITY_API_KEY: "pplx-loopback",
      PERPLEXITY_BASE_URL: at("perplexity"),
      MISTRAL_API_KEY: "loopback",
      MISTRAL_BASE_URL: at("mistral"),
    };
  }

  /** What may be asked; how each engine wraps it up is its own affair. */
  expects(prompts: string[]): void {
    this.#prompts = new Set(prompts);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const engine = request.url?.split("/")[1] as FaultyEngineId;
    const prompt = this.#promptIn(JSON.parse(Buffer.concat(chunks).toString()));
    const key: CallKey = `${engine} ${prompt}`;
    this.calls.push(key);
    this.onCall(key);
    const { locksOut, faultPercent } = this.#settings;
    const before = this.calls.filter((one) => one.startsWith(`${engine} `)).length;
    if (engine === locksOut.engine && before > locksOut.afterCalls) {
      this.#count("auth");
      return replyWith(refusal("No such key.", "invalid_api_key"), 401)(response);
    }
    const fault = this.#random.chance(faultPercent / 100) ? this.#random.pick(FAULT_NAMES) : null;
    const waitMs = this.#random.between(10, 70);
    setTimeout(() => {
      if (fault) {
        this.#count(fault);
        return FAULTS[fault](response);
      }
      response.once("finish", () => this.answered.set(key, (this.answered.get(key) ?? 0) + 1));
      replyWith(REPLIES[engine])(response);
    }, waitMs);
  }

  #count(fault: string): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
  }

  #promptIn(value: unknown): string | null {
    if (typeof value === "string") return this.#prompts.has(value) ? value : null;
    if (value === null || typeof value !== "object") return null;
    for (const part of Object.values(value)) {
      const found = this.#promptIn(part);
      if (found !== null) return found;
    }
    return null;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
