// How long the product takes to be ready, and how much memory it then holds, on both kinds of database.
// Prints a table and ends with 1 when a limit is missed.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../server/test/setup/postgres-server.ts";

const MAIN = fileURLToPath(new URL("../server/src/cli/main.ts", import.meta.url));
const PORT = 4390;
const SETTLE_MS = 10_000;
const GIVE_UP_MS = 120_000;
const LIMITS = { firstSeconds: 20, laterSeconds: 5, pgliteMb: 600, postgresMb: 250 };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function start(env: Record<string, string>): Promise<{ child: ChildProcess; seconds: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [MAIN, "serve"], {
    env: { ...process.env, PORT: String(PORT), LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (performance.now() - began < GIVE_UP_MS) {
    const ready = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null);
    if (ready?.ok) return { child, seconds: (performance.now() - began) / 1000 };
    if (child.exitCode !== null) throw new Error("the product ended while it started");
    await pause(20);
  }
  throw new Error("the product did not get ready");
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

function residentMb({ pid }: ChildProcess): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

async function measure(env: Record<string, string>): Promise<{ first: number; later: number; idleMb: number }> {
  const first = await start(env);
  await pause(SETTLE_MS);
  const firstMb = residentMb(first.child);
  await stop(first.child);
  const later = await start(env);
  await pause(SETTLE_MS);
  const laterMb = residentMb(later.child);
  await stop(later.child);
  return { first: first.seconds, later: later.seconds, idleMb: Math.max(firstMb, laterMb) };
}

const folder = mkdtempSync(join(tmpdir(), "answerscope-bench-"));
const postgres = await startPostgres();
try {
  const embedded = await measure({ DATA_DIR: join(folder, "data"), DATABASE_URL: "" });
  const server = await measure({ DATA_DIR: join(folder, "unused"), DATABASE_URL: postgres.url });
  const rows = [
    ["PGlite, first start to ready, s", embedded.first, LIMITS.firstSeconds],
    ["PGlite, later start to ready, s", embedded.later, LIMITS.laterSeconds],
    ["PGlite, idle memory, MB", embedded.idleMb, LIMITS.pgliteMb],
    ["PostgreSQL, first start to ready, s", server.first, LIMITS.firstSeconds],
    ["PostgreSQL, later start to ready, s", server.later, LIMITS.laterSeconds],
    ["PostgreSQL, idle memory, MB", server.idleMb, LIMITS.postgresMb],
  ] as const;
  for (const [what, value, limit] of rows) {
    process.stdout.write(
      `${what.padEnd(38)} ${value.toFixed(1).padStart(7)}  limit ${limit}${value > limit ? "  MISSED" : ""}\n`,
    );
  }
  process.exitCode = rows.some(([, value, limit]) => value > limit) ? 1 : 0;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
