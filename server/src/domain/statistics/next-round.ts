export type SamplingState = {
  /** How often each prompt has been asked, failures included: one that always fails must not be asked for ever. */
  asked: ReadonlyMap<string, number>;
  /** Of the tracked number, about these prompts; null while there is no number. */
  halfWidth: number | null;
  targetHalfWidth: number;
  /** What one more question to one prompt costs: one call at each engine. */
  callsPerPrompt: number;
  callsLeft: number;
};

export type NextRound =
  | { stop: false; ask: { promptId: string; times: number }[] }
  | { stop: true; because: "precise enough" | "budget spent" | "no prompts" };

const FEWEST_ANSWERS = 3;
// A scan that stops when its interval looks narrow stops a little too often where that was luck.
const MARGIN = 0.9;
const NORMAL_95 = 1.959963984540054;

/**
 * Whom to ask next. Rounds are balanced: all prompts three times, then all once more, until the tracked number is
 * precise enough. A round that the budget cannot pay whole is not begun, since half a round would tilt the panel.
 */
export function nextRound(state: SamplingState): NextRound {
  if (state.asked.size === 0) return { stop: true, because: "no prompts" };
  const fewest = Math.min(...state.asked.values());
  const isPrecise = state.halfWidth !== null && state.halfWidth <= MARGIN * state.targetHalfWidth;
  if (fewest >= FEWEST_ANSWERS && isPrecise) return { stop: true, because: "precise enough" };
  const level = Math.max(FEWEST_ANSWERS, fewest + 1);
  const ask = [...state.asked]
    .filter(([, times]) => times < level)
    .map(([promptId, times]) => ({ promptId, times: level - times }));
  const calls = state.callsPerPrompt * ask.reduce((sum, { times }) => sum + times, 0);
  return calls > state.callsLeft ? { stop: true, because: "budget spent" } : { stop: false, ask };
}

/** Rounds that reach the width whatever the number is: as if half the answers scored nothing and half scored `max`. */
export function fixedRounds(prompts: number, targetHalfWidth: number, max = 100): number {
  const calls = (NORMAL_95 * (max / 2)) ** 2 / targetHalfWidth ** 2;
  return Math.max(FEWEST_ANSWERS, Math.ceil(calls / prompts));
}
