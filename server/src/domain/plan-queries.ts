import type { EngineId, FunnelStage } from "@answerscope/api/vocabulary";

/** A prompt of an active topic, in the version that a scan asks. */
export type PanelPrompt = { topicId: string; promptId: string; version: number; stage: FunnelStage };
/** One question to one engine. */
export type Query = {
  topicId: string;
  promptId: string;
  promptVersion: number;
  engine: EngineId;
  stage: FunnelStage;
  sample: number;
};

/**
 * Every prompt to every engine, as often as asked, or as often as is missing to that. Samples are the outer loop: a scan
 * that ends early has asked all prompts about equally often.
 */
export function planQueries(
  panel: PanelPrompt[],
  engines: EngineId[],
  samplesPerPrompt: number,
  askedBefore = 0,
): Query[] {
  const queries: Query[] = [];
  for (let sample = askedBefore + 1; sample <= samplesPerPrompt; sample++) {
    for (const { topicId, promptId, version, stage } of panel) {
      for (const engine of engines) {
        queries.push({ topicId, promptId, promptVersion: version, engine, stage, sample });
      }
    }
  }
  return queries;
}
