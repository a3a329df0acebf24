import { FUNNEL_STAGES, type FunnelStage, type ScanDetail, type ScanResultRow } from "@answerscope/api";
import { siteOf } from "../../src/domain/answer/citations.ts";
import { clusteredRate } from "../../src/domain/statistics/clustered-rate.ts";
import type { TestProduct } from "./product.ts";

/** The product's figures, worked out again from nothing but the rows that the interface shows. */

export type Row = ScanResultRow & { query: string };

/** Form A knows a row's stage and form B its prompt; both list the rows in the same order. */
export async function rowsOf(product: TestProduct, scanId: string, key = product.key): Promise<Row[]> {
  const { results } = await product.data<ScanDetail>("GET", `/scans/${scanId}?form=a`, { key });
  const { json } = await product.ask("GET", `/scans/${scanId}?form=b`, { key });
  const inFormB = json.results as unknown as { query: string }[];
  return results.map((row, index) => ({ ...row, query: inFormB[index]?.query as string }));
}

export const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const groups = <T>(items: T[], by: (item: T) => string): T[][] => [...Map.groupBy(items, by).values()];

/** Answers make an engine's score of a prompt, engines the prompt's, prompts a stage's, stages a topic's: each level weighs its parts equally. */
export function topicScores(rows: Row[]) {
  const stages: Partial<Record<FunnelStage, number>> = {};
  for (const stage of FUNNEL_STAGES) {
    const ofStage = rows.filter(({ funnel_stage }) => funnel_stage === stage);
    const prompts = groups(ofStage, ({ query }) => query).map((answers) =>
      mean(groups(answers, ({ engine }) => engine).map((ofEngine) => mean(ofEngine.map(({ score }) => score ?? 0)))),
    );
    if (prompts.length > 0) stages[stage] = mean(prompts);
  }
  return { overall: mean(Object.values(stages)), stages };
}

const share = (rows: Row[], is: (row: Row) => boolean): number => rows.filter(is).length / rows.length;

export function engineStatistics(rows: Row[]) {
  const mentions = rows.filter(({ topic_mentioned }) => topic_mentioned);
  return {
    avg_score: mean(rows.map(({ score }) => score ?? 0)),
    mention_rate: mentions.length / rows.length,
    avg_position: mean(mentions.flatMap(({ mention_position }) => mention_position ?? [])),
    sentiment: {
      positive: share(mentions, ({ sentiment }) => sentiment === "positive"),
      neutral: share(mentions, ({ sentiment }) => sentiment === "neutral"),
      negative: share(mentions, ({ sentiment }) => sentiment === "negative"),
    },
    avg_citations: mean(rows.map(({ sources_cited }) => sources_cited?.length ?? 0)),
    recommendation_rate: share(rows, ({ action_recommendation }) => action_recommendation === true),
    n: rows.length,
  };
}

/** Rows show their scores rounded to a hundredth, so what is worked out from them may be off by as much. */
export const ROUNDING = 0.0101;

const distinct = (names: string[]): Set<string> => new Set(names.map((name) => name.toLowerCase()));

/** The share of rows that are hits, prompts being clusters; a row may weigh several, as with mentions. */
function rateOf(rows: Row[], hits: (row: Row) => number, of: (row: Row) => number) {
  const prompts = groups(rows, ({ topic_id, funnel_stage, query }) => JSON.stringify([topic_id, funnel_stage, query]));
  const total = (ofPrompt: Row[], count: (row: Row) => number) => ofPrompt.reduce((sum, row) => sum + count(row), 0);
  return clusteredRate(
    prompts.map((ofPrompt) => ({ n: total(ofPrompt, of), sum: total(ofPrompt, hits), sumSquares: 0 })),
  );
}

/** Everyone who is named: the brand under an empty name, the others in small letters; the brand first, then the loudest. */
export function voicesIn(rows: Row[]) {
  const namesIn = new Map(
    rows.map((row) => [
      row,
      new Set([...(row.topic_mentioned ? [""] : []), ...distinct(row.competitors_mentioned ?? [])]),
    ]),
  );
  const namesOf = (row: Row) => namesIn.get(row) as Set<string>;
  const everyName = rows.flatMap((row) => [...namesOf(row)]);
  const names = new Set(["", ...everyName]);
  const voices = [...names].map((name) => {
    const naming = rows.filter((row) => namesOf(row).has(name));
    const named = new Set(naming);
    const isNamed = (row: Row) => Number(named.has(row));
    return {
      name,
      mentions: naming.length,
      beside: naming.filter(({ topic_mentioned }) => topic_mentioned).length,
      share: rateOf(rows, isNamed, (row) => namesOf(row).size),
      rate: rateOf(rows, isNamed, () => 1),
    };
  });
  const mentions = everyName.length;
  const [own, ...others] = voices;
  others.sort((a, b) => b.mentions - a.mentions || (a.name < b.name ? -1 : 1));
  return { n: rows.length, mentions, voices: [own as (typeof voices)[number], ...others] };
}

function counted(items: string[]): { name: string; answers: number }[] {
  const sums = Map.groupBy(items, (item) => item);
  return [...sums]
    .map(([name, same]) => ({ name, answers: same.length }))
    .sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1));
}

/** Every site that is cited, the most cited first. */
export function sitesIn(rows: Row[]) {
  const sitesIn = new Map(
    rows.map((row) => [row, new Set((row.sources_cited ?? []).map((url) => siteOf(url) as string))]),
  );
  const sitesOf = (row: Row) => sitesIn.get(row) as Set<string>;
  const citing = rows.filter(({ sources_cited }) => (sources_cited ?? []).length > 0);
  return counted(citing.flatMap((row) => [...sitesOf(row)])).map(({ name: site, answers }) => {
    const here = citing.filter((row) => sitesOf(row).has(site));
    const isHere = new Set(here);
    const pages = here.flatMap(({ sources_cited }) => (sources_cited ?? []).filter((url) => siteOf(url) === site));
    return {
      site,
      answers,
      share: rateOf(
        citing,
        (row) => Number(isHere.has(row)),
        () => 1,
      ),
      own: here.filter(({ topic_mentioned }) => topic_mentioned).length,
      engines: counted(here.map(({ engine }) => engine)),
      names: counted(here.flatMap(({ competitors_mentioned }) => [...distinct(competitors_mentioned ?? [])])),
      pages: counted(pages),
    };
  });
}
