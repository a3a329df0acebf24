import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, vi } from "vitest";
import { freePort } from "./postgres-server.ts";

const MAIN = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

type Reply = { status: number; json: Record<string, unknown> & { data?: never } };

/** The real command in a process of its own, with what it says. */
export class ServerProcess {
  readonly port: number;
  out = "";
  err = "";
  readonly exit: Promise<{ code: number | null; signal: string | null }>;
  readonly #child: ChildProcess;

  constructor(command: string | string[], port: number, settings: Record<string, string>) {
    this.port = port;
    // Nothing of the test's own environment but what a program needs to run.
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, HOST: "127.0.0.1", PORT: String(port), ...settings };
    this.#child = spawn(process.execPath, [MAIN, ...[command].flat()], { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child.stdout?.on("data", (part) => {
      this.out += part;
    });
    this.#child.stderr?.on("data", (part) => {
      this.err += part;
    });
    this.exit = once(this.#child, "close").then(([code, signal]) => ({ code, signal }));
  }

  /** Runs a command that is to end by itself. */
  static async run(command: string | string[], settings: Record<string, string>): Promise<ServerProcess> {
    const started = new ServerProcess(command, await freePort(), settings);
    await started.exit;
    return started;
  }

  /** Starts the server and waits until it says that it is ready. */
  static async serve(settings: Record<string, string>): Promise<ServerProcess> {
    const server = new ServerProcess("serve", await freePort(), settings);
    const ready = vi.waitFor(() => expect(server.out).toContain("is ready at"), { timeout: 40_000, interval: 25 });
    const ended = server.exit.then(() => {
      throw new Error(`the server ended by itself: ${server.err}`);
    });
    await Promise.race([ready, ended]);
    return server;
  }

  #isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The log, a line each; a line that is not JSON is an error. */
  get log(): { level: number; msg: string }[] {
    return this.err
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  }

  async ask(method: string, path: string, key: string, body?: unknown): Promise<Reply> {
    const response = await fetch(`${this.address}/api/v1${path}`, {
      method,
      headers: { "x-api-key": key, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text.startsWith("{") ? JSON.parse(text) : {} };
  }

  signal(name: "SIGTERM" | "SIGKILL"): void {
    this.#child.kill(name);
  }

  /** Ends it if it still runs, so that no test leaves one behind. */
  async end(): Promise<void> {
    if (this.#isRunning()) this.signal("SIGKILL");
    await this.exit;
  }
}
