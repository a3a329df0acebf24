import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { prepareDatabase } from "../../src/compose.ts";
import { DEFAULT_WEIGHTS } from "../../src/domain/score.ts";
import { startPostgres } from "./postgres-server.ts";

/** Known to every test; the first start makes it the demo brand's key. */
const KEY = "apin_TestKeyTestKeyTestKeyTestKeyTestKey";
const TEMPLATE = "answerscope_template";

declare module "vitest" {
  interface ProvidedContext {
    key: string;
    /** A PGlite data folder with the demo in it, to copy. */
    pgliteTemplate: string;
    /** A PostgreSQL server, and a database on it with the demo in it, to copy. */
    postgresUrl: string;
    postgresTemplate: string;
  }
}

const fill = (database: { url: string | undefined; folder: string | undefined }) =>
  prepareDatabase({
    database,
    first: { demo: true, bootstrapKey: KEY },
    engines: { variables: {}, timeoutMs: 1000, concurrency: 8 },
    defaultWeights: DEFAULT_WEIGHTS,
    secretKey: undefined,
    onLost: (error) => {
      throw error;
    },
    onProgress: () => undefined,
  });

async function fillPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE}`);
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const address = new URL(url);
  address.pathname = TEMPLATE;
  await fill({ url: address.href, folder: undefined });
}

/** Makes the first start once for each kind of database; tests take copies of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "answerscope-test-"));
  const given = process.env.TEST_DATABASE_URL;
  const postgres = given ? { url: given, stop: async () => undefined } : await startPostgres();
  await Promise.all([fill({ url: undefined, folder }), fillPostgres(postgres.url)]);
  project.provide("key", KEY);
  project.provide("pgliteTemplate", folder);
  project.provide("postgresUrl", postgres.url);
  project.provide("postgresTemplate", TEMPLATE);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
