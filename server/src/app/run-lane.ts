import { ACTIVE_SCAN_STATUSES } from "@answerscope/api";
import type { CompiledSubject } from "../domain/answer/read-answer.ts";
import { storableText } from "../domain/storable-text.ts";
import { finishScan } from "./finish-scan.ts";
import type { AnsweredQuery, BrandRecord, Deps, Lane, TopicRecord, WaitingQuery } from "./ports.ts";
import { readReply, sceneOf, subjectOf } from "./read-reply.ts";

const CONCURRENT_QUERIES = 8;

type Outcome = { answered: AnsweredQuery } | { failedId: string; reason: string };

/** Asks one engine everything that is still waiting for it, then finishes the scan if nothing waits any more. */
export async function runLane(deps: Deps, lane: Lane, signal: AbortSignal): Promise<void> {
  const { brandId, scanId, engine } = lane;
  await deps.write(brandId, (stores) => stores.scans.markRunning(brandId, scanId, deps.now()));
  const brand = await deps.stores.brands.get(brandId);
  const topics = new Map<string, { topic: TopicRecord; subject: CompiledSubject } | null>();

  for (;;) {
    signal.throwIfAborted();
    const scan = await deps.stores.scans.get(brandId, scanId);
    if (!scan || !ACTIVE_SCAN_STATUSES.includes(scan.status)) return;
    const waiting = await deps.stores.results.waiting(brandId, scanId, engine, CONCURRENT_QUERIES);
    if (waiting.length === 0) break;
    for (const { topicId } of waiting) {
      if (topics.has(topicId)) continue;
      const topic = await deps.stores.topics.get(brandId, topicId);
      topics.set(topicId, topic && { topic, subject: subjectOf(brand, topic) });
    }
    const outcomes = await Promise.all(
      waiting.map((query) => askOne(deps, lane, brand, topics.get(query.topicId) ?? null, query, signal)),
    );
    await store(deps, lane, outcomes);
  }
  await finishScan(deps, brandId, scanId);
}

async function askOne(
  deps: Deps,
  { scanId, engine }: Lane,
  brand: BrandRecord,
  about: { topic: TopicRecord; subject: CompiledSubject } | null,
  query: WaitingQuery,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!about) return { failedId: query.id, reason: "The topic was deleted." };
  const question = {
    prompt: query.prompt,
    locale: { country: brand.country, language: brand.language },
    scene: sceneOf(brand, about.topic, query.stage),
    seed: `${scanId}:${query.id}`,
    askedAt: deps.now(),
  };
  try {
    const reply = await deps.engines.ask(engine, question, signal);
    return { answered: readReply(query.id, about.subject, reply, deps.now()) };
  } catch (error) {
    signal.throwIfAborted();
    return { failedId: query.id, reason: storableText((error as Error).message) };
  }
}

async function store(deps: Deps, { brandId, scanId }: Lane, outcomes: Outcome[]): Promise<void> {
  await deps.write(brandId, async (stores) => {
    // Cancelled while the engine was answering: a scan that has ended does not change any more.
    const scan = await stores.scans.get(brandId, scanId);
    if (!scan || !ACTIVE_SCAN_STATUSES.includes(scan.status)) return;
    const answered = outcomes.flatMap((outcome) => ("answered" in outcome ? [outcome.answered] : []));
    await stores.results.answer(brandId, scanId, answered);
    for (const outcome of outcomes) {
      if ("failedId" in outcome) {
        await stores.results.fail(brandId, scanId, [outcome.failedId], outcome.reason, deps.now());
      }
    }
  });
}
