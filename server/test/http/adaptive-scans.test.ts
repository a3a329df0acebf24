import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Brand, Scan, ScanDetail, ScanEstimate, ScanProgress } from "@answerscope/api";
import { createClient } from "@answerscope/api/client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { EngineGate } from "../setup/engine-gate.ts";
import { TestProduct } from "../setup/product.ts";
import { ServerProcess } from "../setup/server-process.ts";

const ENGINES = ["chatgpt", "claude"];
/** One topic's prompts at two engines. */
const ROUND = 18;

describe.each(KINDS)("sampling until enough is known, over HTTP on %s", (kind) => {
  let product: TestProduct;
  let gate: EngineGate;
  let baseUrl: string;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    gate = new EngineGate(product);
    await product.product.app.listen({ port: 0, host: "127.0.0.1" });
    baseUrl = `http://127.0.0.1:${(product.product.app.server.address() as AddressInfo).port}`;
  });
  afterEach(() => gate.open());
  afterAll(() => product.close());

  const makeBrand = async (sampling: object): Promise<string> => {
    const { key } = await product.makeBrand({ demo: true });
    await product.data("POST", "/topics", { key, body: { name: "Lantern" } });
    await product.data("PATCH", "/brand", { key, body: { engines: ENGINES, sampling } });
    return key;
  };
  const estimate = (key: string) => product.data<ScanEstimate>("POST", "/scans/estimate", { key });

  it("keeps the bound that a brand did not choose, and its fixed plan when it wants no target", async () => {
    const key = await makeBrand({ samples_per_prompt: 2, target_half_width: 5 });
    const brand = await product.data<Brand>("GET", "/brand", { key });
    expect(brand.sampling).toEqual({ samples_per_prompt: 2, target_half_width: 5, max_samples_per_prompt: 10 });
    await product.data("PATCH", "/brand", { key, body: { sampling: { samples_per_prompt: 2 } } });
    expect(await estimate(key)).toMatchObject({ total_queries: 2 * ROUND, likely_queries: null });
    const { id } = await product.data<Scan>("POST", "/scans", { key });
    expect((await product.ended(id, key)).metadata).toMatchObject({ sampling: null });
  });

  it("says at most how many queries it takes, then how many it took and why", async () => {
    const key = await makeBrand({ samples_per_prompt: 1, target_half_width: 25 });
    expect(await estimate(key)).toMatchObject({ total_queries: 10 * ROUND, likely_queries: null, refusal: null });
    gate.holdAfter(0);
    const { json } = await product.ask("POST", "/scans", { key });
    const { id } = json.data as unknown as Scan;
    expect(json.message).toBe(`Scan queued: at most ${10 * ROUND} queries. Poll GET /scans/${id}.`);
    expect(await product.data("GET", `/scans/${id}`, { key })).toMatchObject({
      total_queries: 10 * ROUND,
      metadata: {
        sampling: { target_half_width: 25, half_width: null, rounds: 3, stopped_because: null, calls_saved: null },
      },
    });
    gate.open();
    const done = (await product.ended(id, key)) as ScanDetail;
    expect(done).toMatchObject({ status: "completed", total_queries: 3 * ROUND, completed_queries: 3 * ROUND });
    expect(done.metadata?.sampling).toEqual({
      target_half_width: 25,
      half_width: expect.any(Number),
      rounds: 3,
      stopped_because: "precise_enough",
      calls_saved: 7 * ROUND,
    });
    expect(await estimate(key)).toMatchObject({ total_queries: 10 * ROUND, likely_queries: 3 * ROUND });
  });

  it("shows on the way how far it may go, and in the end how far it went", async () => {
    const key = await makeBrand({ samples_per_prompt: 1, target_half_width: 0.5, max_samples_per_prompt: 6 });
    gate.holdAfter(3 * ROUND + 5);
    const { id } = await product.data<Scan>("POST", "/scans", { key });
    const seen: ScanProgress[] = [];
    for await (const progress of createClient({ baseUrl, apiKey: key }).watchScan({ id })) {
      seen.push(progress);
      if (progress.completed_queries === 3 * ROUND + 5) gate.open();
    }
    for (const { total_queries, engines } of seen) {
      expect(total_queries).toBe(6 * ROUND);
      expect(engines.map((one) => one.total_queries)).toEqual([3 * ROUND, 3 * ROUND]);
    }
    const held = seen.find(({ completed_queries }) => completed_queries === 3 * ROUND + 5);
    expect(held?.status).toBe("running");
    expect(seen.at(-1)).toMatchObject({ status: "completed", completed_queries: 6 * ROUND, seconds_left: 0 });
    const { metadata } = await product.data<ScanDetail>("GET", `/scans/${id}`, { key });
    expect(metadata?.sampling).toMatchObject({ rounds: 6, stopped_because: "most_samples", calls_saved: 0 });
    expect((await estimate(key)).likely_queries).toBe(6 * ROUND);
  });

  it("replays offline to the same rows, and to the same reason to stop", async () => {
    const key = await makeBrand({ samples_per_prompt: 1, target_half_width: 7, max_samples_per_prompt: 12 });
    const { id } = await product.data<Scan>("POST", "/scans", { key });
    const scan = (await product.ended(id, key)) as ScanDetail;
    const address = `${baseUrl}/api/v1/scans/${id}/cassette`;
    const text = await (await fetch(address, { headers: { "x-api-key": key } })).text();
    expect(text.trimEnd().split("\n")).toHaveLength(1 + (scan.total_queries as number));
    const file = join(tmpdir(), `answerscope-cassette-${id}.jsonl`);
    writeFileSync(file, text);
    const replayed = await ServerProcess.run(["replay", file], {});
    expect(replayed.err).toBe(`${scan.results.length} of ${scan.results.length} rows are as they were recorded.\n`);
    const again = JSON.parse(replayed.out) as ScanDetail;
    expect(again.results).toEqual(scan.results);
    expect(again).toMatchObject({ total_queries: scan.total_queries, metadata: scan.metadata });
  }, 150_000);
});
