import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import type { Started } from "../app/first-start.ts";
import { isLoopback } from "../app/loopback.ts";
import type { Product } from "../compose.ts";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { needsFirstStart } from "../db/needs-first-start.ts";
import { createLogger } from "../logger.ts";

const DRAIN_MS = 3000;
const STOP_LIMIT_MS = 9000;
const PARENT_CHECK_MS = 500;

const readySettings = (config: Config, logger: Logger) => ({
  database: config.database,
  first: config.first,
  engines: config.engines,
  defaultWeights: config.defaultWeights,
  secretKey: config.secretKey,
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

/** Makes what a first start makes, says the new key if there is one, and ends. */
export async function prepare(): Promise<void> {
  const config = readConfig();
  // Started by `serve`, it ends with it: nobody would hear of the key that is made for a process that is gone.
  const orphaned = () => process.exit(1);
  process.once("disconnect", orphaned);
  const { prepareDatabase } = await import("../compose.ts");
  const { newKey } = await prepareDatabase(readySettings(config, createLogger(config.logLevel)));
  if (newKey !== null) process.stdout.write(`${newKey}\n`);
  process.off("disconnect", orphaned);
  process.disconnect?.();
}

/** Works the sums out again from the rows, with how far it is; nothing else may have the embedded database open. */
export async function rebuild(): Promise<void> {
  const config = readConfig();
  if (await needsFirstStart(config.database)) {
    throw new ConfigError("There is no database here yet. DATA_DIR or DATABASE_URL says where it is.");
  }
  const { rebuildDatabase } = await import("../compose.ts");
  let said = 0;
  const scans = await rebuildDatabase(readySettings(config, createLogger(config.logLevel)), (done, total) => {
    const percent = Math.floor((done / total) * 10) * 10;
    if (percent > said) process.stderr.write(`${percent}% of ${total} scans\n`);
    said = Math.max(said, percent);
  });
  process.stdout.write(`The sums of ${scans} scans follow from their rows.\n`);
}

/**
 * Making a database and its demo takes far more memory than using them does, and a process never gives all of it
 * back: another process does it. Gives the new key, if one was made.
 */
async function prepareApart({ database }: Config): Promise<string | null> {
  if (!(await needsFirstStart(database))) return null;
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  const child = spawn(process.execPath, [main, "prepare"], { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  process.on("SIGTERM", passOn).on("SIGINT", passOn);
  const [said, [code]] = await Promise.all([text(child.stdout as Readable), once(child, "exit")]);
  process.off("SIGTERM", passOn).off("SIGINT", passOn);
  if (code !== 0) process.exit(code ?? 1);
  return said.trim() || null;
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
  const { rates, trustedProxies } = config;
  const local = isLoopback(config.host) && trustedProxies.length === 0;
  const product = await composeProduct({ ...readySettings(config, logger), rates, local, trustedProxies, logger });
  stopOnSignal(product, logger, config.startedByNpm);
  await product.app.listen({ port: config.port, host: config.host, listenTextResolver: (at) => `listening at ${at}` });
  greet(config, { ...product.started, newKey: preparedKey ?? product.started.newKey }, product.setupToken);
}

function stopOnSignal(product: Product, logger: Logger, startedByNpm: boolean): void {
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
  if (!startedByNpm) return;
  // A signal to npm ends npm and its shell, which does not pass it on: without them nobody could stop this process.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop("npm ended");
  }, PARENT_CHECK_MS).unref();
}

/** Said to the person who started it, on standard output: a new key is shown here once and nowhere else. */
function greet({ host, port }: Config, { newKey, bootstrapRevoked }: Started, setupToken: string | null): void {
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const lines = [`Answerscope is ready at ${address}`, `  API reference  ${address}/docs`];
  if (newKey !== null) {
    lines.push(
      `  API key        ${newKey}`,
      "  The key is shown this once: keep it. Try it:",
      `    curl -H "X-API-Key: ${newKey}" ${address}/api/v1/topics`,
    );
  }
  if (setupToken !== null) {
    lines.push(`  Set-up token   ${setupToken}`, "  Whoever signs up first is asked for it, and owns what is here.");
  }
  if (bootstrapRevoked) {
    lines.push("  BOOTSTRAP_API_KEY was revoked and does not work. Set another one to get in.");
  }
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}
