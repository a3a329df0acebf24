import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Deps, PeopleDeps } from "../app/ports.ts";
import { Problem } from "../app/problem.ts";
import { bindAuth } from "./auth-routes.ts";
import { bindEndpoints } from "./bind.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { addOperations, type ReadinessChecks } from "./operations.ts";
import { openPages, policyOf, type SendPage } from "./pages.ts";
import { handleError, problemReply } from "./problems.ts";
import { type MakeLimiter, rateLimits } from "./rate-limits.ts";
import { handlers } from "./routes/index.ts";
import { seemsLocal } from "./same-origin.ts";

const BODY_LIMIT_BYTES = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

export type ServerSettings = {
  deps: Deps & PeopleDeps;
  rates: { readsPerMinute: number; writesPerMinute: number };
  makeLimiter: MakeLimiter;
  /** Only this machine can reach the server. */
  local: boolean;
  /** Whose word on where a request comes from is taken. */
  trustedProxies: string[];
  checks: ReadinessChecks;
  metrics?: Metrics;
  logger: FastifyBaseLogger;
};

/** Everything over HTTP, without a port: tests inject requests, the composition listens. */
export async function buildServer(settings: ServerSettings): Promise<FastifyInstance> {
  const metrics = settings.metrics ?? createMetrics();
  const app = Fastify({
    loggerInstance: settings.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: settings.trustedProxies.length > 0 && settings.trustedProxies,
    routerOptions: { maxParamLength: 2000 },
    frameworkErrors: handleError,
    clientErrorHandler: refuseUnreadable,
  });
  app.setErrorHandler(handleError);
  const pages = openPages();
  refuseElsewhere(app, pages.send);
  readJsonOnly(app);
  observe(app, metrics);
  await pages.add(app);
  await addOperations(app, metrics, settings.checks);
  const limits = rateLimits(settings.makeLimiter, settings.rates, settings.deps.now);
  const isLocal = (request: FastifyRequest) => settings.local && seemsLocal(request);
  const deps = { ...settings.deps, allowances: limits.allowances };
  bindEndpoints({ app, deps, limits, isLocal }, handlers);
  bindAuth({ app, deps, limits, isLocal });
  return app;
}

/** A request that is not even HTTP gets the same kind of answer as every other mistake. */
function refuseUnreadable(
  this: FastifyInstance,
  error: Error & { code?: string },
  socket: import("node:net").Socket,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const { body } = problemReply("invalid_request", "The request is not readable as HTTP.");
  const text = JSON.stringify(body);
  const status = error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}

/** 404 and 405, before the body is read: whatever it is, nobody here would take it. A browser gets the dashboard. */
function refuseElsewhere(app: FastifyInstance, sendPage: SendPage): void {
  const paths = collectPaths(app);
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = request.url.split("?", 1)[0] as string;
    const methods = paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) throw new Problem("not_found", "There is nothing at this address.");
    const allowed = [...new Set(methods)].join(", ");
    reply.header("Allow", allowed);
    throw new Problem("method_not_allowed", `This address takes ${allowed}, not ${request.method}.`);
  };
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404) return;
    if (sendPage(request, reply)) return reply;
    refuse(request, reply);
  });
  app.setNotFoundHandler(refuse);
}

function collectPaths(app: FastifyInstance): { method: string; pattern: RegExp }[] {
  const paths: { method: string; pattern: RegExp }[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:id/g, "[^/]+")}$`);
    for (const one of [method].flat()) paths.push({ method: one, pattern });
  });
  return paths;
}

/** An empty body is no body, whatever type it claims; any other body is JSON. */
function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // A lenient decoder would put replacement characters where a broken one was sent, and keep them.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    if ((request.headers["content-encoding"] ?? "identity") !== "identity") {
      return done(new Problem("unsupported_media_type", "The body must be plain application/json, not compressed."));
    }
    try {
      done(null, JSON.parse(decoder.decode(bytes as Buffer)));
    } catch {
      done(new Problem("invalid_request", "The body is not readable as JSON."));
    }
  });
  app.addContentTypeParser("*", { parseAs: "string" }, (_, text, done) => {
    if (text === "") return done(null, undefined);
    done(new Problem("unsupported_media_type", "The body must be application/json."));
  });
}

function observe(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onSend", async (request, reply) => {
    reply.header("X-Content-Type-Options", "nosniff");
    if (String(reply.getHeader("content-type")).startsWith("text/html")) {
      reply.header("Content-Security-Policy", policyOf(request.url));
    }
  });
  app.addHook("onResponse", async (request, reply) => {
    const { operation = "other" } = request.routeOptions.config as { operation?: string };
    metrics.requestSeconds.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const changed = request.method !== "GET" && reply.statusCode < 300;
    request.log[changed ? "info" : "debug"](
      { method: request.method, operation, status: reply.statusCode, ms: reply.elapsedTime },
      "answered",
    );
  });
}
