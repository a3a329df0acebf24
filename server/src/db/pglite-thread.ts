import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Call, Reply } from "./pglite-worker.ts";

type Rows = { rows: never[]; affectedRows?: number; fields: [] };
type Waiting = { resolve: (result: never) => void; reject: (error: Error) => void };
type CallOf<K extends Call["kind"]> = Omit<Extract<Call, { kind: K }>, "id" | "kind">;

/**
 * PGlite in a thread, with the part of its interface that Kysely and pg-boss use. There is one connection, so a
 * transaction keeps everything else waiting until it ends.
 */
export class PgliteThread {
  readonly ready = true;
  readonly waitReady = Promise.resolve();
  closed = false;
  #worker: Worker;
  #waiting = new Map<number, Waiting>();
  #listeners = new Map<string, Set<(payload: string) => void>>();
  #lastId = 0;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(worker: Worker, onLost: (error: Error) => void) {
    this.#worker = worker;
    worker.on("message", (reply: Reply) => this.#receive(reply));
    worker.on("error", (error) => this.#lose(error as Error, onLost));
    worker.on("exit", () => this.#lose(new Error("The embedded database's thread ended."), onLost));
  }

  /** Opens the folder, or a database in memory. `onLost` hears of a thread that ended by itself. */
  static async open(folder: string | undefined, onLost: (error: Error) => void): Promise<PgliteThread> {
    const worker = new Worker(new URL("./pglite-worker.ts", import.meta.url), { workerData: { folder } });
    await once(worker, "message");
    return new PgliteThread(worker, onLost);
  }

  #receive(reply: Reply): void {
    if (reply.kind === "notified") {
      for (const listener of this.#listeners.get(reply.channel) ?? []) listener(reply.payload);
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === "done") waiting?.resolve(reply.result as never);
    else waiting?.reject(Object.assign(new Error(reply.error.message), reply.error));
  }

  #lose(error: Error, onLost: (error: Error) => void): void {
    if (this.closed) return;
    this.closed = true;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    onLost(error);
  }

  #send<K extends Call["kind"]>(kind: K, rest: CallOf<K>): Promise<never> {
    if (this.closed) return Promise.reject(new Error("The embedded database is closed."));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, kind, ...rest });
    });
  }

  /** Runs the work once everything before it has ended. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  query = (sql: string, parameters: readonly unknown[] = []): Promise<Rows> =>
    this.#inTurn(() => this.#send("query", { sql, parameters: [...parameters] }));

  exec = (sql: string): Promise<Rows[]> =>
    this.#inTurn(async () => {
      try {
        return await this.#send("exec", { sql });
      } catch (error) {
        // A block that opened a transaction and failed in it would poison whoever is next on the one connection.
        if (!this.closed) await this.#send("exec", { sql: "rollback" });
        throw error;
      }
    });

  transaction = <T>(
    work: (transaction: { query: PgliteThread["query"]; rollback: () => Promise<void> }) => Promise<T>,
  ) =>
    this.#inTurn(async (): Promise<T> => {
      const query = (sql: string, parameters: readonly unknown[] = []): Promise<Rows> =>
        this.#send("query", { sql, parameters: [...parameters] });
      await query("begin");
      try {
        const result = await work({ query, rollback: async () => void (await query("rollback")) });
        await query("commit");
        return result;
      } catch (error) {
        if (!this.closed) await query("rollback");
        throw error;
      }
    });

  listen = async (channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> => {
    const listeners = await this.#inTurn(async () => {
      const known = this.#listeners.get(channel);
      if (known) return known;
      // Once for all listeners, and for good: the thread would pass each payload on for every time it was asked.
      await this.#send("listen", { channel });
      const fresh = new Set<(payload: string) => void>();
      this.#listeners.set(channel, fresh);
      return fresh;
    });
    listeners.add(listener);
    return async () => void listeners.delete(listener);
  };

  close = async (): Promise<void> => {
    await this.#inTurn(() => this.#send("close", {}));
    this.closed = true;
    await this.#worker.terminate();
  };
}
