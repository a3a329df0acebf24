import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scan, ScanDetail, ScanProgress } from "@answerscope/api";
import { type Client, createClient } from "@answerscope/api/client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { EngineGate } from "../setup/engine-gate.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";
import { ServerProcess } from "../setup/server-process.ts";

describe.each(KINDS)("streams of a scan on %s", (kind) => {
  let product: TestProduct;
  let gate: EngineGate;
  let client: Client;
  let port: number;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    gate = new EngineGate(product);
    await product.product.app.listen({ port: 0, host: "127.0.0.1" });
    ({ port } = product.product.app.server.address() as AddressInfo);
    client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: product.key });
  });
  afterEach(async () => {
    gate.open();
    for (const { id } of await product.data<Scan[]>("GET", "/scans?status=running")) await product.ended(id);
  });
  afterAll(() => product.close());

  const start = async (engines = ["chatgpt", "claude"]) =>
    (await product.data<Scan>("POST", "/scans", { body: { engines } })).id;
  const open = async (path: string): Promise<IncomingMessage> => {
    const request = get({ port, path: `/api/v1${path}`, headers: { "x-api-key": product.key } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return response;
  };

  describe("GET /scans/{id}/events", () => {
    it("tells the state at once and as it changes, per engine, and ends with the scan", async () => {
      gate.holdAfter(20);
      const id = await start();
      const seen: ScanProgress[] = [];
      for await (const progress of client.watchScan({ id })) {
        seen.push(progress);
        if (progress.completed_queries === 20) gate.open();
      }
      const last = seen.at(-1) as ScanProgress;
      const scan = await product.data<ScanDetail>("GET", `/scans/${id}`);
      expect(seen.length).toBeGreaterThanOrEqual(2);
      expect(last).toMatchObject({ scan_id: id, status: "completed", seconds_left: 0, queries_per_minute: 0 });
      expect(last.completed_queries).toBe(scan.total_queries);
      expect(last.engines.map(({ engine }) => engine)).toEqual(["chatgpt", "claude"]);
      for (const one of last.engines) expect(one.completed_queries).toBe((scan.total_queries as number) / 2);
      const under = seen.find(({ completed_queries }) => completed_queries === 20);
      expect(under).toMatchObject({ status: "running", failed_queries: 0 });
      expect(under?.queries_per_minute).toBeGreaterThan(0);
      const left = under?.engines.filter(({ completed_queries }) => completed_queries > 0) ?? [];
      for (const { seconds_left } of left) expect(seconds_left).toBeGreaterThan(0);
      const counts = seen.map(({ completed_queries }) => completed_queries);
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    });

    it("is a stream of server-sent events, and of a scan that has ended just one", async () => {
      const id = await start();
      await product.ended(id);
      const response = await product.product.app.inject({
        url: `/api/v1/scans/${id}/events`,
        headers: { "x-api-key": product.key },
      });
      expect(response.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
      expect(response.headers["cache-control"]).toBe("no-store");
      expect(response.body).toMatch(/^data: \{"scan_id":.*\}\n\n$/);
    });

    it("of a scan that is not there, or another brand's, is a 404 in JSON", async () => {
      const id = await start();
      const other = await product.makeBrand();
      expect((await product.ask("GET", `/scans/${UNUSED_ID}/events`)).status).toBe(404);
      expect((await product.ask("GET", `/scans/${id}/events`, { key: other.key })).status).toBe(404);
      await product.ended(id);
    });

    it("a stream whose reader goes away makes room for another; too many at a time are refused", async () => {
      gate.holdAfter(0);
      const id = await start();
      const streams = await Promise.all(Array.from({ length: 30 }, () => open(`/scans/${id}/events`)));
      expect(streams.map(({ statusCode }) => statusCode)).toEqual(streams.map(() => 200));
      const refused = await product.ask("GET", `/scans/${id}/events`);
      expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "10"]);
      for (const stream of streams) stream.destroy();
      await expect
        .poll(async () => {
          const again = await open(`/scans/${id}/events`);
          again.destroy();
          return again.statusCode;
        })
        .toBe(200);
    });

    it("ends when the scan is cancelled", async () => {
      gate.holdAfter(3);
      const id = await start();
      let last: ScanProgress | undefined;
      for await (const progress of client.watchScan({ id })) {
        if (progress.status === "running") await product.ask("POST", `/scans/${id}/cancel`);
        last = progress;
      }
      expect(last?.status).toBe("failed");
    });
  });

  describe("GET /scans/{id}/cassette", () => {
    it("holds everything that running the scan again takes: offline, it gives the same rows", async () => {
      let asked = 0;
      gate.refuseWhen(() => ++asked % 9 === 0);
      const id = await start();
      await product.ended(id);
      gate.open();
      const scan = await product.data<ScanDetail>("GET", `/scans/${id}`);
      expect(scan.failed_queries).toBeGreaterThan(0);
      const response = await open(`/scans/${id}/cassette`);
      expect(response.headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
      const text = (await response.toArray()).join("");
      expect(text.trimEnd().split("\n")).toHaveLength(1 + (scan.total_queries as number));

      const file = join(tmpdir(), `answerscope-cassette-${id}.jsonl`);
      writeFileSync(file, text);
      const replayed = await ServerProcess.run(["replay", file], {});
      expect(replayed.err).toBe(`${scan.results.length} of ${scan.results.length} rows are as they were recorded.\n`);
      const again = JSON.parse(replayed.out) as ScanDetail;
      expect(again.results).toEqual(scan.results);
      expect(again).toMatchObject({
        id,
        status: "completed",
        completed_queries: scan.completed_queries,
        failed_queries: scan.failed_queries,
        metadata: scan.metadata,
      });
      expect((await replayed.exit).code).toBe(0);

      const changed = text.replaceAll(/"answer":"(?:[^"\\]|\\.)*"/g, '"answer":"I cannot help with that."');
      writeFileSync(file, changed);
      const different = await ServerProcess.run(["replay", file], {});
      expect((await different.exit).code).toBe(1);
      expect(different.err).toMatch(/differs in /);
    }, 60_000);

    it("is refused while the scan is in progress", async () => {
      gate.holdAfter(0);
      const id = await start();
      expect(await product.ask("GET", `/scans/${id}/cassette`)).toMatchObject({
        status: 409,
        json: { code: "conflict" },
      });
    });
  });
});

it("replay says what is wrong with a file, on one line, and ends with 1", async () => {
  const file = join(tmpdir(), `answerscope-no-cassette-${process.pid}.jsonl`);
  const wrong: [string | null, RegExp][] = [
    [null, /cannot be read: ENOENT/],
    ["", /is empty\. A cassette comes from GET/],
    ["{", /line 1, is no line of a cassette/],
    ['{"kind":"scan","cassette":2}', /line 1, is no line of a cassette/],
  ];
  for (const [text, message] of wrong) {
    if (text !== null) writeFileSync(file, text);
    const run = await ServerProcess.run(["replay", text === null ? `${file}.none` : file], {});
    expect([run.err, run.out]).toEqual([expect.stringMatching(message), ""]);
    expect((await run.exit).code).toBe(1);
  }
}, 60_000);
