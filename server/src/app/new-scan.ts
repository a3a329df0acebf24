import type { EngineId, ScanTrigger } from "@answerscope/api";
import type { Query } from "../domain/plan-queries.ts";
import { queriesAhead, type ScanSampling } from "../domain/scan-sampling.ts";
import type { ScoreWeights } from "../domain/score.ts";
import { NO_SCORE } from "./scan-score.ts";
import type { JudgeState, ScanRecord } from "./stores.ts";

type Plan = {
  id: string;
  trigger: ScanTrigger;
  engines: EngineId[];
  simulated: boolean;
  queries: Query[];
  sampling?: ScanSampling | null;
  weights: ScoreWeights;
  judge: JudgeState | null;
  at: string;
};

/** A scan that has been planned and of which nothing has happened yet. */
export const newScan = ({
  id,
  trigger,
  engines,
  simulated,
  queries,
  sampling,
  weights,
  judge,
  at,
}: Plan): ScanRecord => ({
  id,
  status: "pending",
  trigger,
  engines,
  simulated,
  sampling: sampling ?? null,
  total_queries: queries.length + (sampling ? queriesAhead(sampling) * engines.length : 0),
  completed_queries: 0,
  failed_queries: 0,
  topics_scanned: new Set(queries.map(({ topicId }) => topicId)).size,
  ...NO_SCORE,
  score_weights: weights,
  judge,
  cost_usd: 0,
  failures: [],
  error: null,
  cancelled: false,
  created_at: at,
  started_at: null,
  completed_at: null,
});
