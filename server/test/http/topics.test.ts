import type { TopicDetail, TopicHistory, TopicSummary } from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct } from "../setup/product.ts";

describe.each(KINDS)("topics on %s", (kind) => {
  let product: TestProduct;
  let first: TopicSummary;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    [first] = (await product.data<TopicSummary[]>("GET", "/topics?limit=1")) as [TopicSummary];
  });
  afterAll(() => product.close());

  describe("GET /topics: 200", () => {
    it("lists active topics by default, and says how many there are", async () => {
      const { json } = await product.ask("GET", "/topics");
      const topics = json.data as unknown as TopicSummary[];
      expect(new Set(topics.map(({ status }) => status))).toEqual(new Set(["active"]));
      expect(json.pagination).toEqual({ page: 1, limit: 50, total: topics.length, total_pages: 1 });
    });
  });

  describe("GET /topics/{id}: 200", () => {
    it("shows the rows of the latest scan, and they make up the score", async () => {
      const topic = await product.data<TopicDetail>("GET", `/topics/${first.id}`);
      expect(topic.latest_scan_results.length).toBeGreaterThan(0);
      expect(topic.latest_scan_results.every(({ topic_id }) => topic_id === first.id)).toBe(true);
    });
  });

  describe("GET /topics/{id}/history: 200", () => {
    it("has one point per completed scan of the last ninety days, oldest first", async () => {
      const history = await product.data<TopicHistory>("GET", `/topics/${first.id}/history?days=90`);
      expect(history.data_points.length).toBeGreaterThanOrEqual(25);
      const times = history.data_points.map(({ scanned_at }) => scanned_at);
      expect(times).toEqual(times.toSorted());
    });
  });
});
