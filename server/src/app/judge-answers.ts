import type { ScanStatus } from "@answerscope/api";
import { EngineError } from "../domain/engine-error.ts";
import { type JudgedReading, judgedPart, withJudged } from "../domain/judged-reading.ts";
import { judgeFailure } from "../domain/retry.ts";
import { storableText } from "../domain/storable-text.ts";
import { budgetSpent, monthOf, whySpent } from "./check-budget.ts";
import { engineAccess } from "./engine-access.ts";
import { activeScan } from "./fail-rest.ts";
import { finishScan } from "./finish-scan.ts";
import { judgeRequest, readVerdict } from "./judge-request.ts";
import type { Deps, EngineAccess, StructuredRequest } from "./ports.ts";
import type { LaneLife } from "./run-lane.ts";
import type { BrandRecord, JudgeState, NewTopic, ScanRecord, SettledJudgement, StoredReading, Task } from "./stores.ts";
import { watchActive } from "./watch-active.ts";

const PAGE_ANSWERS = 500;

type View = {
  brandId: string;
  scan: ScanRecord;
  judge: JudgeState;
  brand: BrandRecord;
  access: EngineAccess;
  topics: Map<string, NewTopic>;
};

/** Has a second reader read what was sampled of a scan's answers, then finishes the scan; gives how it ended if it did. */
export async function judgeAnswers(deps: Deps, { brandId, id }: Task, life: LaneLife): Promise<ScanStatus | null> {
  for (;;) {
    const scan = await activeScan(deps.stores, brandId, id);
    if (!scan?.judge) return null;
    life.draining.throwIfAborted();
    const waiting = await deps.stores.judgements.waiting(brandId, id, PAGE_ANSWERS);
    if (waiting.length === 0) return finishScan(deps, brandId, id);
    const brand = await deps.stores.brands.get(brandId);
    const topics = await deps.stores.topics.ofScan(brandId, id);
    await judgeAll(deps, waiting, life, {
      ...{ brandId, scan, judge: scan.judge, brand },
      access: await engineAccess(deps.vault, deps.stores, brand),
      topics: new Map(topics.map((topic) => [topic.id, topic])),
    });
  }
}

/** Keeps as many under way as the engine takes, until all are settled or no more are to be asked. */
async function judgeAll(deps: Deps, waiting: StoredReading[], life: LaneLife, view: View): Promise<void> {
  const { brandId, scan, judge } = view;
  // Aborted when nobody wants the verdicts any more: the scan has ended.
  const over = new AbortController();
  const within = AbortSignal.any([life.signal, over.signal]);
  const closed = new AbortController();
  const spent = await budgetSpent(deps.stores, brandId, deps.now());
  if (spent !== null) closed.abort(spent);
  const closing = AbortSignal.any([closed.signal, life.draining, within]);
  const queue = waiting.values();
  const takeTurns = async () => {
    for (const one of queue) {
      if (closing.aborted) return;
      const settled = await judgeOne(deps, view, one, closed, within);
      if (!settled) return;
      const spending = await deps.write(brandId, (stores) =>
        stores.judgements.settle(brandId, scan.id, settled, monthOf(deps.now())),
      );
      const why = whySpent(spending, deps.now());
      if (why !== null) closed.abort(why);
    }
  };
  const watching = watchActive(deps, { brandId, scanId: scan.id }, over, within);
  try {
    const turns = Math.min(waiting.length, deps.gateOf(judge.engine).most);
    await Promise.all(
      Array.from({ length: turns }, () =>
        takeTurns().catch((error) => {
          if (!within.aborted) throw error;
        }),
      ),
    );
  } finally {
    over.abort();
    await watching;
  }
  life.signal.throwIfAborted();
  if (closed.signal.aborted) {
    const reason = String(closed.signal.reason);
    await deps.write(brandId, (stores) => stores.judgements.failWaiting(brandId, scan.id, reason, deps.now()));
  }
}

/** Asks until there is a verdict or no hope of one; null when the engine is not to be asked any more. */
async function judgeOne(
  deps: Deps,
  view: View,
  one: StoredReading,
  closed: AbortController,
  signal: AbortSignal,
): Promise<SettledJudgement | null> {
  const topic = view.topics.get(one.topic_id) as NewTopic;
  const request = judgeRequest(view.brand, topic, one.answer);
  let costUsd: number | null = null;
  for (let attempt = 1; ; attempt++) {
    const failure = await ask(deps, view, request, signal).then(
      (reply) => {
        if (reply.costUsd !== null) costUsd = (costUsd ?? 0) + reply.costUsd;
        const reading = readVerdict(reply.value);
        return reading ? { reading, model: reply.model } : new EngineError("malformed", "The judge gave no verdict.");
      },
      (error: Error) => error,
    );
    signal.throwIfAborted();
    if (!(failure instanceof Error)) return judged(view, one, { ...failure, costUsd }, deps.now());
    const verdict =
      failure instanceof EngineError ? judgeFailure(failure, attempt, deps.luck()) : { do: "give_up" as const };
    const reason = storableText(failure.message);
    if (verdict.do === "stop_engine") {
      closed.abort(reason);
      return null;
    }
    if (verdict.do === "give_up") {
      return {
        id: one.id,
        at: deps.now(),
        model: null,
        reading: null,
        local: null,
        failure: reason,
        costUsd,
        shown: null,
      };
    }
    await deps.pause(verdict.afterMs, AbortSignal.any([signal, closed.signal])).catch(() => undefined);
    if (closed.signal.aborted) return null;
  }
}

async function ask(deps: Deps, { brandId, judge, access }: View, request: StructuredRequest, signal: AbortSignal) {
  const place = await deps.gateOf(judge.engine).enter(brandId, signal);
  try {
    const reply = await deps.engines.structure(judge.engine, request, signal, access);
    place.answered();
    return reply;
  } catch (error) {
    if (error instanceof EngineError && error.kind === "rate_limited") place.turnedAway();
    throw error;
  } finally {
    place.leave();
  }
}

function judged(
  { scan, judge }: View,
  { id, evidence, row }: StoredReading,
  { reading, model, costUsd }: { reading: JudgedReading; model: string; costUsd: number | null },
  at: string,
): SettledJudgement {
  const local = judgedPart(row);
  const shown =
    judge.mode === "replace" ? { id, evidence, local, row: withJudged(row, reading, scan.score_weights) } : null;
  return { id, at, model, reading, local, failure: null, costUsd, shown };
}
