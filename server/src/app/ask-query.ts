import { EngineError } from "../domain/engine-error.ts";
import type { EngineReply } from "../domain/engine-reply.ts";
import { judgeFailure, type Verdict } from "../domain/retry.ts";
import { storableText } from "../domain/storable-text.ts";
import type { Deps, EngineAccess } from "./ports.ts";
import { type Reader, readReply, sceneOf } from "./read-reply.ts";
import type { AnsweredQuery, BrandRecord, Lane, TopicRecord, WaitingQuery } from "./stores.ts";

/** What a lane knows before it asks. */
export type LaneView = {
  lane: Lane;
  brand: BrandRecord;
  access: EngineAccess;
  topics: Map<string, { topic: TopicRecord; reader: Reader }>;
};

export type Outcome = { kind: "answered"; answered: AnsweredQuery } | { kind: "failed"; id: string; reason: string };

/** How a lane takes what its queries come to, and whether it wants any more calls. */
export type LaneEnds = {
  settle: (outcome: Outcome) => Promise<void>;
  /** Nothing more is to be asked; what is under way is still wanted. */
  closing: AbortSignal;
  /** Every query that still waits fails for the same reason. */
  close: (reason: string) => void;
  /** Told when a call begins (1) and when it is over (-1). */
  onCall: (change: 1 | -1) => void;
};

/**
 * Asks until there is an answer or no hope of one, and settles it. The place at the engine is held until the answer is
 * stored, so that no more answers can be lost than there are places; it is free while a query waits to try again.
 */
export async function askQuery(
  deps: Deps,
  view: LaneView,
  query: WaitingQuery,
  { settle, closing, close, onCall }: LaneEnds,
  signal: AbortSignal,
): Promise<void> {
  const { brandId, engine } = view.lane;
  const about = view.topics.get(query.topicId);
  if (!about) return settle({ kind: "failed", id: query.id, reason: "The topic was deleted." });
  const question = questionOf(deps, view, about.topic, query);
  const gate = deps.gateOf(engine);

  for (let attempt = 1; ; attempt++) {
    const place = await gate.enter(brandId, signal);
    let failure: unknown;
    let verdict: Verdict | undefined;
    onCall(1);
    try {
      if (closing.aborted) return;
      const asked = deps.engines.ask(engine, question, signal, view.access);
      const reply: EngineReply | null = await asked.catch((error) => {
        failure = error;
        return null;
      });
      if (reply) {
        place.answered();
        return await settle(outcomeOf(query.id, about.reader, reply, deps.now()));
      }
      signal.throwIfAborted();
      if (failure instanceof EngineError && failure.kind === "rate_limited") place.turnedAway();
      verdict = verdictOn(failure, attempt, deps.luck());
      // Before the place is given on: an engine that does not take the key is not to be asked once more.
      if (verdict.do === "stop_engine") return close(reasonOf(failure));
    } finally {
      onCall(-1);
      place.leave();
    }
    if (verdict.do === "give_up") return settle({ kind: "failed", id: query.id, reason: reasonOf(failure) });
    await deps.pause(verdict.afterMs, AbortSignal.any([signal, closing])).catch(() => undefined);
    signal.throwIfAborted();
    if (closing.aborted) return;
  }
}

/** An answer that cannot be read would be no better the next time, and each time costs. */
function outcomeOf(id: string, reader: Reader, reply: EngineReply, at: string): Outcome {
  try {
    return { kind: "answered", answered: readReply(id, reader, reply, at) };
  } catch (error) {
    return { kind: "failed", id, reason: `The answer came, but could not be read: ${reasonOf(error)}` };
  }
}

const questionOf = (deps: Deps, { lane, brand }: LaneView, topic: TopicRecord, query: WaitingQuery) => ({
  prompt: query.prompt,
  locale: { country: brand.country, language: brand.language },
  scene: sceneOf(brand, topic, query.stage),
  seed: `${lane.scanId}:${query.id}`,
  askedAt: deps.now(),
});

const reasonOf = (failure: unknown): string => storableText((failure as Error).message);

/** Whatever is not a connector's verdict would be the same the next time. */
const verdictOn = (failure: unknown, attempt: number, luck: number): Verdict =>
  failure instanceof EngineError ? judgeFailure(failure, attempt, luck) : { do: "give_up" };
