import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoScanTimes } from "../../src/app/seed-demo.ts";
import type { BrandRecord } from "../../src/app/stores.ts";
import type { Db } from "../../src/db/database.ts";
import { compileSubject, readAnswer } from "../../src/domain/answer/read-answer.ts";
import { scoreAnswer } from "../../src/domain/score.ts";
import { KINDS } from "../setup/databases.ts";
import { firstBrandId, type OpenDeps, openDeps } from "../setup/open-deps.ts";

const DAY_MS = 86_400_000;
const STAGES = ["awareness", "conversion", "evaluation"];

/** The stored answer beside everything that was read from it. */
const storedReadings = (db: Db, brandId: string) =>
  db
    .selectFrom("results as r")
    .innerJoin("answers as a", (join) =>
      join
        .onRef("a.brand_id", "=", "r.brand_id")
        .onRef("a.scan_id", "=", "r.scan_id")
        .onRef("a.result_id", "=", "r.id"),
    )
    .where("r.brand_id", "=", brandId)
    .select([
      "r.topic_id",
      "r.topic_mentioned",
      "r.mention_position",
      "r.sentiment",
      "r.score",
      "r.action_recommendation",
      "r.own_domain_cited",
      "r.sources_cited",
      "r.competitors_mentioned",
      "r.score_parts",
      "r.rule_version",
      "a.answer",
      "a.cited",
      "a.evidence",
    ])
    .execute();

