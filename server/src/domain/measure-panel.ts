import { FUNNEL_STAGES, type FunnelStage } from "@answerscope/api/vocabulary";
import type { Estimate } from "./statistics/estimate.ts";
import { weightedMean } from "./statistics/weighted-mean.ts";
import { type PanelCell, promptMean, weighPanel } from "./statistics/weighted-panel.ts";

/** One prompt at one engine in one scan. */
export type MeasuredCell = PanelCell & { stage: FunnelStage; mentions: number };

export type TopicMeasure = {
  topicId: string;
  n: number;
  mentions: number;
  overall: Estimate;
  /** Only the stages that were measured. */
  stages: Partial<Record<FunnelStage, number>>;
};

export type PanelMeasure = { brand: Estimate | null; topics: TopicMeasure[] };

/** The numbers that people see of a scan, from its cells: the one place where answers become scores of more than one. */
export function measurePanel(cells: readonly MeasuredCell[], topicWeights: ReadonlyMap<string, number>): PanelMeasure {
  const byTopic = Map.groupBy(
    cells.filter(({ n }) => n > 0),
    ({ topicId }) => topicId,
  );
  return {
    brand: weightedMean(weighPanel(cells, { topics: topicWeights })),
    topics: [...byTopic].map(([topicId, ofTopic]) => measureTopic(topicId, ofTopic)),
  };
}

function measureTopic(topicId: string, cells: MeasuredCell[]): TopicMeasure {
  return {
    topicId,
    n: cells.reduce((sum, { n }) => sum + n, 0),
    mentions: cells.reduce((sum, { mentions }) => sum + mentions, 0),
    overall: weightedMean(weighPanel(cells)) as Estimate,
    stages: Object.fromEntries(
      FUNNEL_STAGES.flatMap((stage) => {
        const prompts = weighPanel(cells.filter((cell) => cell.stage === stage));
        if (prompts.length === 0) return [];
        return [[stage, prompts.reduce((sum, prompt) => sum + prompt.weight * promptMean(prompt), 0)]];
      }),
    ),
  };
}
