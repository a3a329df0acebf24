import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";

export const KINDS = ["pglite", "postgres"] as const;
export type Kind = (typeof KINDS)[number];

export type DatabaseCopy = { url: string | undefined; folder: string | undefined; drop: () => Promise<void> };

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database of the test's own: a copy of the one with the demo in it, or an empty one. */
export async function copyDatabase(kind: Kind, content: "demo" | "empty" = "demo"): Promise<DatabaseCopy> {
  if (kind === "pglite") {
    const folder = mkdtempSync(join(tmpdir(), "answerscope-test-"));
    if (content === "demo") cpSync(inject("pgliteTemplate"), folder, { recursive: true });
    return { url: undefined, folder, drop: async () => rmSync(folder, { recursive: true, force: true }) };
  }
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await onServer(`create database ${name}${content === "demo" ? ` template ${inject("postgresTemplate")}` : ""}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = name;
  return { url: url.href, folder: undefined, drop: () => onServer(`drop database ${name} with (force)`) };
}