describe.each(KINDS)("the demo on %s", (kind) => {
  let opened: OpenDeps;
  let db: Db;
  let brand: BrandRecord;
  beforeAll(async () => {
    opened = await openDeps(kind);
    db = opened.database.db;
    brand = await opened.deps.stores.brands.get(await firstBrandId(opened.deps));
  });
  afterAll(() => opened.close());

  it("is one account with one brand that says it is a demo, and its competitors", async () => {
    expect(await db.selectFrom("accounts").selectAll().execute()).toHaveLength(1);
    expect(await db.selectFrom("brands").selectAll().execute()).toHaveLength(1);
    expect(brand.demo).toBe(true);
    expect(brand.competitors.length).toBeGreaterThanOrEqual(3);
    expect(brand.engines).toEqual(["chatgpt", "google_ai", "perplexity", "claude"]);
  });

  it("has at least eight topics, some inactive, some with a price, an address and a picture, some without", async () => {
    const topics = await db.selectFrom("topics").selectAll().execute();
    expect(topics.length).toBeGreaterThanOrEqual(8);
    expect(new Set(topics.map(({ status }) => status))).toEqual(new Set(["active", "inactive"]));
    for (const field of ["price", "url", "image_url"] as const) {
      const filled = topics.filter((topic) => topic[field] !== null).length;
      expect(filled, field).toBeGreaterThan(0);
      expect(filled, field).toBeLessThan(topics.length);
    }
    for (const { price, currency } of topics) expect(currency === null).toBe(price === null);
  });

  it("has prompts of all three stages for every active topic", async () => {
    const panel = await opened.deps.stores.prompts.panel(brand.id);
    const active = await opened.deps.stores.topics.countActive(brand.id);
    const byTopic = Object.values(Object.groupBy(panel, ({ topicId }) => topicId));
    expect(byTopic).toHaveLength(active);
    for (const prompts of byTopic) {
      expect([...new Set(prompts?.map(({ stage }) => stage))].toSorted()).toEqual(STAGES);
    }
  });

  it("has ninety days of scans, two a week, complete and marked as simulated", async () => {
    const scans = (await opened.deps.stores.scans.list(brand.id, {}, 100)).toReversed();
    expect([25, 26]).toContain(scans.length);
    for (const scan of scans) {
      expect(scan).toMatchObject({ status: "completed", simulated: true, trigger: "demo", failed_queries: 0 });
      expect(scan.completed_queries).toBe(scan.total_queries);
      expect(scan.score).toBeGreaterThan(0);
      expect([1, 4]).toContain(new Date(scan.created_at).getUTCDay());
      expect(Date.parse(scan.created_at)).toBeGreaterThan(Date.now() - 91 * DAY_MS);
      expect(scan.created_at < (scan.completed_at ?? "")).toBe(true);
      expect(Date.parse(scan.completed_at ?? "")).toBeLessThan(Date.now());
    }
    const days = scans.map(({ created_at }) => created_at.slice(0, 10));
    expect(new Set(days).size).toBe(scans.length);
  });

  it("has an answer for every row, and every row says that it was simulated", async () => {
    const rows = await db.selectFrom("results").select(["state", "surface", "model"]).execute();
    const answers = await db.selectFrom("answers").select("answer").execute();
    const scans = await opened.deps.stores.scans.list(brand.id, {}, 100);
    expect(rows).toHaveLength(scans.reduce((sum, { total_queries }) => sum + total_queries, 0));
    expect(answers).toHaveLength(rows.length);
    expect(answers.every(({ answer }) => answer.length > 40)).toBe(true);
    const models = ["chatgpt", "claude", "google_ai", "perplexity"].map((engine) => `simulated-${engine}-1`);
    expect(new Set(rows.map(({ state, surface }) => `${state} ${surface}`))).toEqual(new Set(["answered simulated"]));
    expect(new Set(rows.map(({ model }) => model))).toEqual(new Set(models));
  });

  it("has recommendations in all three states, with what each state holds", async () => {
    const all = await opened.deps.stores.recommendations.all(brand.id);
    const by = Object.groupBy(all, ({ status }) => status);
    expect(Object.keys(by).toSorted()).toEqual(["completed", "dismissed", "pending"]);
    for (const one of by.completed ?? []) {
      expect([one.applied_at, one.score_before, one.score_after]).not.toContain(null);
    }
    for (const one of [...(by.pending ?? []), ...(by.dismissed ?? [])]) {
      expect([one.applied_at, one.score_before, one.score_after]).toEqual([null, null, null]);
    }
  });

  it("reading the stored answers again gives every stored reading and score, to the last digit", async () => {
    const topics = await db.selectFrom("topics").selectAll().execute();
    const subjects = new Map(
      topics.map((topic) => [
        topic.id,
        compileSubject({ topic, brand, competitors: brand.competitors, language: brand.language }),
      ]),
    );
    const rows = await storedReadings(db, brand.id);
    expect(rows.length).toBeGreaterThan(4000);
    expect(new Set(rows.map(({ sentiment }) => sentiment))).toEqual(new Set(["positive", "neutral", "negative", null]));
    const differing = rows.filter(({ answer, cited, topic_id, ...stored }) => {
      const reading = readAnswer(subjects.get(topic_id) ?? expect.unreachable(), answer, cited);
      const { score, parts } = scoreAnswer(reading);
      const again: typeof stored = {
        topic_mentioned: reading.topicMentioned,
        mention_position: reading.mentionPosition,
        sentiment: reading.sentiment,
        score,
        action_recommendation: reading.recommended,
        own_domain_cited: reading.ownDomainCited,
        sources_cited: reading.sources,
        competitors_mentioned: reading.competitors,
        score_parts: parts,
        rule_version: reading.ruleVersion,
        evidence: reading.evidence,
      };
      return !isDeepStrictEqual(again, stored);
    });
    expect(differing.slice(0, 3)).toEqual([]);
  });
});

describe("demoScanTimes", () => {
  it("are Mondays and Thursdays of the last ninety days, oldest first, whenever it is", () => {
    const moments = fc.date({
      min: new Date("2020-01-01T00:00:00Z"),
      max: new Date("2040-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (now) => {
        const times = demoScanTimes(now.toISOString());
        expect([25, 26]).toContain(times.length);
        expect(times).toEqual([...new Set(times)].toSorted());
        for (const at of times) {
          expect([1, 4]).toContain(new Date(at).getUTCDay());
          const age = now.getTime() - Date.parse(at);
          expect(age).toBeGreaterThan(0);
          expect(age).toBeLessThan(90 * DAY_MS + 600_000);
        }
      }),
    );
  });
});
