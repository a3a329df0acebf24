import type { Deps } from "../../src/app/ports.ts";
import type { TestProduct } from "./product.ts";

type Ask = Deps["engines"]["ask"];
type Refusal = (engine: string, prompt: string) => boolean;

/** Stands between the worker and its engines: holds questions back or fails some, so that a test sees a scan half-way. */
export class EngineGate {
  #left = Number.POSITIVE_INFINITY;
  #refuses: Refusal = () => false;
  #waiting = new Set<() => void>();

  constructor({ product: { deps } }: TestProduct) {
    const ask = deps.engines.ask;
    const gated: Ask = async (engine, question, signal, access) => {
      await this.#pass(signal);
      if (this.#refuses(engine, question.prompt)) throw new Error("The engine is out of order.");
      return ask(engine, question, signal, access);
    };
    deps.engines.ask = gated;
  }

  async #pass(signal: AbortSignal): Promise<void> {
    if (this.#left-- > 0) return;
    await new Promise<void>((resolve, reject) => {
      this.#waiting.add(resolve);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  }

  /** Lets so many more questions through, and then none. */
  holdAfter(questions: number): void {
    this.#left = questions;
  }

  refuseWhen(refuses: Refusal): void {
    this.#refuses = refuses;
  }

  /** Everything goes through again, and everything is answered. */
  open(): void {
    this.#left = Number.POSITIVE_INFINITY;
    this.#refuses = () => false;
    for (const pass of this.#waiting) pass();
    this.#waiting.clear();
  }
}
