// How fast a scan goes when the engine takes a second to answer, and what a query costs, on both kinds of database.
// Prints a table and ends with 1 when a limit is missed. The engine and each measurement have a process of their own.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../server/test/setup/postgres-server.ts";

const LATENCY_MS = 1000;
export const CONCURRENCY = 100;
export const QUERIES = 2000;
const LIMITS = { pglite: { rate: 0.8, memoryMb: 900 }, postgres: { rate: 0.9, memoryMb: 500 }, cpuMs: 4 };

/** What one measurement reports. CPU in milliseconds a query. */
export type Measured = {
  seconds: number;
  completed: number;
  memoryMb: number;
  cpuMs: { all: number; engine: number; reading: number };
};

const ANSWER = [
  "Here are the brands that testers name most often for camping stoves:\n",
  ...["Rivalco Blaze", "Fjordgear Cloudberry", "Northpeak Ember", "Kestrel Ridge Mini"].map(
    (name, index) =>
      `${index + 1}. **${name}**: a dependable stove that boils a litre in under four minutes, packs small and has been on the market for years. Testers liked the wind shield and the stable pot supports; some found the ignition weak in the cold. It sells for about $${60 + index * 15}. [Trail Review](https://trailreview.example/stoves/${index})\n`,
  ),
  "Overall, choose the Cloudberry if you want one stove for every season, and the Blaze if weight matters most.\n",
].join("\n");

const REPLY = JSON.stringify({
  id: "resp_bench",
  object: "response",
  created_at: 1_790_000_000,
  status: "completed",
  model: "gpt-5.6-terra-2026-07-09",
  error: null,
  incomplete_details: null,
  output: [
    {
      id: "ws_1",
      type: "web_search_call",
      status: "completed",
      action: { type: "search", query: "best camping stoves" },
    },
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [
        {
          type: "output_text",
          text: `${ANSWER}${"All of them are sold in outdoor shops and online. ".repeat(12)}`,
          annotations: [1, 2, 3].map((index) => ({
            type: "url_citation",
            start_index: 0,
            end_index: 10,
            url: `https://trailreview.example/stoves/${index}`,
            title: "Trail Review",
          })),
        },
      ],
    },
  ],
  usage: { input_tokens: 9000, output_tokens: 500, total_tokens: 9500 },
});

async function startEngine(): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(REPLY), LATENCY_MS);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.send?.((server.address() as { port: number }).port);
}

async function inProcess<T>(file: string, args: string[]): Promise<{ said: T; end: () => void }> {
  const child = fork(file, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [said] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("a part of the benchmark ended before it reported"))),
  ])) as [T];
  return { said, end: () => child.kill() };
}

function report(kind: "pglite" | "postgres", { seconds, completed, memoryMb, cpuMs }: Measured): boolean {
  const rate = completed / seconds / (CONCURRENCY / (LATENCY_MS / 1000));
  const storage = cpuMs.all - cpuMs.engine - cpuMs.reading;
  const limits = LIMITS[kind];
  const line = (what: string, value: string, ok: boolean, limit: string) =>
    process.stdout.write(`${`${kind}: ${what}`.padEnd(44)} ${value.padStart(8)}  ${limit}${ok ? "" : "  MISSED"}\n`);
  const holds = [completed === QUERIES, rate >= limits.rate, memoryMb <= limits.memoryMb, cpuMs.all <= LIMITS.cpuMs];
  line(`${QUERIES} queries answered and stored, s`, seconds.toFixed(1), holds[0] === true, `${completed} completed`);
  line("share of the ideal rate", rate.toFixed(3), holds[1] === true, `at least ${limits.rate}`);
  line("memory at most, MB", memoryMb.toFixed(0), holds[2] === true, `at most ${limits.memoryMb}`);
  line("CPU a query, ms", cpuMs.all.toFixed(2), holds[3] === true, `at most ${LIMITS.cpuMs}`);
  line("  of which the engine call", cpuMs.engine.toFixed(2), true, "");
  line("  of which reading", cpuMs.reading.toFixed(2), true, "");
  line("  of which storage and the rest", storage.toFixed(2), true, "");
  return holds.every(Boolean);
}

async function main(): Promise<void> {
  const engine = await inProcess<number>(fileURLToPath(import.meta.url), ["engine"]);
  const measure = fileURLToPath(new URL("./scan/measure.ts", import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), "answerscope-bench-"));
  const postgres = await startPostgres();
  try {
    const address = `http://127.0.0.1:${engine.said}/v1`;
    const server = await inProcess<Measured>(measure, [address, postgres.url, ""]);
    server.end();
    const embedded = await inProcess<Measured>(measure, [address, "", join(folder, "data")]);
    embedded.end();
    const holds = [report("postgres", server.said), report("pglite", embedded.said)];
    process.exitCode = holds.every(Boolean) ? 0 : 1;
  } finally {
    engine.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[2] === "engine") await startEngine();
else if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
