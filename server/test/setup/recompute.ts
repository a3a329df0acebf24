import { FUNNEL_STAGES, type FunnelStage, type ScanDetail, type ScanResultRow } from "@answerscope/api";
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
