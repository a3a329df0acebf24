import type { CompiledSubject } from "../domain/answer/read-answer.ts";
import { EngineError } from "../domain/engine-error.ts";
import { judgeFailure } from "../domain/retry.ts";
import { storableText } from "../domain/storable-text.ts";
import type { Deps, EngineAccess } from "./ports.ts";
import { readReply, sceneOf } from "./read-reply.ts";
import type { AnsweredQuery, BrandRecord, Lane, TopicRecord, WaitingQuery } from "./stores.ts";

/** What a lane knows before it asks. */
export type LaneView = {
  lane: Lane;
  brand: BrandRecord;
  access: EngineAccess;
  topics: Map<string, { topic: TopicRecord; subject: CompiledSubject }>;
};

export type Outcome =
  | { kind: "answered"; answered: AnsweredQuery }
  | { kind: "failed"; id: string; reason: string }
  /** The engine will not answer anything: every query that still waits for it fails for the same reason. */
  | { kind: "engine_stopped"; reason: string };

/** Asks until there is an answer or no hope of one. The place at the engine is free while a query waits to try again. */
export async function askQuery(
  deps: Deps,
  { lane: { brandId, scanId, engine }, brand, access, topics }: LaneView,
  query: WaitingQuery,
  signal: AbortSignal,
): Promise<Outcome> {
  const about = topics.get(query.topicId);
  if (!about) return { kind: "failed", id: query.id, reason: "The topic was deleted." };
  const question = {
    prompt: query.prompt,
    locale: { country: brand.country, language: brand.language },
    scene: sceneOf(brand, about.topic, query.stage),
    seed: `${scanId}:${query.id}`,
    askedAt: deps.now(),
  };
  const gate = deps.gateOf(engine);
  for (let attempt = 1; ; attempt++) {
    try {
      const reply = await gate.run(brandId, signal, () => deps.engines.ask(engine, question, signal, access));
      return { kind: "answered", answered: readReply(query.id, about.subject, reply, deps.now()) };
    } catch (error) {
      signal.throwIfAborted();
      const reason = storableText((error as Error).message);
      // Whatever is not a connector's verdict would be the same the next time.
      if (!(error instanceof EngineError)) return { kind: "failed", id: query.id, reason };
      if (error.kind === "rate_limited") gate.slowDown();
      const verdict = judgeFailure(error, attempt, deps.luck());
      if (verdict.do === "stop_engine") return { kind: "engine_stopped", reason };
      if (verdict.do === "give_up") return { kind: "failed", id: query.id, reason };
      await deps.pause(verdict.afterMs, signal);
    }
  }
}
