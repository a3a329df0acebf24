import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { newSecret } from "../app/api-keys.ts";
import type { Product } from "../compose.ts";
import { type Config, ConfigError, childEnvironment, readConfig } from "../config.ts";
import { holdsDatabase } from "../db/data-folder.ts";
import { createLogger } from "../logger.ts";

const DRAIN_MS = 3000;
const STOP_LIMIT_MS = 9000;

const readySettings = (config: Config, logger: Logger) => ({
  database: config.database,
  first: config.first,
  onLost: (error: Error) => {
    logger.error({ err: error }, "the database connection was lost");
    // The embedded database does not come back by itself; a supervisor's restart is the way back.
    if (config.database.url === undefined) process.exit(1);
  },
  onProgress: (done: number, of: number) => {
    if (done === 1) logger.info("first start: making the demo brand and its history");
    if (done % 5 === 0 || done === of) logger.info(`demo history: scan ${done} of ${of}`);
  },
});

/** Makes what a first start makes, and ends. */
export async function prepare(): Promise<void> {
  const config = readConfig();
  const { prepareDatabase } = await import("../compose.ts");
  await prepareDatabase(readySettings(config, createLogger(config.logLevel)));
}

/**
 * Making the embedded database and its demo takes twice the memory that using them does, and a process never gives
 * all of it back: another process does it. Gives the key that it was told to make.
 */
async function prepareApart(config: Config): Promise<string | null> {
  if (config.database.url !== undefined || holdsDatabase(config.database.folder)) return null;
  const secret = config.first.bootstrapKey ?? newSecret(randomBytes);
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  const env = childEnvironment({ BOOTSTRAP_API_KEY: secret });
  const child = spawn(process.execPath, [main, "prepare"], { stdio: ["ignore", 2, 2], env });
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  process.on("SIGTERM", passOn).on("SIGINT", passOn);
  const [code] = await once(child, "exit");
  process.off("SIGTERM", passOn).off("SIGINT", passOn);
  if (code !== 0) process.exit(code ?? 1);
  return config.first.bootstrapKey === undefined ? secret : null;
}

/** Said before anything is made or opened. */
async function checkAddress({ host, port }: Config): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, "listening");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      code === "EADDRINUSE"
        ? `Port ${port} on ${host} is taken by another program. Stop it, or set PORT to a free one.`
        : `Cannot listen on ${host}, port ${port}: ${message}. HOST and PORT say where.`,
    );
  }
  probe.close();
  await once(probe, "close");
}

/** Runs API, worker and pages in this process until it is told to stop. */
export async function serve(): Promise<void> {
  const config = readConfig();
  await checkAddress(config);
  const logger = createLogger(config.logLevel);
  // Loading the product takes a second: let it pass while the other process works.
  const [preparedKey, { composeProduct }] = await Promise.all([prepareApart(config), import("../compose.ts")]);
  const product = await composeProduct({ ...readySettings(config, logger), rates: config.rates, logger });
  stopOnSignal(product, logger);
  await product.app.listen({ port: config.port, host: config.host, listenTextResolver: (at) => `listening at ${at}` });
  greet(config, preparedKey ?? product.started.newKey, product.started.bootstrapRevoked);
}

function stopOnSignal(product: Product, logger: Logger): void {
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
function greet({ host, port }: Config, newKey: string | null, bootstrapRevoked: boolean): void {
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const lines = [`Answerscope is ready at ${address}`, `  API reference  ${address}/docs`];
  if (newKey !== null) {
    lines.push(
      `  API key        ${newKey}`,
      "  The key is shown this once: keep it. Try it:",
      `    curl -H "X-API-Key: ${newKey}" ${address}/api/v1/topics`,
    );
  }
  if (bootstrapRevoked) {
    lines.push("  BOOTSTRAP_API_KEY was revoked and does not work. Set another one to get in.");
  }
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}
