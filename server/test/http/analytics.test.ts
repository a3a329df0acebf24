import type { EnginesAnalytics, Scan, TopicSummary, TrendsAnalytics } from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";
import { engineStatistics, ROUNDING, type Row, rowsOf } from "../setup/recompute.ts";

/** Every number of a reply that has more decimals than it may have. */
function tooFine(value: unknown, decimals: (path: string) => number, path = ""): string[] {
  if (typeof value === "number") return Number(value.toFixed(decimals(path))) === value ? [] : [`${path}: ${value}`];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, part]) => tooFine(part, decimals, `${path}.${key}`));
}

function expectStatistics(shown: EnginesAnalytics["engine_stats"], rows: Row[]): void {
  const engines = Map.groupBy(rows, ({ engine }) => engine);
  expect(Object.keys(shown).toSorted()).toEqual([...engines.keys()].toSorted());
  for (const [engine, ofEngine] of engines) {
    const { sentiment, ...figures } = engineStatistics(ofEngine);
    const { sentiment: shownSentiment, ...shownFigures } = shown[engine] as EnginesAnalytics["engine_stats"][string];
    const four = (value: number) => Math.round(value * 10_000) / 10_000;
    expect(Math.abs(shownFigures.avg_score - figures.avg_score), engine).toBeLessThan(ROUNDING);
    expect(shownFigures.avg_position).toBeCloseTo(figures.avg_position, 2);
    expect(shownFigures.avg_citations).toBeCloseTo(figures.avg_citations, 2);
    expect(shownFigures.mention_rate).toBe(four(figures.mention_rate));
    expect(shownFigures.recommendation_rate).toBe(four(figures.recommendation_rate));
    expect(shownFigures.n).toBe(figures.n);
    for (const feeling of ["positive", "neutral", "negative"] as const) {
      expect(shownSentiment[feeling], `${engine} ${feeling}`).toBe(four(sentiment[feeling]));
    }
    expect(shownSentiment.positive + shownSentiment.neutral + shownSentiment.negative).toBeCloseTo(1, 3);
  }
}

describe.each(KINDS)("analytics on %s", (kind) => {
  let product: TestProduct;
  let scans: Scan[];
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    scans = await product.data<Scan[]>("GET", "/scans?limit=50");
  });
  afterAll(() => product.close());

  const compare = (query = "", key = product.key) =>
    product.data<EnginesAnalytics>("GET", `/analytics?type=engines${query}`, { key });
  const trends = (query = "", key = product.key) =>
    product.data<TrendsAnalytics>("GET", `/analytics?type=trends${query}`, { key });

  describe("GET /analytics?type=engines: 200", () => {
    it("compares the engines of one scan by figures that follow from its rows", async () => {
      for (const { id } of [scans[0] as Scan, scans[11] as Scan]) {
        expectStatistics((await compare(`&scan_id=${id}`)).engine_stats, await rowsOf(product, id));
      }
    });

    it("compares them over all completed scans when no scan is named", async () => {
      const rows: Row[] = [];
      for (const { id } of scans) rows.push(...(await rowsOf(product, id)));
      expectStatistics((await compare()).engine_stats, rows);
    });

    it("correlates every pair of engines alike in both directions, an engine with itself being 1", async () => {
      for (const query of ["", `&scan_id=${scans[0]?.id}`]) {
        const { engine_stats, correlation_matrix: matrix } = await compare(query);
        const engines = Object.keys(engine_stats);
        expect(engines.length).toBeGreaterThanOrEqual(3);
        expect(Object.keys(matrix).toSorted()).toEqual(engines.toSorted());
        for (const one of engines) {
          expect(matrix[one]?.[one]).toBe(1);
          for (const other of engines) expect(matrix[one]?.[other]).toBe(matrix[other]?.[one]);
        }
      }
    });

    it("shows scores with at most two decimals and fractions with at most four", async () => {
      const shares = /mention_rate|mention_interval|sentiment|recommendation_rate|correlation_matrix/;
      expect(tooFine(await compare(), (path) => (shares.test(path) ? 4 : 2))).toEqual([]);
    });

    it("takes a scan_id in capital letters for the same scan", async () => {
      const id = scans[3]?.id as string;
      expect(await compare(`&scan_id=${id.toUpperCase()}`)).toEqual(await compare(`&scan_id=${id}`));
    });

    it("has nothing to compare for a brand without scans", async () => {
      const { key } = await product.makeBrand();
      expect(await compare("", key)).toEqual({ engine_stats: {}, correlation_matrix: {}, correlation_n: {} });
    });
  });

  describe("GET /analytics?type=trends: 200", () => {
    it("predicts the brand and every active topic that was measured", async () => {
      const { brand_prediction, topic_predictions } = await trends();
      const topics = await product.data<TopicSummary[]>("GET", "/topics");
      const measured = topics.filter(({ last_scanned_at }) => last_scanned_at !== null);
      expect(topic_predictions.map(({ topic_id, topic_name }) => [topic_id, topic_name])).toEqual(
        measured.map(({ id, name }) => [id, name]),
      );
      for (const one of [brand_prediction, ...topic_predictions]) {
        expect(one.scans_used).toBe(scans.length);
        expect(one.reason).toBeNull();
        const { low, high } = one.interval_2w ?? {};
        expect(low).toBeLessThanOrEqual(one.predicted_2w);
        expect(high).toBeGreaterThanOrEqual(one.predicted_2w);
      }
    });

    it("shows scores with at most two decimals", async () => {
      expect(tooFine(await trends(), () => 2)).toEqual([]);
    });

    it("says that there is too little data before the third completed scan", async () => {
      const { key } = await product.makeBrand();
      const none = await trends("", key);
      expect(none.topic_predictions).toEqual([]);
      expect(none.brand_prediction).toMatchObject({ trajectory: "stable", confidence: "low", scans_used: 0 });
      expect(none.brand_prediction.reason).toMatch(/scan/);

      await product.data("POST", "/topics", { key, body: { name: "Lantern" } });
      for (const used of [1, 2, 3]) {
        const { id } = await product.data<Scan>("POST", "/scans", { key, body: { engines: ["simulated"] } });
        expect((await product.ended(id, key)).status).toBe("completed");
        const { brand_prediction } = await trends("", key);
        expect(brand_prediction.scans_used).toBe(used);
        expect(brand_prediction.reason === null).toBe(used >= 3);
      }
    });

    it("ignores scan_id, whatever it is", async () => {
      const plain = await trends();
      for (const scanId of [UNUSED_ID, "nonsense", "", "%00", scans[0]?.id]) {
        const answer = await trends(`&scan_id=${scanId}`);
        expect(answer.brand_prediction.current_score).toBe(plain.brand_prediction.current_score);
      }
    });
  });

  describe("GET /analytics: 404", () => {
    it("knows no scan that this brand does not have", async () => {
      const other = await product.makeBrand();
      await product.data("POST", "/topics", { key: other.key, body: { name: "Theirs" } });
      const theirs = await product.data<Scan>("POST", "/scans", { key: other.key, body: { engines: ["simulated"] } });
      await product.ended(theirs.id, other.key);
      const unused = await product.ask("GET", `/analytics?type=engines&scan_id=${UNUSED_ID}`);
      const foreign = await product.ask("GET", `/analytics?type=engines&scan_id=${theirs.id}`);
      expect([unused.status, foreign.status]).toEqual([404, 404]);
      expect(foreign.text).toBe(unused.text);
    });
  });
});
