import type { Sums } from "./estimate.ts";

/** The answers of one engine to one prompt. */
export type PanelCell = Sums & { promptId: string; topicId: string; stage: string; engine: string };

export type Weighting = {
  /** Topics and engines that are not named weigh 1. */
  topics?: ReadonlyMap<string, number>;
  engines?: ReadonlyMap<string, number>;
};

/** A prompt's part in the headline number; all weights of a panel add up to 1, and so do the shares of a prompt. */
export type WeightedPrompt = {
  promptId: string;
  /** The topic and stage it belongs to: within it, prompts stand for one another. */
  stratum: string;
  weight: number;
  cells: (Sums & { engine: string; share: number })[];
};

/**
 * The weights by which a headline number is made: answer, then prompt (engines by weight), then stage (prompts equal),
 * then topic (stages equal), then brand (topics by weight). Only what was answered counts, at every level.
 */
export function weighPanel(cells: readonly PanelCell[], { topics, engines }: Weighting = {}): WeightedPrompt[] {
  const topicWeight = (id: string) => topics?.get(id) ?? 1;
  const engineWeight = (id: string) => engines?.get(id) ?? 1;
  const answered = cells.filter(
    ({ n, topicId, engine }) => n > 0 && topicWeight(topicId) > 0 && engineWeight(engine) > 0,
  );
  const byTopic = Map.groupBy(answered, ({ topicId }) => topicId);
  const allTopics = [...byTopic.keys()].reduce((sum, id) => sum + topicWeight(id), 0);
  return [...byTopic].flatMap(([topicId, ofTopic]) => {
    const stages = Map.groupBy(ofTopic, ({ stage }) => stage);
    return [...stages].flatMap(([stage, ofStage]) => {
      const prompts = Map.groupBy(ofStage, ({ promptId }) => promptId);
      const stratum = `${stage} ${topicId}`;
      const weight = topicWeight(topicId) / allTopics / stages.size / prompts.size;
      return [...prompts].map(([promptId, ofPrompt]) => {
        const allEngines = ofPrompt.reduce((sum, { engine }) => sum + engineWeight(engine), 0);
        return {
          promptId,
          stratum,
          weight,
          cells: ofPrompt.map(({ n, sum, sumSquares, engine }) => ({
            n,
            sum,
            sumSquares,
            engine,
            share: engineWeight(engine) / allEngines,
          })),
        };
      });
    });
  });
}

export function promptMean({ cells }: WeightedPrompt): number {
  return cells.reduce((mean, { share, sum, n }) => mean + (share * sum) / n, 0);
}
