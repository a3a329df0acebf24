import { BASE_PATH } from "@answerscope/api";
import { openApiDocument } from "@answerscope/api/openapi";
import reference from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import type { Metrics } from "./metrics.ts";

/** Resolves when the part is ready, rejects with the reason when it is not. */
export type ReadinessChecks = Record<string, () => Promise<void>>;

const CHECK_LIMIT_MS = 3000;

async function stateOf(check: () => Promise<void>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), CHECK_LIMIT_MS);
  });
  try {
    await Promise.race([check(), limit]);
    return "ready";
  } catch (error) {
    return `not ready: ${(error as Error).message}`;
  } finally {
    clearTimeout(timer);
  }
}

/** What an operator, a monitor or a newcomer asks for, without a key. */
export async function addOperations(app: FastifyInstance, metrics: Metrics, checks: ReadinessChecks): Promise<void> {
  const openapi = JSON.stringify(openApiDocument());

  app.get("/healthz", async () => ({ status: "alive" }));
  app.get("/readyz", async (_, reply) => {
    const states = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await stateOf(check)]));
    const ready = states.every(([, state]) => state === "ready");
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready", ...Object.fromEntries(states) });
  });
  app.get("/metrics", async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  app.get(`${BASE_PATH}/openapi.json`, (_, reply) => reply.type("application/json; charset=utf-8").send(openapi));

  await app.register(reference, {
    routePrefix: "/docs",
    configuration: {
      url: `${BASE_PATH}/openapi.json`,
      pageTitle: "Answerscope API reference",
      // Nothing of this page comes from, or goes to, another host.
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: "never",
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
}
