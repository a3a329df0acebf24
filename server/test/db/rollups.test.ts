import type { FunnelStage } from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measureScan } from "../../src/app/measure-scan.ts";
import { rebuildRollups } from "../../src/app/rebuild-rollups.ts";
import type { Db } from "../../src/db/database.ts";
import { KINDS } from "../setup/databases.ts";
import { firstBrandId, type OpenDeps, openDeps } from "../setup/open-deps.ts";

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function groups<T>(rows: T[], key: (row: T) => string): T[][] {
  return Object.values(Object.groupBy(rows, key)) as T[][];
}

type Row = Awaited<ReturnType<typeof answeredRows>>[number];

const answeredRows = (db: Db, brandId: string) =>
  db.selectFrom("results").where("brand_id", "=", brandId).where("state", "=", "answered").selectAll().execute();

const score = ({ score }: Row): number => score as number;

/** Answers to engines, engines to prompts, prompts to a stage: every engine and every prompt weighs the same. */
const promptScore = (answers: Row[]): number =>
  mean(groups(answers, ({ engine }) => engine).map((ofEngine) => mean(ofEngine.map(score))));

function stageScore(rows: Row[], stage: FunnelStage): number | null {
  const here = rows.filter(({ funnel_stage }) => funnel_stage === stage);
  const prompts = groups(here, ({ prompt_id }) => prompt_id);
  return prompts.length === 0 ? null : mean(prompts.map(promptScore));
}

function topicRollup(rows: Row[]) {
  const [awareness, evaluation, conversion] = (["awareness", "evaluation", "conversion"] as const).map((stage) =>
    stageScore(rows, stage),
  );
  const measured = [awareness, evaluation, conversion].filter((one) => typeof one === "number");
  return {
    n: rows.length,
    mentions: rows.filter(({ topic_mentioned }) => topic_mentioned).length,
    overall: mean(measured),
    awareness,
    evaluation,
    conversion,
  };
}

const engineRollup = (rows: Row[]) => ({
  n: rows.length,
  mentions: rows.filter(({ topic_mentioned }) => topic_mentioned).length,
  score_sum: mean(rows.map(score)) * rows.length,
  position_sum: rows.reduce((sum, { mention_position }) => sum + (mention_position ?? 0), 0),
  positive: rows.filter(({ sentiment }) => sentiment === "positive").length,
  neutral: rows.filter(({ sentiment }) => sentiment === "neutral").length,
  negative: rows.filter(({ sentiment }) => sentiment === "negative").length,
  citations: rows.reduce((sum, { sources_cited }) => sum + (sources_cited?.length ?? 0), 0),
  recommended: rows.filter(({ action_recommendation }) => action_recommendation).length,
});

/** Equal but for the last digits, which depend on the order of summing. */
function expectSame(actual: Record<string, unknown>, expected: Record<string, number | null | undefined>): void {
  for (const [name, value] of Object.entries(expected)) {
    if (typeof value === "number") expect(actual[name], name).toBeCloseTo(value, 8);
    else expect(actual[name], name).toBeNull();
  }
}

