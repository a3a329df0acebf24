import { composeProduct, type Product } from "../compose.ts";
import { type Config, readConfig } from "../config.ts";
import { createLogger } from "../logger.ts";

const DRAIN_MS = 3000;
const STOP_LIMIT_MS = 9000;

/** Runs API, worker and pages in this process until it is told to stop. */
export async function serve(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const product = await composeProduct({
    database: config.database,
    first: config.first,
    rates: config.rates,
    logger,
    onLost: (error) => {
      logger.error({ err: error }, "the database connection was lost");
      // The embedded database does not come back by itself; a supervisor's restart is the way back.
      if (config.database.url === undefined) process.exit(1);
    },
    onProgress: (done, of) => {
      if (done === 1) logger.info("first start: making the demo brand and its history");
      if (done % 5 === 0 || done === of) logger.info(`demo history: scan ${done} of ${of}`);
    },
  });
  stopOnSignal(product, logger);
  try {
    await product.app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await product.stop();
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(
      `Port ${config.port} on ${config.host} is taken by another program. Stop it, or set PORT to a free one.`,
    );
  }
  greet(config, product);
}

function stopOnSignal(product: Product, logger: ReturnType<typeof createLogger>): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info(`${signal}: finishing what is under way`);
    setTimeout(() => product.app.server.closeAllConnections(), DRAIN_MS).unref();
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await product.stop();
    logger.info("stopped");
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** Said to the person who started it, on standard output: a new key is shown here once and nowhere else. */
function greet({ host, port }: Config, { started }: Product): void {
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const lines = [`Answerscope is ready at ${address}`, `  API reference  ${address}/docs`];
  if (started.newKey !== null) {
    lines.push(
      `  API key        ${started.newKey}`,
      "  The key is shown this once: keep it. Try it:",
      `    curl -H "X-API-Key: ${started.newKey}" ${address}/api/v1/topics`,
    );
  }
  if (started.bootstrapRevoked)
    lines.push("  BOOTSTRAP_API_KEY was revoked and does not work. Set another one to get in.");
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}
