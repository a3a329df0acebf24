import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { copyDatabase, type DatabaseCopy, KINDS } from "../setup/databases.ts";
import { ServerProcess } from "../setup/server-process.ts";

const WRONG_KEYS = [`apin_${"Wr0ng".repeat(8)}`, "not-even-a-key-but-s3cret", "apin_"];
const PLENTY = { READ_RATE_PER_MINUTE: "1000000", WRITE_RATE_PER_MINUTE: "1000000" };
// Two or three starts of a whole process, some of them on a database that is yet to be made.
const STARTS_MS = 90_000;
const SOON = { timeout: 5000, interval: 20 };

/** A connection that writes what it is told and remembers what comes back. */
async function openConnection(port: number): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (part) => {
    text += part;
  });
  socket.on("error", () => undefined);
  await vi.waitFor(() => expect(socket.readyState).toBe("open"), SOON);
  return { socket, heard: () => text };
}

const settingsOf = ({ url, folder }: DatabaseCopy): Record<string, string> =>
  url === undefined ? { DATA_DIR: folder as string } : { DATABASE_URL: url };

const postHead = (key: string, length: number): string =>
  [
    "POST /api/v1/topics HTTP/1.1",
    "Host: localhost",
    `X-API-Key: ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${length}`,
    "Expect: 100-continue",
    "",
    "",
  ].join("\r\n");

