import {
  FUNNEL_STAGES,
  PRIORITIES,
  RECOMMENDATION_STATUSES,
  type Recommendation,
  type TopicDetail,
} from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";

const BAD_BODIES: [what: string, body: unknown, names: string][] = [
  ["no status", {}, "status"],
  ["an unknown status", { status: "done" }, "status"],
  ["the filter word all", { status: "all" }, "status"],
  ["a status that is null", { status: null }, "status"],
  ["an empty reason", { status: "dismissed", reason: "" }, "reason"],
  ["a reason with NUL", { status: "dismissed", reason: "a\u0000" }, "reason"],
  ["a reason that is too long", { status: "dismissed", reason: "x".repeat(1001) }, "reason"],
  ["an unknown field", { status: "dismissed", title: "Mine" }, "title"],
  ["a list", [], "body"],
];

describe.each(KINDS)("recommendations on %s", (kind) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
  });
  afterAll(() => product.close());

  const list = (query = "limit=100") => product.data<Recommendation[]>("GET", `/recommendations?${query}`);
  const pending = async () => (await list("status=pending&limit=100")).at(-1) as Recommendation;
  const change = (id: string, body: unknown) =>
    product.data<Recommendation>("PATCH", `/recommendations/${id}`, { body });

  describe("GET /recommendations: 200", () => {
    it("lists those of every status by default, open and urgent ones first", async () => {
      const all = await list();
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set(RECOMMENDATION_STATUSES));
      const rank = ({ status, priority, created_at }: Recommendation) =>
        [
          RECOMMENDATION_STATUSES.indexOf(status),
          priority === null ? 9 : PRIORITIES.indexOf(priority),
          // Newest first: later times have smaller ranks.
          Number.MAX_SAFE_INTEGER - Date.parse(created_at),
        ]
          .map((part) => String(part).padStart(20, "0"))
          .join(" ");
      expect(all.map(rank)).toEqual(all.map(rank).toSorted());
    });

    it("filters by status, stage and topic, alone and together", async () => {
      const all = await list();
      for (const status of RECOMMENDATION_STATUSES) {
        expect(await list(`status=${status}&limit=100`)).toEqual(all.filter((one) => one.status === status));
      }
      for (const stage of FUNNEL_STAGES) {
        expect(await list(`stage=${stage}&limit=100`)).toEqual(all.filter((one) => one.funnel_stage === stage));
      }
      const { topic_id, funnel_stage } = all[0] as Recommendation;
      expect(await list(`topic_id=${topic_id}&limit=100`)).toEqual(all.filter((one) => one.topic_id === topic_id));
      expect(await list(`topic_id=${topic_id}&stage=${funnel_stage}&status=pending`)).toEqual(
        all.filter((one) => one.topic_id === topic_id && one.funnel_stage === funnel_stage && one.status === "pending"),
      );
      expect(await list(`topic_id=${String(topic_id).toUpperCase()}&limit=100`)).toEqual(
        all.filter((one) => one.topic_id === topic_id),
      );
    });

    it("gives every one once, in one order, whatever the page size, and empty pages past the end", async () => {
      const all = await list();
      expect(all.length).toBeGreaterThan(5);
      const paged: Recommendation[] = [];
      const pages = Math.ceil(all.length / 4);
      for (let page = 1; page <= pages + 2; page++) {
        const { json } = await product.ask("GET", `/recommendations?limit=4&page=${page}`);
        expect(json.pagination).toEqual({ page, limit: 4, total: all.length, total_pages: pages });
        if (page > pages) expect(json.data).toEqual([]);
        paged.push(...(json.data as unknown as Recommendation[]));
      }
      expect(paged).toEqual(all);
    });

    it("knows nothing about a topic of another brand, as about one that is not there", async () => {
      const other = await product.makeBrand();
      const theirs = await product.data<TopicDetail>("POST", "/topics", { key: other.key, body: { name: "Theirs" } });
      const foreign = await product.ask("GET", `/recommendations?topic_id=${theirs.id}`);
      const unused = await product.ask("GET", `/recommendations?topic_id=${UNUSED_ID}`);
      expect([foreign.status, foreign.text]).toEqual([200, unused.text]);
      expect(unused.json).toMatchObject({ data: [], pagination: { total: 0, total_pages: 0 } });
    });

    it("rests on evidence, with scores of at most two decimals", async () => {
      for (const one of await list()) {
        expect(Object.keys(one.evidence ?? {}).length, one.title).toBeGreaterThan(0);
        for (const score of [one.score_before, one.score_after]) {
          if (score !== null) expect(Number(score.toFixed(2))).toBe(score);
        }
      }
    });
  });

  describe("PATCH /recommendations/{id}: 200", () => {
    it("completing notes when, and at what score of its topic and stage", async () => {
      const before = await pending();
      const done = await change(before.id, { status: "completed" });
      const topic = await product.data<TopicDetail>("GET", `/topics/${before.topic_id}`);
      const score = topic[`visibility_score_${before.funnel_stage ?? "overall"}`];
      expect(done).toEqual({
        ...before,
        status: "completed",
        applied_at: done.applied_at,
        score_before: score,
        score_after: null,
        updated_at: done.updated_at,
      });
      expect(done.applied_at).not.toBeNull();
      expect((await list("status=completed&limit=100")).find(({ id }) => id === before.id)).toEqual(done);
    });

    it("dismissing keeps the reason, and reopening forgets everything", async () => {
      const before = await pending();
      const dismissed = await change(before.id, { status: "dismissed", reason: "  Nicht jetzt 🙅  " });
      expect(dismissed).toMatchObject({ status: "dismissed", dismissed_reason: "Nicht jetzt 🙅", applied_at: null });
      await change(before.id, { status: "completed", reason: "kept for a dismissal only" });
      const reopened = await change(before.id, { status: "pending" });
      expect(reopened).toEqual({ ...before, updated_at: reopened.updated_at });
    });

    it("changes nothing when the status is already so", async () => {
      const { id } = await pending();
      const once = await change(id, { status: "completed" });
      expect(await change(id, { status: "completed" })).toEqual(once);
    });
  });

  describe("PATCH /recommendations/{id}: 400", () => {
    it.each(BAD_BODIES)("refuses %s and names what is wrong", async (_, body, names) => {
      const before = await pending();
      const answer = await product.ask("PATCH", `/recommendations/${before.id}`, { body });
      expect(answer.status).toBe(400);
      expect(answer.json.error).toContain(names);
      expect(await pending()).toEqual(before);
    });
  });

  describe("PATCH /recommendations/{id}: 404", () => {
    it("knows neither an unused nor a malformed id", async () => {
      const body = { status: "completed" };
      const unused = await product.ask("PATCH", `/recommendations/${UNUSED_ID}`, { body });
      const malformed = await product.ask("PATCH", "/recommendations/first", { body });
      expect([unused.status, malformed.status]).toEqual([404, 404]);
      expect(unused.json).toEqual({ error: "There is no recommendation with this id.", code: "not_found" });
      expect(malformed.text).toBe(unused.text);
    });
  });
});
