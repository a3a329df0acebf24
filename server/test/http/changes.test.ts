import type { Change, Prompt, Scan, TopicHistory, TopicSummary } from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";
import { mean, rowsOf } from "../setup/recompute.ts";

describe.each(KINDS)("how sure numbers are, and what changed, on %s", (kind) => {
  let product: TestProduct;
  let scans: Scan[];
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    scans = await product.data<Scan[]>("GET", "/scans?limit=50");
  });
  afterAll(() => product.close());

  const changes = (query: string) => product.data<Change[]>("GET", `/changes?limit=100${query}`);

  it("every score of a topic lies in its interval, with the answers behind it", async () => {
    for (const topic of await product.data<TopicSummary[]>("GET", "/topics")) {
      const { interval, n, n_effective, visibility_score_overall: score } = topic;
      expect(interval?.level).toBe(0.95);
      expect((interval?.low ?? 101) < (score ?? -1) && (score ?? 101) < (interval?.high ?? -1)).toBe(true);
      expect(n_effective).toBeGreaterThan(0);
      expect(n_effective).toBeLessThanOrEqual(n as number);
      const { data_points } = await product.data<TopicHistory>("GET", `/topics/${topic.id}/history?days=90`);
      for (const point of data_points) {
        expect(point.n).toBe(point.total_queries);
        expect((point.interval?.low ?? 101) <= (point.overall_score ?? -1)).toBe(true);
        expect((point.interval?.high ?? -1) >= (point.overall_score ?? 101)).toBe(true);
      }
      expect(data_points.at(-1)).toMatchObject({ interval, n, n_effective, estimand: topic.estimand });
    }
  });

  it("a completed scan tells the brand's score and its interval", async () => {
    const { metadata } = scans[0] as Scan;
    const { score, interval, n } = metadata as NonNullable<Scan["metadata"]>;
    expect((interval?.low ?? 101) < (score ?? -1) && (score ?? 101) < (interval?.high ?? -1)).toBe(true);
    expect(n).toBe(scans[0]?.completed_queries);
  });

  it("each scan but the first is held against the one before: the brand, every topic, every engine", async () => {
    const inOrder = scans.toReversed();
    expect(await changes(`&scan_id=${inOrder[0]?.id}`)).toEqual([]);
    const topics = await product.data<TopicSummary[]>("GET", "/topics");
    for (const at of [1, inOrder.length - 1]) {
      const scan = inOrder[at] as Scan;
      const found = await changes(`&scan_id=${scan.id}`);
      expect(found.map(({ scope }) => scope)).toEqual([
        "brand",
        ...topics.map(() => "topic"),
        ...(scan.metadata?.engines ?? []).map(() => "engine"),
      ]);
      expect(new Set(found.map(({ compared_with }) => compared_with))).toEqual(new Set([inOrder[at - 1]?.id]));
      for (const { difference, interval, verdict } of found) {
        expect((interval?.low ?? 0) <= (difference ?? 1) && (difference ?? 1) <= (interval?.high ?? 0)).toBe(true);
        if (verdict === "up") expect(difference).toBeGreaterThan(0);
        if (verdict === "down") expect(difference).toBeLessThan(0);
      }
    }
  });

  it("an engine's difference is that of its rows", async () => {
    const [after, before] = scans as [Scan, Scan];
    const rows = { before: await rowsOf(product, before.id), after: await rowsOf(product, after.id) };
    const engine = "claude";
    const headline = (side: "before" | "after") => {
      const own = rows[side].filter((row) => row.engine === engine);
      const topics = [...Map.groupBy(own, ({ topic_id }) => topic_id).values()].map((ofTopic) => {
        const stages = [...Map.groupBy(ofTopic, ({ funnel_stage }) => funnel_stage).values()];
        return mean(stages.map((ofStage) => mean(ofStage.map(({ score }) => score ?? 0))));
      });
      return mean(topics);
    };
    const [shown] = await changes(`&scan_id=${after.id}&engine=${engine}`);
    expect(Math.abs((shown?.difference ?? 1000) - (headline("after") - headline("before")))).toBeLessThan(0.03);
  });

  it("filters, and pages newest first", async () => {
    const brand = await changes("&scope=brand");
    expect(brand).toHaveLength(scans.length - 1);
    expect(brand.map(({ scanned_at }) => scanned_at)).toEqual(
      brand
        .map(({ scanned_at }) => scanned_at)
        .toSorted()
        .toReversed(),
    );
    const noise = await changes("&scope=topic&verdict=within_noise");
    expect(noise.length).toBeGreaterThan(0);
    for (const { verdict, summary } of noise) {
      expect(verdict).toBe("within_noise");
      expect(summary).toMatch(/^Within noise: [+−]\d+\.\d points \(± \d+\.\d\)\./);
    }
    expect(await changes(`&topic_id=${UNUSED_ID}`)).toEqual([]);
    const { json } = await product.ask("GET", "/changes?limit=5&page=2");
    expect(json).toMatchObject({ pagination: { page: 2, limit: 5 } });
    expect(json.data).toHaveLength(5);
  });

  it("says that a topic cannot be compared once all its prompts were reworded, and that the rest can", async () => {
    const [topic] = await product.data<TopicSummary[]>("GET", "/topics");
    for (const { id } of await product.data<Prompt[]>("GET", `/prompts?topic_id=${topic?.id}&limit=100`)) {
      await product.data("PATCH", `/prompts/${id}`, { body: { text: `In other words, number ${id}?` } });
    }
    const { id } = await product.data<Scan>("POST", "/scans");
    await product.ended(id);
    const found = await changes(`&scan_id=${id}`);
    expect(found.find(({ topic_id }) => topic_id === topic?.id)).toMatchObject({
      verdict: "not_comparable",
      reason: "prompts_changed",
      difference: null,
      interval: null,
      prompts: 0,
    });
    expect(found[0]).toMatchObject({ scope: "brand", reason: null });
    expect(found[0]?.prompts_left_out).toBeGreaterThan(0);
    expect(found[0]?.prompts).toBeGreaterThan(0);
  }, 60_000);

  it("forgets a deleted scan: its findings go, and the sums of all scans are those of the rest", async () => {
    const newest = (await product.data<Scan[]>("GET", "/scans?limit=1"))[0] as Scan;
    const engines = () => product.data("GET", "/analytics?type=engines");
    await product.ask("DELETE", `/scans/${newest.id}`);
    expect(await changes(`&scan_id=${newest.id}`)).toEqual([]);
    const left = (await engines()) as { engine_stats: Record<string, { n: number; interval: unknown }> };
    const rest = await product.data<Scan[]>("GET", "/scans?limit=50");
    const answered = rest.reduce((sum, { completed_queries }) => sum + (completed_queries ?? 0), 0);
    expect(Object.values(left.engine_stats).reduce((sum, { n }) => sum + n, 0)).toBe(answered);
  });
});
