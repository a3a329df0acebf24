import { openApiDocument } from "@answerscope/api/openapi";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryLimiter } from "../../src/http/rate-limits.ts";
import { buildServer } from "../../src/http/server.ts";
import { KINDS } from "../setup/databases.ts";
import { TestProduct } from "../setup/product.ts";

describe.each(KINDS)("what an operator asks for, without a key, on %s", (kind) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
  });
  afterAll(() => product.close());

  const get = (url: string) => product.product.app.inject(url);

  it("GET /healthz says that the process is alive", async () => {
    const answer = await get("/healthz");
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: "alive" }]);
  });

  it("GET /readyz says that database and worker are ready", async () => {
    const answer = await get("/readyz");
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: "ready", database: "ready", worker: "ready" }]);
  });

  it("GET /readyz answers 503 and names the part that is not ready, while /healthz stays 200", async () => {
    const app = await buildServer({
      deps: product.product.deps,
      rates: { readsPerMinute: 1, writesPerMinute: 1 },
      makeLimiter: memoryLimiter,
      local: true,
      trustedProxies: [],
      checks: {
        database: async () => undefined,
        worker: async () => {
          throw new Error("the worker is stopped");
        },
      },
      logger: pino({ level: "silent" }),
    });
    const answer = await app.inject("/readyz");
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      status: "not ready",
      database: "ready",
      worker: "not ready: the worker is stopped",
    });
    expect((await app.inject("/healthz")).statusCode).toBe(200);
    await app.close();
  });

  it("GET /metrics shows requests by operation and status, and nothing of who asked for what", async () => {
    await product.ask("GET", "/topics?limit=1");
    await product.ask("GET", "/topics/not-an-id-1234");
    const answer = await get("/metrics");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    const count = (operation: string, status: number) =>
      new RegExp(
        `^answerscope_http_request_duration_seconds_count\\{operation="${operation}",status="${status}"\\} 1$`,
        "m",
      );
    expect(answer.body).toMatch(count("listTopics", 200));
    expect(answer.body).toMatch(count("getTopic", 404));
    expect(answer.body).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(answer.body).not.toContain("not-an-id-1234");
    expect(answer.body).not.toContain(product.key);
  });

  it("GET /api/v1/openapi.json is the derived description of the interface", async () => {
    const answer = await get("/api/v1/openapi.json");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });

  it("GET /docs is a page served from here alone", async () => {
    const redirected = await get("/docs");
    const page = redirected.statusCode >= 300 ? await get(String(redirected.headers.location)) : redirected;
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect(page.headers["content-security-policy"]).toContain("default-src 'self'");
    expect(page.body).toContain("/api/v1/openapi.json");
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source as string);
    expect(sources.filter((source) => /^(https?:)?\/\//.test(source))).toEqual([]);
    const script = sources.find((source) => source.endsWith(".js")) as string;
    const served = await get(new URL(script, "http://here/docs/").pathname);
    expect(served.statusCode).toBe(200);
    expect(served.headers["content-type"]).toMatch(/javascript/);
  });

  it("GET / is a page that leads on", async () => {
    const answer = await get("/");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    expect(answer.body).toContain("/docs");
  });

  it("no browser is left to guess what a reply is", async () => {
    for (const url of ["/", "/healthz", "/metrics", "/api/v1/topics", "/nothing"]) {
      expect((await get(url)).headers["x-content-type-options"]).toBe("nosniff");
    }
  });
});
