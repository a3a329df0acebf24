import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type SeenRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  json: unknown;
};
export type Play = (response: ServerResponse) => void;

/** Stands in for an engine: plays the replies it was given, in order, the last one over and over, and notes the requests. */
export class LoopbackEngine implements AsyncDisposable {
  readonly requests: SeenRequest[] = [];
  #plays: Play[] = [];
  #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { pathname, searchParams } = new URL(request.url ?? "/", "http://loopback.example");
        const text = Buffer.concat(chunks).toString();
        this.requests.push({
          method: request.method ?? "",
          path: pathname,
          query: searchParams,
          headers: request.headers,
          json: text === "" ? undefined : JSON.parse(text),
        });
        const play = this.#plays.length > 1 ? this.#plays.shift() : this.#plays[0];
        (play ?? replyWith({}, 500))(response);
      });
    });
  }

  static async start(): Promise<LoopbackEngine> {
    const engine = new LoopbackEngine();
    await new Promise<void>((resolve) => engine.#server.listen(0, "127.0.0.1", resolve));
    return engine;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  plays(...plays: Play[]): void {
    this.#plays = plays;
    this.requests.length = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export const replyWith =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Play =>
  (response) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(typeof body === "string" ? body : JSON.stringify(body));

/** A whole reply with a sound length, whose text stops half-way. */
export const truncated =
  (body: unknown): Play =>
  (response) => {
    const text = JSON.stringify(body);
    replyWith(text.slice(0, Math.floor(text.length / 2)))(response);
  };

/** Piece by piece, so many milliseconds apart. */
export const dripping =
  (body: unknown, pieces: number, apartMs: number): Play =>
  (response) => {
    const text = Buffer.from(JSON.stringify(body));
    const size = Math.ceil(text.length / pieces);
    response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
    let sent = 0;
    const timer = setInterval(() => {
      response.write(text.subarray(sent, sent + size));
      sent += size;
      if (sent >= text.length) response.end();
    }, apartMs);
    response.on("close", () => clearInterval(timer));
  };

/** The connection breaks before the first byte, or in the middle of the reply. */
export const dropping =
  (body: unknown, when: "at once" | "half-way"): Play =>
  (response) => {
    if (when === "at once") return void response.destroy();
    const text = JSON.stringify(body);
    response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  };

export const neverAnswering: Play = () => {};
