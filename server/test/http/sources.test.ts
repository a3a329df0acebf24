import type { Brand, Scan, Source, TopicSummary } from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";
import { type Row, rowsOf, sitesIn } from "../setup/recompute.ts";

const four = (value: number): number => Math.round(value * 10_000) / 10_000;

describe.each(KINDS)("GET /sources on %s", (kind) => {
  let product: TestProduct;
  let scans: Scan[];
  const rows = new Map<string, Row[]>();
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    scans = await product.data<Scan[]>("GET", "/scans?limit=50");
    for (const { id } of scans) rows.set(id, await rowsOf(product, id));
  });
  afterAll(() => product.close());

  const read = (query = "", key = product.key) => product.data<Source[]>("GET", `/sources${query}`, { key });
  const allRows = () => [...rows.values()].flat();

  /** The counts, against what the rows give, and the lists, as far as a scan keeps them. */
  function expectSources(shown: Source[], from: Row[]): void {
    const expected = sitesIn(from).slice(0, 100);
    expect(shown.map(({ domain, answers }) => [domain, answers])).toEqual(
      expected.map(({ site, answers }) => [site, answers]),
    );
    for (const [index, site] of expected.entries()) {
      const { low = 0, high = 0, level, value = 0, n } = site.share ?? {};
      expect(shown[index]).toMatchObject({
        ...{ share: four(value), interval: { low: four(low), high: four(high), level }, n, own_mentioned: site.own },
        engines: site.engines.map(({ name, answers }) => ({ engine: name, answers })),
        pages: site.pages.slice(0, 5).map(({ name, answers }) => ({ url: name, answers })),
      });
      const named = (list: { name: string; answers: number }[]) =>
        list.slice(0, 3).map(({ name, answers }) => [name.toLowerCase(), answers]);
      expect(named(shown[index]?.competitors ?? []), site.site).toEqual(named(site.names));
    }
  }

  it("lists what one scan cites, with engines, competitors and pages, by figures that follow from its rows", async () => {
    const scan = scans[0] as Scan;
    const shown = await read(`?scan_id=${scan.id}&limit=100`);
    expect(shown.length).toBeGreaterThan(3);
    expectSources(shown, rows.get(scan.id) as Row[]);
  });

  it("adds up the scans of the last 90 days, when nothing is asked for", async () => {
    expectSources(await read("?limit=100"), allRows());
  });

  it("filters by topic, stage and engine, and by all of them at once", async () => {
    const [topic] = await product.data<TopicSummary[]>("GET", "/topics");
    const id = topic?.id as string;
    for (const [query, isWanted] of [
      [`topic_id=${id}`, (row: Row) => row.topic_id === id],
      ["stage=conversion", (row: Row) => row.funnel_stage === "conversion"],
      ["engine=perplexity", (row: Row) => row.engine === "perplexity"],
      [
        `topic_id=${id}&stage=evaluation&engine=perplexity`,
        (row: Row) => row.topic_id === id && row.funnel_stage === "evaluation" && row.engine === "perplexity",
      ],
      ["engine=grok", () => false],
    ] as [string, (row: Row) => boolean][]) {
      expectSources(await read(`?${query}&limit=100`), allRows().filter(isWanted));
    }
  });

  it("marks the brand's own domain and no other", async () => {
    const { domain } = await product.data<Brand>("GET", "/brand");
    const own = (await read("?limit=100")).filter((one) => one.own);
    expect(own.map((one) => one.domain)).toEqual([domain]);
  });

  it("comes in pages, which together are the whole list", async () => {
    const all = await read("?limit=100");
    const { json } = await product.ask("GET", "/sources?limit=3&page=2");
    expect(json.data).toEqual(all.slice(3, 6));
    expect(json.pagination).toEqual({ page: 2, limit: 3, total: all.length, total_pages: Math.ceil(all.length / 3) });
    expect(await read("?limit=3&page=1000000")).toEqual([]);
  });

  it("is empty for a brand without scans, and knows no scan of another", async () => {
    const { key } = await product.makeBrand();
    const { json } = await product.ask("GET", "/sources", { key });
    expect(json).toEqual({ data: [], pagination: { page: 1, limit: 20, total: 0, total_pages: 0 } });
    const foreign = await product.ask("GET", `/sources?scan_id=${scans[0]?.id}`, { key });
    const unused = await product.ask("GET", `/sources?scan_id=${UNUSED_ID}`);
    expect([foreign.status, foreign.text]).toEqual([404, unused.text]);
  });

  it("forgets a scan that is deleted", async () => {
    const [newest, ...others] = scans as [Scan, ...Scan[]];
    await product.ask("DELETE", `/scans/${newest.id}`);
    expectSources(
      await read("?limit=100"),
      others.flatMap(({ id }) => rows.get(id) as Row[]),
    );
  });
});
