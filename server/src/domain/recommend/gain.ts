import type { FunnelStage, Priority } from "@answerscope/api/vocabulary";
import { median, type SituationCell } from "./situation.ts";

/** Points a topic would gain by doing as well as the brand's median topic, give or take one standard error. */
type Gain = { pts: number; errorPts: number };

type Measured = { scoreMean: number; n: number };

const HIGH_PRIORITY_PTS = 10;
const MEDIUM_PRIORITY_PTS = 3;

/** Null when no other topic was measured at this stage. */
export function gainAtStage(cell: SituationCell, cells: readonly SituationCell[]): Gain | null {
  const peers = cells.filter((peer) => peer.stage === cell.stage && peer.topicId !== cell.topicId);
  return gapToMedian(cell, peers);
}

/** The same over whole topics: stages weigh equally, and only measured ones count. */
export function gainOfTopic(topicId: string, cells: readonly SituationCell[]): Gain | null {
  const measured = cells.filter((cell) => cell.n > 0);
  const topics = [...Map.groupBy(measured, (cell) => cell.topicId)].map(([id, stages]) => ({
    id,
    scoreMean: stages.reduce((sum, cell) => sum + cell.scoreMean, 0) / stages.length,
    n: stages.reduce((sum, cell) => sum + cell.n, 0),
  }));
  const own = topics.find((topic) => topic.id === topicId);
  const peers = topics.filter((topic) => topic.id !== topicId);
  return own === undefined ? null : gapToMedian(own, peers);
}

/** "about 4 to 9 points on awareness, ..."; null when nothing, or less than a point, is to be gained. */
export function impactInWords(gain: Gain | null, stage: FunnelStage | null): string | null {
  if (gain === null || gain.pts < 1) return null;
  const low = Math.round(gain.pts - gain.errorPts);
  const high = Math.round(Math.min(100, gain.pts + gain.errorPts));
  const where = stage === null ? "on this topic" : `on ${stage}`;
  const condition = `if it did as well as your median topic${stage === null ? "" : " there"}`;
  return `${rangeInWords(low, high)} ${where}, ${condition}`;
}

/** Unknown gain is neither urgent nor negligible. */
export function priorityOf(gain: Gain | null): Priority {
  if (gain === null) return "medium";
  if (gain.pts >= HIGH_PRIORITY_PTS) return "high";
  return gain.pts >= MEDIUM_PRIORITY_PTS ? "medium" : "low";
}

function gapToMedian(own: Measured, others: readonly Measured[]): Gain | null {
  const peers = others.filter((peer) => peer.n > 0);
  const target = median(peers.map((peer) => peer.scoreMean));
  const peerAnswers = median(peers.map((peer) => peer.n));
  if (own.n === 0 || target === null || peerAnswers === null) return null;
  const variance = mostVariance(own.scoreMean) / own.n + mostVariance(target) / peerAnswers;
  return { pts: target - own.scoreMean, errorPts: Math.sqrt(variance) };
}

// The largest variance that numbers from 0 to 100 with this mean can have (Bhatia and Davis 2000). The spread of single
// answers is not known here, so the range errs on the wide side.
function mostVariance(mean: number): number {
  return Math.max(0, mean * (100 - mean));
}

function rangeInWords(low: number, high: number): string {
  if (low < 1) return `up to about ${points(high)}`;
  return low === high ? `about ${points(low)}` : `about ${low} to ${points(high)}`;
}

function points(count: number): string {
  return count === 1 ? "1 point" : `${count} points`;
}
