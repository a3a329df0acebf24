import type { Brand, Competitors, Rescore, Scan, TopicSummary } from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";
import { type Row, rowsOf, voicesIn } from "../setup/recompute.ts";

const four = (value: number): number => Math.round(value * 10_000) / 10_000;
const bounds = (rate: { low: number; high: number; level: number } | null) =>
  rate && { low: four(rate.low), high: four(rate.high), level: rate.level };

/** Every figure, against what the rows give; the first `limit` competitors are shown. */
function expectVoices(shown: Competitors, rows: Row[], brand: string, limit = 10): void {
  const { n, mentions, voices } = voicesIn(rows);
  const listed = voices.slice(0, limit + 1);
  expect([shown.n, shown.mentions]).toEqual([n, mentions]);
  expect(
    shown.voices.map((voice) => ({ ...voice, name: voice.own ? "" : voice.name.toLowerCase(), known: undefined })),
  ).toEqual(
    listed.map((voice, index) => ({
      name: voice.name,
      own: index === 0,
      known: undefined,
      mentions: voice.mentions,
      share_of_voice: voice.share && four(voice.share.value),
      interval: bounds(voice.share),
      n_effective: voice.share && Math.round(voice.share.nEffective * 100) / 100,
      mention_rate: voice.rate && four(voice.rate.value),
      mention_interval: bounds(voice.rate),
      mentions_beside_own: voice.beside,
    })),
  );
  expect(shown.voices[0]?.name).toBe(brand);
  const rest = voices.slice(limit + 1);
  expect(shown.others.mentions).toBe(rest.reduce((sum, voice) => sum + voice.mentions, 0));
  expect(shown.others.names).toBe(rest.length);
}

