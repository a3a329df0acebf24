import type { Prompt, Scan, ScanDetail } from "@answerscope/api";
import pg from "pg";
import { describe, expect, inject, it, vi } from "vitest";
import { seededRandom } from "../../src/domain/seeded-random.ts";
import { copyDatabase, type DatabaseCopy, KINDS } from "../setup/databases.ts";
import { type CallKey, FaultyEngines } from "../setup/faulty-engines.ts";
import { ServerProcess } from "../setup/server-process.ts";

const ENGINES = ["chatgpt", "claude", "perplexity", "mistral"];
const PLACES = 8;
const KILLS = 10;
const TOPICS = 11;

type Ended = ScanDetail & { metadata: NonNullable<ScanDetail["metadata"]> };

/** The server under test, as an operator's supervisor would keep it: ended, it is started again. */
class Supervised {
  server!: ServerProcess;
  readonly #settings: Record<string, string>;
  constructor(settings: Record<string, string>) {
    this.#settings = settings;
  }

  async start(): Promise<void> {
    this.server = await ServerProcess.serve(this.#settings);
  }

  async kill(): Promise<void> {
    this.server.signal("SIGKILL");
    await this.server.exit;
  }

  async data<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { json, status } = await this.server.ask(method, path, inject("key"), body);
    expect(status, JSON.stringify(json).slice(0, 300)).toBeLessThan(300);
    return json.data as T;
  }

  /** The questions whose answers are stored. */
  async stored(id: string): Promise<CallKey[]> {
    const { json } = await this.server.ask("GET", `/scans/${id}?form=b`, inject("key"));
    const rows = json.results as unknown as { engine: string; query: string }[];
    return rows.map(({ engine, query }) => `${engine} ${query}` as CallKey);
  }
}

/** Topics whose prompts nobody else's are like, so that a call says which query it is for. */
async function makePanel(supervised: Supervised, engines: FaultyEngines): Promise<void> {
  for (let nth = 1; nth <= TOPICS; nth++) {
    await supervised.data("POST", "/topics", { name: `Lamp ${nth}`, category: `lamps of kind ${nth}` });
  }
  const prompts: Prompt[] = [];
  for (let page = 1; ; page++) {
    const part = await supervised.data<Prompt[]>("GET", `/prompts?limit=100&page=${page}`);
    prompts.push(...part);
    if (part.length < 100) break;
  }
  expect(new Set(prompts.map(({ text }) => text)).size).toBe(prompts.length);
  engines.expects(prompts.map(({ text }) => text));
}

async function endConnections({ url }: DatabaseCopy): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  const name = new URL(url as string).pathname.slice(1);
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  await client.end();
}

describe.each(KINDS)(
  "a scan of hundreds of queries on %s, with engines that fail and a process that is killed",
  (kind) => {
    it("loses nothing, stores nothing twice, and asks no more again than was under way", async () => {
      const random = seededRandom(`faults on ${kind}`);
      const copy = await copyDatabase(kind);
      const engines = await FaultyEngines.start({
        faultPercent: 10,
        locksOut: { engine: "mistral", afterCalls: 60 },
        seed: kind,
      });
      const supervised = new Supervised({
        ...(copy.url === undefined ? { DATA_DIR: copy.folder as string } : { DATABASE_URL: copy.url }),
        ...engines.variables,
        ENGINE_CONCURRENCY: String(PLACES),
        ENGINE_TIMEOUT_SECONDS: "1",
        READ_RATE_PER_MINUTE: "1000000",
        WRITE_RATE_PER_MINUTE: "1000000",
        LOG_LEVEL: "fatal",
      });
      try {
        await supervised.start();
        await makePanel(supervised, engines);
        const { id } = await supervised.data<Scan>("POST", "/scans", { engines: ENGINES });
        const { total_queries } = await supervised.data<Scan>("GET", `/scans/${id}`);
        expect(total_queries).toBeGreaterThanOrEqual(500);

        const settled = new Set<CallKey>();
        const againAfterSettled: CallKey[] = [];
        engines.onCall = (key) => {
          if (settled.has(key)) againAfterSettled.push(key);
        };
        let lost = 0;
        for (let kill = 0; kill < KILLS; kill++) {
          const until = engines.calls.length + random.whole(3, 40);
          await vi.waitFor(() => expect(engines.calls.length).toBeGreaterThanOrEqual(until), {
            timeout: 60_000,
            interval: 1,
          });
          if (kind === "postgres" && kill % 5 === 0) await endConnections(copy);
          await supervised.kill();
          await supervised.start();
          for (const key of await supervised.stored(id)) settled.add(key);
          // Answered in full, and yet not stored: these have to be asked, and paid for, again.
          const unstored = [...engines.answered.keys()].filter((key) => !settled.has(key)).length;
          expect(unstored - lost).toBeLessThanOrEqual(PLACES * ENGINES.length);
          lost = unstored;
        }

        const done = await vi.waitFor(
          async () => {
            const scan = await supervised.data<Ended>("GET", `/scans/${id}`);
            expect(scan.status).toBe("completed");
            return scan;
          },
          { timeout: 120_000, interval: 200 },
        );
        const stored = await supervised.stored(id);
        expect(againAfterSettled).toEqual([]);
        expect(new Set(stored).size).toBe(stored.length);
        expect(stored).toHaveLength(done.completed_queries as number);
        expect((done.completed_queries as number) + (done.failed_queries as number)).toBe(total_queries);
        for (const key of stored) expect(engines.answered.get(key) ?? 0, key).toBeGreaterThanOrEqual(1);
        const failed = done.metadata.failures.reduce((sum, { queries }) => sum + queries, 0);
        expect(failed).toBe(done.failed_queries);
        expect(done.metadata.failures).toContainEqual(
          expect.objectContaining({ engine: "mistral", reason: expect.stringContaining("MISTRAL_API_KEY") }),
        );
        expect([...engines.faults.keys()].toSorted()).toEqual([
          "auth",
          "bad_request",
          "dropped",
          "malformed",
          "overloaded",
          "rate_limited",
          "refused",
          "timeout",
        ]);
        const comparison = await supervised.data<{ engine_stats: Record<string, { n: number }> }>(
          "GET",
          `/analytics?type=engines&scan_id=${id}`,
        );
        const counted = Object.values(comparison.engine_stats).reduce((sum, { n }) => sum + n, 0);
        expect(counted).toBe(done.completed_queries);
      } finally {
        await supervised.server.end();
        await engines.close();
        await copy.drop();
      }
    }, 300_000);
  },
);
