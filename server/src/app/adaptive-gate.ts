/** How many calls run before one more is allowed again, per call that is allowed now. */
const CALLS_TO_RECOVER = 2;

/** A call under way: what became of it, and that it is over. */
export type Place = { answered: () => void; turnedAway: () => void; leave: () => void };

type Waiting = { enter: () => void; refuse: (reason: unknown) => void };

/**
 * Lets so many calls to one engine run at a time. Halves when the engine says that it is too much, recovers one by one
 * while calls succeed, and takes the brands that wait in turn, so that a large scan does not shut out a small one.
 */
export class AdaptiveGate {
  readonly most: number;
  #allowed: number;
  #running = 0;
  #successes = 0;
  #timesSlowed = 0;
  /** Brands in the order of their turns; a brand moves to the end when one of its calls enters. */
  #queues = new Map<string, Waiting[]>();

  constructor(most: number) {
    this.most = most;
    this.#allowed = most;
  }

  get allowed(): number {
    return this.#allowed;
  }

  /** Waits for a place; whoever gets one has to leave it. */
  async enter(brandId: string, signal: AbortSignal): Promise<Place> {
    await this.#line(brandId, signal);
    const entered = this.#timesSlowed;
    return {
      answered: () => this.#recover(),
      turnedAway: () => this.#slowDown(entered),
      leave: () => {
        this.#running--;
        this.#admit();
      },
    };
  }

  /** Calls that entered together are turned away together: only the first of them says anything new. */
  #slowDown(entered: number): void {
    if (entered < this.#timesSlowed) return;
    this.#timesSlowed++;
    this.#allowed = Math.max(1, Math.floor(this.#allowed / 2));
    this.#successes = 0;
  }

  #recover(): void {
    if (this.#allowed >= this.most) return;
    this.#successes++;
    if (this.#successes < this.#allowed * CALLS_TO_RECOVER) return;
    this.#successes = 0;
    this.#allowed++;
  }

  #line(brandId: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        enter: () => {
          signal.removeEventListener("abort", leave);
          resolve();
        },
        refuse: reject,
      };
      const leave = () => {
        const queue = this.#queues.get(brandId) ?? [];
        const place = queue.indexOf(waiting);
        if (place >= 0) queue.splice(place, 1);
        if (queue.length === 0) this.#queues.delete(brandId);
        waiting.refuse(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      const queue = this.#queues.get(brandId);
      if (queue) queue.push(waiting);
      else this.#queues.set(brandId, [waiting]);
      this.#admit();
    });
  }

  #admit(): void {
    while (this.#running < this.#allowed) {
      const [next] = this.#queues;
      if (!next) return;
      const [brandId, queue] = next;
      const waiting = queue.shift() as Waiting;
      this.#queues.delete(brandId);
      if (queue.length > 0) this.#queues.set(brandId, queue);
      this.#running++;
      waiting.enter();
    }
  }
}

/** One gate an engine, made when it is first asked. */
export function gatesOf(most: number): (engine: string) => AdaptiveGate {
  const gates = new Map<string, AdaptiveGate>();
  return (engine) => {
    const gate = gates.get(engine) ?? new AdaptiveGate(most);
    gates.set(engine, gate);
    return gate;
  };
}
