import type { RescoreDetail, ScanDetail } from "@answerscope/api";
import { expect, inject, it, vi } from "vitest";
import { copyDatabase } from "../setup/databases.ts";
import { ServerProcess } from "../setup/server-process.ts";

type Scan = { id: string; status: string; total_queries: number; completed_queries: number; failed_queries: number };
type Row = { id: string; created_at: string };

// Nothing is heard of a killed process: its lanes are taken up when their heartbeat has been missing for long enough.
const PICKED_UP_MS = 90_000;

it("a scan that was running when the process was killed is completed by the next one, with no row twice", async () => {
  const copy = await copyDatabase("pglite");
  const key = inject("key");
  const settings = { DATA_DIR: copy.folder as string, READ_RATE_PER_MINUTE: "1000000", LOG_LEVEL: "warn" };
  const killed = await ServerProcess.serve(settings);
  let next: ServerProcess | undefined;
  try {
    // Enough questions that the kill comes in the middle.
    await killed.ask("PATCH", "/brand", key, { sampling: { samples_per_prompt: 10 } });
    const { json } = await killed.ask("POST", "/scans", key);
    const { id } = json.data as unknown as Scan;
    await vi.waitFor(
      async () => {
        const { json } = await killed.ask("GET", "/scans?limit=1", key);
        expect((json.data as unknown as Scan[])[0]?.completed_queries).toBeGreaterThan(0);
      },
      { timeout: 10_000, interval: 5 },
    );
    const under = (await killed.ask("GET", `/scans/${id}`, key)).json.data as unknown as Scan & { results: Row[] };
    killed.signal("SIGKILL");
    await killed.exit;
    expect(under.status).toBe("running");
    expect(under.results.length).toBeGreaterThan(0);
    expect(under.completed_queries).toBeLessThan(under.total_queries);

    const server = await ServerProcess.serve(settings);
    next = server;
    await vi.waitFor(
      async () => {
        const { json } = await server.ask("GET", "/scans?limit=1", key);
        expect(json.data).toMatchObject([{ id, status: "completed" }]);
      },
      { timeout: PICKED_UP_MS, interval: 250 },
    );
    const done = (await server.ask("GET", `/scans/${id}`, key)).json.data as unknown as Scan & { results: Row[] };
    expect(done).toMatchObject({ completed_queries: under.total_queries, failed_queries: 0 });
    expect(new Set(done.results.map((row) => row.id)).size).toBe(under.total_queries);
    expect(done.results).toHaveLength(under.total_queries);
    const kept = new Map(done.results.map((row) => [row.id, row]));
    for (const row of under.results) expect(kept.get(row.id)).toEqual(row);
  } finally {
    await killed.end();
    await next?.end();
    await copy.drop();
  }
}, 150_000);

it("a scan that samples until it knows enough, killed after its first rounds, asks on from there and plans no round twice", async () => {
  const copy = await copyDatabase("pglite");
  const key = inject("key");
  const settings = { DATA_DIR: copy.folder as string, READ_RATE_PER_MINUTE: "1000000", LOG_LEVEL: "warn" };
  const killed = await ServerProcess.serve(settings);
  let next: ServerProcess | undefined;
  const latest = async (server: ServerProcess) =>
    ((await server.ask("GET", "/scans?limit=1", key)).json.data as unknown as ScanDetail[])[0] as ScanDetail;
  try {
    const sampling = { samples_per_prompt: 1, target_half_width: 0.5, max_samples_per_prompt: 8 };
    await killed.ask("PATCH", "/brand", key, { sampling });
    await killed.ask("POST", "/scans", key, { engines: ["chatgpt", "claude"] });
    const under = await vi.waitFor(
      async () => {
        const scan = await latest(killed);
        expect(scan.metadata?.sampling?.rounds).toBeGreaterThan(3);
        return scan;
      },
      { timeout: 30_000, interval: 5 },
    );
    killed.signal("SIGKILL");
    await killed.exit;
    expect(under.status).toBe("running");

    const server = await ServerProcess.serve(settings);
    next = server;
    await vi.waitFor(async () => expect(await latest(server)).toMatchObject({ id: under.id, status: "completed" }), {
      timeout: PICKED_UP_MS,
      interval: 250,
    });
    const done = (await server.ask("GET", `/scans/${under.id}`, key)).json.data as unknown as ScanDetail;
    // The bound: nothing is as precise as this brand wishes.
    expect(done).toMatchObject({ completed_queries: under.total_queries, total_queries: under.total_queries });
    expect(new Set(done.results.map((row) => row.id)).size).toBe(under.total_queries);
    expect(done.metadata?.sampling).toMatchObject({ rounds: 8, stopped_because: "most_samples", calls_saved: 0 });
  } finally {
    await killed.end();
    await next?.end();
    await copy.drop();
  }
}, 150_000);

it("a rescore that was running when the process was killed is completed by the next one, as if nothing had been", async () => {
  const copy = await copyDatabase("pglite");
  const key = inject("key");
  const settings = { DATA_DIR: copy.folder as string, READ_RATE_PER_MINUTE: "1000000", LOG_LEVEL: "warn" };
  const killed = await ServerProcess.serve(settings);
  let next: ServerProcess | undefined;
  const read = async (server: ServerProcess, id: string) =>
    (await server.ask("GET", `/rescores/${id}`, key)).json.data as unknown as RescoreDetail;
  const until = (server: ServerProcess, id: string, reached: (rescore: RescoreDetail) => boolean) =>
    vi.waitFor(
      async () => {
        const rescore = await read(server, id);
        expect(reached(rescore)).toBe(true);
        return rescore;
      },
      { timeout: PICKED_UP_MS, interval: 10 },
    );
  const start = async (server: ServerProcess, body: object) =>
    ((await server.ask("POST", "/rescores", key, body)).json.data as unknown as RescoreDetail).id;
  try {
    await killed.ask("PATCH", "/brand", key, { aliases: [], competitors: [] });
    const isEnded = ({ status }: RescoreDetail) => status === "completed";
    const foretold = await until(killed, await start(killed, { dry_run: true }), isEnded);
    const id = await start(killed, {});
    const under = await until(killed, id, ({ done_answers, total_answers }) => done_answers > total_answers / 10);
    killed.signal("SIGKILL");
    await killed.exit;
    expect(under.status).toBe("running");

    next = await ServerProcess.serve(settings);
    const done = await until(next, id, isEnded);
    expect(done.changed).toEqual(foretold.changed);
    expect(done.scans).toEqual(foretold.scans);
    expect(await until(next, await start(next, { dry_run: true }), isEnded)).toMatchObject({ changed: { answers: 0 } });
  } finally {
    await killed.end();
    await next?.end();
    await copy.drop();
  }
}, 150_000);