describe("answerscope serve, on a folder with the demo in it", () => {
  let copy: DatabaseCopy;
  let server: ServerProcess;
  const key = inject("key");
  beforeAll(async () => {
    copy = await copyDatabase("pglite");
    server = await ServerProcess.serve({
      ...settingsOf(copy),
      BOOTSTRAP_API_KEY: key,
      LOG_LEVEL: "trace",
      ...PLENTY,
    });
  });
  afterAll(async () => {
    await server.end();
    await copy.drop();
  });

  it("says on standard output where it is, and is ready there", async () => {
    expect(server.out).toContain(`Answerscope is ready at ${server.address}\n`);
    const ready = await fetch(`${server.address}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ready", database: "ready", worker: "ready" }]);
    expect((await server.ask("GET", "/topics", key)).status).toBe(200);
  });

  it("runs a scan that was asked for over HTTP", async () => {
    const { json } = await server.ask("POST", "/scans", key);
    const { id } = json.data as unknown as { id: string };
    await vi.waitFor(
      async () => {
        const { json } = await server.ask("GET", "/scans?limit=1", key);
        expect(json.data).toMatchObject([{ id, status: "completed", failed_queries: 0 }]);
      },
      { timeout: 20_000, interval: 100 },
    );
  });

  it("a second start on the same folder is refused in clear words, and the first goes on with its data", async () => {
    const before = await server.ask("GET", "/scans?limit=50", key);
    const second = await ServerProcess.run("serve", settingsOf(copy));
    expect((await second.exit).code).toBe(1);
    expect(second.err).toMatch(/^The data folder .+ is in use by another Answerscope process\./);
    expect(second.err).toContain(copy.folder);
    expect(second.err).not.toMatch(/\n\s+at /);
    expect(second.out).toBe("");
    expect(await server.ask("GET", "/scans?limit=50", key)).toEqual(before);
    const topic = await server.ask("POST", "/topics", key, { name: "Still writing" });
    expect(topic.status).toBe(201);
  });

  it("a port that is taken is said in clear words, before anything is made", async () => {
    const folder = mkdtempSync(join(tmpdir(), "answerscope-test-"));
    const second = await ServerProcess.run("serve", { DATA_DIR: folder, PORT: String(server.port) });
    expect((await second.exit).code).toBe(1);
    expect(second.err).toBe(
      `Port ${server.port} on 127.0.0.1 is taken by another program. Stop it, or set PORT to a free one.\n`,
    );
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it("writes its log as JSON lines, and no key into either stream", async () => {
    for (const wrong of WRONG_KEYS) {
      expect((await server.ask("GET", "/topics", wrong)).status).toBe(401);
      const bearer = { Authorization: `Bearer ${wrong}` };
      expect((await fetch(`${server.address}/api/v1/topics?key=${wrong}`, { headers: bearer })).status).toBe(401);
      expect((await fetch(`${server.address}/${wrong}`)).status).toBe(404);
    }
    const bearer = { Authorization: `Bearer ${key}` };
    expect((await fetch(`${server.address}/api/v1/topics`, { headers: bearer })).status).toBe(200);
    expect((await fetch(`${server.address}/api/v1/topics?limit=${key}`, { headers: bearer })).status).toBe(400);
    const made = await server.ask("POST", "/keys", key, { name: "new", scopes: ["read"] });
    const { key: newKey } = made.json.data as unknown as { key: string };
    expect(newKey).toMatch(/^apin_/);
    await vi.waitFor(() => expect(server.log.length).toBeGreaterThan(20), SOON);
    for (const secret of [key, newKey, ...WRONG_KEYS.slice(0, 2)]) {
      expect(server.err).not.toContain(secret);
      expect(server.out).not.toContain(secret);
    }
    expect(server.err).not.toMatch(/apin_[A-Za-z0-9]/);
  });

  it("ends with code 0 within ten seconds of SIGTERM: answers what is under way, and waits for no one else", async () => {
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve) => {
      get(`${server.address}/healthz`, { agent }, (response) => response.resume().on("end", resolve));
    });
    const body = JSON.stringify({ name: "Last words" });
    const [answered, stuck] = [await openConnection(server.port), await openConnection(server.port)];
    for (const { socket, heard } of [answered, stuck]) {
      socket.write(postHead(key, body.length));
      await vi.waitFor(() => expect(heard()).toContain("100 Continue"), SOON);
    }
    const began = Date.now();
    server.signal("SIGTERM");
    await vi.waitFor(() => expect(server.err).toContain("SIGTERM: finishing what is under way"), SOON);
    answered.socket.write(body);
    await vi.waitFor(() => expect(answered.heard()).toMatch(/HTTP\/1\.1 201 .+"Last words"/s), SOON);
    expect(await server.exit).toEqual({ code: 0, signal: null });
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(server.log.at(-1)?.msg).toBe("stopped");
    agent.destroy();
    answered.socket.destroy();
    stuck.socket.destroy();
  });
});

describe.each(KINDS)("answerscope serve, on an empty database of %s without the demo", (kind) => {
  it("prints a new key once, which works from then on", { timeout: STARTS_MS }, async () => {
    const copy = await copyDatabase(kind, "empty");
    const settings = { ...settingsOf(copy), DEMO: "off" };
    const first = await ServerProcess.serve(settings);
    let second: ServerProcess | undefined;
    try {
      const [key = ""] = /apin_[A-Za-z0-9]{32,}/.exec(first.out) ?? [];
      expect(first.out).toContain(`API key        ${key}\n`);
      const topics = await first.ask("GET", "/topics?status=all", key);
      expect([topics.status, topics.json.data]).toEqual([200, []]);
      expect((await first.ask("POST", "/topics", key, { name: "A first topic" })).status).toBe(201);
      expect((await first.ask("GET", "/keys", key)).json.data).toHaveLength(1);
      expect(first.log.length).toBeGreaterThan(0);
      expect(first.err).not.toContain(key);
      first.signal("SIGTERM");
      expect((await first.exit).code).toBe(0);

      second = await ServerProcess.serve(settings);
      expect(second.out + second.err).not.toContain("apin_");
      expect((await second.ask("GET", "/topics", key)).json.data).toMatchObject([{ name: "A first topic" }]);
    } finally {
      await first.end();
      await second?.end();
      await copy.drop();
    }
  });
});

describe.each(KINDS)("answerscope serve behind a proxy, on %s", (kind) => {
  it("prints a set-up token until there is an owner, whose session outlives the process", {
    timeout: STARTS_MS,
  }, async () => {
    const copy = await copyDatabase(kind);
    const settings = { ...settingsOf(copy), TRUSTED_PROXIES: "127.0.0.1" };
    const first = await ServerProcess.serve(settings);
    let second: ServerProcess | undefined;
    try {
      const setup_token = /Set-up token {3}([0-9a-f]{32})\n/.exec(first.out)?.[1];
      const signUp = (more: object) =>
        fetch(`${first.address}/auth/sign-up/email`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-forwarded-proto": "https" },
          body: JSON.stringify({ name: "Ada", email: "ada@people.example", password: "long enough", ...more }),
        });
      expect((await signUp({})).status).toBe(403);
      const signedUp = await signUp({ setup_token });
      expect(signedUp.status).toBe(200);
      const [cookie = ""] = signedUp.headers.getSetCookie();
      expect(cookie).toContain("; Secure; ");
      expect(first.err).not.toContain(setup_token);
      first.signal("SIGTERM");
      expect((await first.exit).code).toBe(0);

      second = await ServerProcess.serve(settings);
      expect(second.out).not.toContain("Set-up token");
      const headers = { cookie: cookie.split(";")[0] as string, "x-forwarded-proto": "https" };
      expect((await fetch(`${second.address}/api/v1/topics`, { headers })).status).toBe(200);
    } finally {
      await first.end();
      await second?.end();
      await copy.drop();
    }
  });
});

describe("answerscope serve, on PostgreSQL", () => {
  it("serves, makes no folder, and ends with code 0 on SIGTERM", async () => {
    const copy = await copyDatabase("postgres");
    const folder = join(tmpdir(), `answerscope-test-${crypto.randomUUID()}`);
    const server = await ServerProcess.serve({ ...settingsOf(copy), DATA_DIR: folder });
    try {
      expect((await server.ask("GET", "/topics", inject("key"))).status).toBe(200);
      server.signal("SIGTERM");
      expect(await server.exit).toEqual({ code: 0, signal: null });
      expect(existsSync(folder)).toBe(false);
    } finally {
      await server.end();
      await copy.drop();
    }
  });

  it("started twice at once on an empty database, makes one brand and prints one key, which both take", {
    timeout: STARTS_MS,
  }, async () => {
    const copy = await copyDatabase("postgres", "empty");
    const settings = { ...settingsOf(copy), DEMO: "off" };
    const servers = await Promise.all([ServerProcess.serve(settings), ServerProcess.serve(settings)]);
    try {
      const keys = servers.flatMap(({ out }) => /apin_[A-Za-z0-9]+/.exec(out)?.[0] ?? []);
      expect(keys).toHaveLength(1);
      for (const server of servers) {
        expect((await server.ask("GET", "/keys", keys[0] as string)).json.data).toHaveLength(1);
      }
    } finally {
      for (const server of servers) await server.end();
      await copy.drop();
    }
  });

  it("says in clear words that the database cannot be reached, without its password", async () => {
    const server = await ServerProcess.run("serve", {
      DATABASE_URL: "postgres://someone:hunter2@127.0.0.1:1/x",
    });
    expect((await server.exit).code).toBe(1);
    expect(server.err).toMatch(/^The database at DATABASE_URL cannot be used: .*ECONNREFUSED.*\n$/);
    expect(server.err).not.toContain("hunter2");
  });
});

describe("answerscope", () => {
  it("names every wrong setting at once, and starts nothing", async () => {
    const server = await ServerProcess.run("serve", {
      PORT: "none",
      LOG_LEVEL: "loud",
      BOOTSTRAP_API_KEY: "apin_tooshort",
    });
    expect((await server.exit).code).toBe(1);
    expect(
      server.err
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ")[0]),
    ).toEqual(["PORT", "BOOTSTRAP_API_KEY", "LOG_LEVEL"]);
    expect(server.err).not.toContain("tooshort");
  });

  it("explains itself when asked, and when it does not understand", async () => {
    const help = await ServerProcess.run("help", {});
    expect((await help.exit).code).toBe(0);
    expect(help.out).toContain("answerscope serve");
    const unknown = await ServerProcess.run("sevre", {});
    expect((await unknown.exit).code).toBe(1);
    expect(unknown.err).toMatch(/^There is no command "sevre"\.\n.+answerscope serve/s);
  });
});