describe.each(KINDS)("GET /competitors on %s", (kind) => {
  let product: TestProduct;
  let brand: Brand;
  let scans: Scan[];
  const rows = new Map<string, Row[]>();
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    brand = await product.data<Brand>("GET", "/brand");
    scans = await product.data<Scan[]>("GET", "/scans?limit=50");
    for (const { id } of scans) rows.set(id, await rowsOf(product, id));
  });
  afterAll(() => product.close());

  const read = (query = "", key = product.key) => product.data<Competitors>("GET", `/competitors${query}`, { key });
  const allRows = () => [...rows.values()].flat();

  it("gives every voice of one scan by figures that follow from its rows", async () => {
    for (const { id } of [scans[0] as Scan, scans[9] as Scan]) {
      const shown = await read(`?scan_id=${id}&limit=100`);
      expectVoices(shown, rows.get(id) as Row[], brand.name, 100);
      expect(shown.over_time.map(({ scan_id }) => scan_id)).toEqual([id]);
      expect(shown.voices.length).toBeGreaterThan(3);
    }
  });

  it("takes prompts for clusters over all scans of the last 90 days, when nothing is asked for", async () => {
    const shown = await read();
    expect(shown.scans).toBe(scans.length);
    expectVoices(shown, allRows(), brand.name);
    expect(shown.voices.length).toBe(11);
    expect(shown.estimand).toMatch(/prompts like those/);
  });

  it("filters by topic, stage and engine, and by all of them at once", async () => {
    const topics = await product.data<TopicSummary[]>("GET", "/topics");
    const topic = topics[1] as TopicSummary;
    for (const [query, isWanted] of [
      [`topic_id=${topic.id.toUpperCase()}`, (row: Row) => row.topic_id === topic.id],
      ["stage=evaluation", (row: Row) => row.funnel_stage === "evaluation"],
      ["engine=perplexity", (row: Row) => row.engine === "perplexity"],
      [
        `topic_id=${topic.id}&stage=awareness&engine=claude`,
        (row: Row) => row.topic_id === topic.id && row.funnel_stage === "awareness" && row.engine === "claude",
      ],
      ["engine=grok", () => false],
    ] as [string, (row: Row) => boolean][]) {
      expectVoices(await read(`?${query}&limit=100`), allRows().filter(isWanted), brand.name, 100);
    }
  });

  it("shows over time, for each scan, what that scan alone gives, of the same names in the same order", async () => {
    const shown = await read("?limit=4");
    expect(shown.over_time.map(({ scan_id }) => scan_id)).toEqual(scans.map(({ id }) => id).toReversed());
    for (const point of [shown.over_time[0], shown.over_time.at(-1)]) {
      const alone = await read(`?scan_id=${point?.scan_id}&limit=100`);
      expect(point?.voices.map(({ name }) => name)).toEqual(shown.voices.map(({ name }) => name));
      for (const voice of point?.voices ?? []) {
        const same = alone.voices.find(({ name }) => name === voice.name);
        expect(voice).toEqual({
          ...{ name: voice.name, own: voice.own, known: voice.known, mentions: same?.mentions },
          ...{ share_of_voice: same?.share_of_voice, interval: same?.interval },
        });
      }
      const total = point?.voices.reduce((sum, voice) => sum + (voice.share_of_voice ?? 0), 0) ?? 0;
      expect(total + (point?.others.share_of_voice ?? 0)).toBeCloseTo(1, 3);
      expect([point?.n, point?.mentions]).toEqual([alone.n, alone.mentions]);
    }
  });

  it("chooses scans by days, or by since and until with both ends included", async () => {
    const inOrder = scans.toReversed();
    const [first, second, third] = inOrder.slice(5, 8) as [Scan, Scan, Scan];
    const ids = async (query: string) => (await read(query)).over_time.map(({ scan_id }) => scan_id);
    expect(await ids(`?since=${first.completed_at}&until=${third.completed_at}`)).toEqual(
      [first, second, third].map(({ id }) => id),
    );
    const offset = encodeURIComponent((second.completed_at as string).replace("Z", "+00:00"));
    expect(await ids(`?since=${offset}&until=${offset}`)).toEqual([second.id]);
    expect(await ids(`?until=${second.completed_at}`)).toEqual(inOrder.slice(0, 7).map(({ id }) => id));
    const recent = inOrder.filter(
      ({ completed_at }) => Date.parse(completed_at as string) > Date.now() - 20 * 86_400_000,
    );
    expect(await ids("?days=20")).toEqual(recent.map(({ id }) => id));
    expect(await ids("?since=2099-01-01T00:00:00Z")).toEqual([]);
  });

  it("tells competitors that the brand named from those that were found in answers", async () => {
    const { voices } = await read("?limit=100");
    const given = new Set(brand.competitors.map(({ name }) => name));
    for (const voice of voices.slice(1)) expect(voice.known, voice.name).toBe(given.has(voice.name));
    expect(voices.some(({ known, own }) => known && !own)).toBe(true);
  });

  it("has only the brand, unmeasured, where there are no scans or none that completed", async () => {
    const { key } = await product.makeBrand();
    const nothing = {
      ...{ n: 0, mentions: 0, scans: 0, over_time: [], others: { names: 0, mentions: 0, share_of_voice: null } },
      voices: [
        { name: "Other brand", own: true, mentions: 0, share_of_voice: null, interval: null, mention_rate: null },
      ],
    };
    expect(await read("", key)).toMatchObject(nothing);
  });

  it("refuses what does not fit together, saying what does", async () => {
    const at = "2026-01-01T00:00:00Z";
    for (const [query, says] of [
      [`days=5&scan_id=${UNUSED_ID}`, "Give days, or since and until, or scan_id"],
      [`days=5&since=${at}`, "Give days, or since and until, or scan_id"],
      [`until=${at}&scan_id=${UNUSED_ID}`, "Give days, or since and until, or scan_id"],
      [`since=${at}&until=2025-12-31T00:00:00Z`, "not later than until"],
      [`since=2025-01-01T00:00:00Z&until=2026-01-03T00:00:00Z`, "at most 366 days"],
    ]) {
      const answer = await product.ask("GET", `/competitors?${query}`);
      expect([answer.status, answer.json.code]).toEqual([400, "invalid_request"]);
      expect(answer.json.error).toContain(says);
    }
  });

  it("knows no scan and no answer of another brand", async () => {
    const other = await product.makeBrand();
    const foreign = await product.ask("GET", `/competitors?scan_id=${scans[0]?.id}`, { key: other.key });
    const unused = await product.ask("GET", `/competitors?scan_id=${UNUSED_ID}`);
    expect([foreign.status, unused.status]).toEqual([404, 404]);
    expect(foreign.text).toBe(unused.text);
  });

  it("follows the rows when answers are read again, and forgets a scan that is deleted", async () => {
    const [newest, second] = scans as [Scan, Scan];
    const [dropped, ...kept] = brand.competitors;
    await product.data("PATCH", "/brand", { body: { competitors: kept } });
    const { id } = await product.data<Rescore>("POST", "/rescores", { body: { scan_ids: [newest.id] } });
    await vi.waitFor(
      async () => expect((await product.data<Rescore>("GET", `/rescores/${id}`)).status).toBe("completed"),
      { timeout: 20_000, interval: 50 },
    );
    const after = await rowsOf(product, newest.id);
    expect(after.map((row) => row.competitors_mentioned)).not.toEqual(
      rows.get(newest.id)?.map((row) => row.competitors_mentioned),
    );
    const shown = await read(`?scan_id=${newest.id}&limit=100`);
    expectVoices(shown, after, brand.name, 100);
    expect(shown.voices.filter(({ name, known }) => known && name === dropped?.name)).toEqual([]);

    await product.ask("DELETE", `/scans/${second.id}`);
    const left = await read("?limit=100");
    expect(left.over_time.map(({ scan_id }) => scan_id)).not.toContain(second.id);
    const expected = scans
      .filter((scan) => scan !== second)
      .flatMap((scan) => (scan === newest ? after : (rows.get(scan.id) ?? [])));
    expectVoices(left, expected, brand.name, 100);
  });
});