describe.each(KINDS)("rollups on %s", (kind) => {
  let opened: OpenDeps;
  let brandId: string;
  let db: Db;
  let rows: Row[];
  beforeAll(async () => {
    opened = await openDeps(kind);
    db = opened.database.db;
    brandId = await firstBrandId(opened.deps);
    rows = await answeredRows(db, brandId);
  });
  afterAll(() => opened.close());

  it("keep, with every answer, the sums of its prompt at its engine", async () => {
    const stored = await db.selectFrom("cell_rollups").where("brand_id", "=", brandId).selectAll().execute();
    const key = ({ scan_id, prompt_id, engine }: Pick<Row, "scan_id" | "prompt_id" | "engine">) =>
      `${scan_id} ${prompt_id} ${engine}`;
    const cells = new Map(stored.map((cell) => [key(cell), cell]));
    const expected = groups(rows, key);
    expect(cells.size).toBe(expected.length);
    for (const ofCell of expected) {
      const first = ofCell[0] as Row;
      const cell = cells.get(key(first));
      const score_sq_sum = ofCell.reduce((sum, row) => sum + score(row) ** 2, 0);
      expectSame(cell ?? {}, { ...engineRollup(ofCell), score_sq_sum });
      expect(cell).toMatchObject({ topic_id: first.topic_id, funnel_stage: first.funnel_stage });
    }
  });

  it("worked out again from the rows are what they were", async () => {
    const scanId = (rows[0] as Row).scan_id;
    const cells = async () => {
      const found = await db.selectFrom("cell_rollups").where("scan_id", "=", scanId).selectAll().execute();
      return found.map((cell) => JSON.stringify({ ...cell, score_sum: 0, score_sq_sum: 0 })).toSorted();
    };
    const before = await cells();
    await opened.deps.stores.analytics.rebuildCells(brandId, scanId);
    expect(await cells()).toEqual(before);
  });

  it("all of them, scores, intervals and findings too, come back by rebuilding from the rows", async () => {
    const kept = async () => {
      const tables = ["cell_rollups", "engine_rollups", "topic_rollups", "prompt_rollups"] as const;
      const sums = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
      const scores = await db.selectFrom("scans").select(["id", "score", "score_low", "n_effective"]).execute();
      const findings = await db.selectFrom("findings").selectAll().execute();
      return [...sums, scores, findings.map(({ id: _, ...finding }) => finding)].map((table) =>
        table
          .map((row) => JSON.stringify(row, (_, part) => (typeof part === "number" ? part.toFixed(6) : part)))
          .toSorted(),
      );
    };
    const before = await kept();
    expect(before.every((table) => table.length > 0)).toBe(true);
    await db.updateTable("cell_rollups").set({ n: 1, score_sum: 0 }).execute();
    await db.deleteFrom("topic_rollups").execute();
    await db.deleteFrom("findings").execute();
    await db.updateTable("engine_rollups").set({ n: 1 }).execute();
    await db.updateTable("scans").set({ score: 1, score_low: null }).execute();
    await rebuildRollups(opened.deps, () => undefined);
    expect(await kept()).toEqual(before);
  }, 120_000);

  it("give each topic the mean of its stages, each stage the mean of its prompts", async () => {
    const stored = await db.selectFrom("topic_rollups").where("brand_id", "=", brandId).selectAll().execute();
    const expected = groups(rows, ({ topic_id, scan_id }) => topic_id + scan_id);
    expect(stored).toHaveLength(expected.length);
    for (const ofTopic of expected) {
      const { topic_id, scan_id } = ofTopic[0] as Row;
      const found = stored.find((one) => one.topic_id === topic_id && one.scan_id === scan_id);
      expectSame(found ?? {}, topicRollup(ofTopic));
    }
  });

  it("count and sum each engine's answers", async () => {
    const stored = await db.selectFrom("engine_rollups").where("brand_id", "=", brandId).selectAll().execute();
    const expected = groups(rows, ({ engine, scan_id }) => engine + scan_id);
    expect(stored).toHaveLength(expected.length);
    for (const ofEngine of expected) {
      const { engine, scan_id } = ofEngine[0] as Row;
      const found = stored.find((one) => one.engine === engine && one.scan_id === scan_id);
      expectSame(found ?? {}, engineRollup(ofEngine));
    }
  });

  it("give the scan the mean of its topics, each by its weight", async () => {
    const [first] = groups(rows, ({ scan_id }) => scan_id) as [Row[]];
    const scanId = (first[0] as Row).scan_id;
    const topics = groups(first, ({ topic_id }) => topic_id);
    const stored = await opened.deps.stores.scans.get(brandId, scanId);
    expect(stored?.score).toBeCloseTo(mean(topics.map((ofTopic) => topicRollup(ofTopic).overall)), 8);

    const weights = topics.map((ofTopic, index) => ({ id: (ofTopic[0] as Row).topic_id, weight: 0.5 + index }));
    for (const { id, weight } of weights) await opened.deps.stores.topics.change(brandId, id, { weight }, "2026-01-01");
    const weighted = (await measureScan(opened.deps.stores, brandId, scanId, "2026-01-01T00:00:00.000Z"))?.value;
    const total = weights.reduce((sum, { weight }) => sum + weight, 0);
    const sum = topics.reduce(
      (all, ofTopic, index) => all + topicRollup(ofTopic).overall * (weights[index]?.weight ?? 0),
      0,
    );
    expect(weighted).toBeCloseTo(sum / total, 8);
    expect(weighted).not.toBeCloseTo(stored?.score as number, 3);
  });

  it("leave failed and waiting rows out of every number, and a stage without answers unmeasured", async () => {
    const [first] = groups(rows, ({ scan_id }) => scan_id).slice(-1) as [Row[]];
    const scanId = (first[0] as Row).scan_id;
    const topicId = (first[0] as Row).topic_id;
    const ofTopic = first.filter(({ topic_id }) => topic_id === topicId);
    const kept = ofTopic.filter(({ funnel_stage }, index) => funnel_stage !== "conversion" && index % 3 !== 0);
    const dropped = ofTopic.filter((row) => !kept.includes(row)).map(({ id }) => id);
    await db.updateTable("results").set({ state: "failed" }).where("id", "in", dropped.slice(0, 5)).execute();
    await db.updateTable("results").set({ state: "waiting" }).where("id", "in", dropped.slice(5)).execute();
    await opened.deps.stores.analytics.rebuildCells(brandId, scanId);
    await measureScan(opened.deps.stores, brandId, scanId, "2026-01-01T00:00:00.000Z");
    const stored = await db
      .selectFrom("topic_rollups")
      .where("brand_id", "=", brandId)
      .where("scan_id", "=", scanId)
      .where("topic_id", "=", topicId)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(stored.conversion).toBeNull();
    expectSame(stored, topicRollup(kept));
    const engines = await opened.deps.stores.analytics.engineTotals(brandId, scanId);
    expect(engines.reduce((sum, { n }) => sum + n, 0)).toBe(first.length - dropped.length);
  });
});
