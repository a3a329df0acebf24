import { setImmediate as breathe } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type CompiledSubject, readAnswer } from "../domain/answer/read-answer.ts";
import type { Reading } from "../domain/answer/reading.ts";
import { judgedPart, withJudged } from "../domain/judged-reading.ts";
import { measurePanel } from "../domain/measure-panel.ts";
import { changesBetween, countChanges, noChanges, resultRow } from "../domain/result-row.ts";
import { type ScoreWeights, scoreAnswer } from "../domain/score.ts";
import { endRescore } from "./end-rescore.ts";
import { sumUpAgain } from "./measure-scan.ts";
import type { Deps } from "./ports.ts";
import { subjectOf } from "./read-reply.ts";
import type {
  RescoredScan,
  RescoreEnd,
  RescoreRecord,
  ScanRecord,
  SecondReading,
  StoredReading,
  Stores,
  Task,
} from "./stores.ts";

/** Enough that the transaction's own cost is small beside theirs, and few enough to hold in memory. */
const PAGE_ANSWERS = 256;
/** Reading takes about a millisecond an answer, and whoever else waits for this process should not wait long. */
const BREATH_ANSWERS = 4;
/** Changes that are shown in words, over all scans of a rescore. */
const SAMPLE_CHANGES = 100;

type RescoreDeps = Pick<Deps, "stores" | "write" | "now" | "newId" | "defaultWeights">;
type Run = { brandId: string; rescore: RescoreRecord; signal: AbortSignal };

/** What one scan's answers are read by, and what has come of it so far. */
type Pass = {
  scan: ScanRecord;
  weights: ScoreWeights;
  topics: Map<string, { name: string; subject: CompiledSubject }>;
  progress: RescoredScan;
  /** How many changes of this scan may be shown. */
  room: number;
  /** Of a dry run: the scores that would be different. */
  scores: { id: string; score: number }[];
};

/** Reads every answer of a rescore's scans again, scan by scan; one that was interrupted goes on where it was. */
export async function runRescore(deps: RescoreDeps, { brandId, id }: Task, signal: AbortSignal): Promise<void> {
  await deps.write(brandId, (stores) => stores.rescores.markRunning(brandId, id, deps.now()));
  const rescore = await deps.stores.rescores.get(brandId, id);
  if (rescore?.status !== "running") return;
  const scans = await deps.stores.rescores.scansOf(brandId, id);
  let shown = scans.reduce((sum, { sample }) => sum + sample.length, 0);
  for (;;) {
    const next = await deps.stores.rescores.nextScan(brandId, id);
    if (!next) break;
    const left = SAMPLE_CHANGES - (shown - next.sample.length);
    const room = Math.min(left, Math.ceil(SAMPLE_CHANGES / scans.length));
    try {
      shown += (await readScanAgain(deps, { brandId, rescore, signal }, next, room)) - next.sample.length;
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return end(deps, brandId, rescore, { status: "failed", error: error.message });
    }
  }
  await end(deps, brandId, rescore, { status: "completed", error: null });
}

/** The next time would bring the same: it is not worth trying again. */
class UnreadableError extends Error {}

async function end(
  deps: RescoreDeps,
  brandId: string,
  rescore: RescoreRecord,
  how: Pick<RescoreEnd, "status" | "error">,
): Promise<void> {
  await deps.write(brandId, (stores) =>
    endRescore(deps, stores, brandId, rescore, { ...how, cancelled: false, at: deps.now() }),
  );
}

/** Gives how many changes are shown of it. */
async function readScanAgain(deps: RescoreDeps, run: Run, next: RescoredScan, room: number): Promise<number> {
  const { brandId, rescore } = run;
  const scan = await deps.stores.scans.get(brandId, next.scan_id);
  if (!scan) return 0;
  const pass = await beginPass(deps, run, scan, next, room);
  for (;;) {
    const page = await deps.stores.results.readings(brandId, scan.id, pass.progress.after_id, PAGE_ANSWERS);
    if (page.length === 0) break;
    const second = await readPage(run, pass, page);
    pass.progress.after_id = page.at(-1)?.id ?? null;
    pass.progress.done_answers += page.length;
    const isWanted = await deps.write(brandId, async (stores) => {
      if (!(await stores.rescores.advance(brandId, rescore.id, scan.id, pass.progress))) return false;
      if (!rescore.dry_run) await stores.results.reread(brandId, scan.id, second);
      return true;
    });
    // Cancelled, or the scan was deleted: what comes next, if anything, is asked for again.
    if (!isWanted) return pass.progress.sample.length;
  }
  await deps.write(brandId, async (stores) => {
    if (!(await stores.rescores.advance(brandId, rescore.id, scan.id, pass.progress))) return;
    const score = rescore.dry_run
      ? scan.status === "completed"
        ? await scoreIf(stores, brandId, scan.id, pass.scores)
        : null
      : await sumUpAgain(deps, stores, brandId, scan, pass.weights);
    await stores.rescores.finishScan(brandId, rescore.id, scan.id, score);
  });
  return pass.progress.sample.length;
}

async function scoreIf(
  stores: Stores,
  brandId: string,
  scanId: string,
  scores: Pass["scores"],
): Promise<number | null> {
  const cells = await stores.analytics.panelIf(brandId, scanId, scores);
  return measurePanel(cells, await stores.topics.weights(brandId)).brand?.value ?? null;
}

async function beginPass(
  deps: RescoreDeps,
  run: Run,
  scan: ScanRecord,
  next: RescoredScan,
  room: number,
): Promise<Pass> {
  const brand = await deps.stores.brands.get(run.brandId);
  const topics = await deps.stores.topics.ofScan(run.brandId, scan.id);
  // A dry run leaves nothing behind that it could go on from: it begins the scan again.
  const afresh = { done_answers: 0, after_id: null, changed: noChanges(), sample: [] };
  return {
    scan,
    weights: brand.score_weights ?? deps.defaultWeights,
    topics: new Map(topics.map((topic) => [topic.id, { name: topic.name, subject: subjectOf(brand, topic) }])),
    progress: run.rescore.dry_run ? { ...next, ...afresh } : next,
    room,
    scores: [],
  };
}

/** The readings that are different from those that are kept. */
async function readPage({ signal }: Run, pass: Pass, page: StoredReading[]): Promise<SecondReading[]> {
  const second: SecondReading[] = [];
  for (const [index, stored] of page.entries()) {
    if (index % BREATH_ANSWERS === 0) {
      await breathe();
      signal.throwIfAborted();
    }
    const again = readAgain(pass, stored);
    if (again) second.push(again);
  }
  return second;
}

function readOrSay(subject: CompiledSubject, { id, answer, cited }: StoredReading): Reading {
  try {
    return readAnswer(subject, answer, cited);
  } catch (error) {
    throw new UnreadableError(`The answer of row ${id} could not be read: ${(error as Error).message}`);
  }
}

function readAgain(pass: Pass, stored: StoredReading): SecondReading | null {
  const topic = pass.topics.get(stored.topic_id);
  if (!topic) return null;
  const { evidence, ...reading } = readOrSay(topic.subject, stored);
  const byRules = resultRow(reading, scoreAnswer(reading, pass.weights));
  const local = judgedPart(byRules);
  const { judgement } = stored;
  // Where a judge's word counts it goes on counting: no engine is asked again.
  const replaced = judgement !== null && stored.row.read_by === "judge";
  const row = replaced ? withJudged(byRules, judgement.judged, pass.weights) : byRules;
  const changes = changesBetween(stored.row, row);
  countChanges(pass.progress.changed, changes);
  const about = {
    scan_id: pass.scan.id,
    result_id: stored.id,
    topic_id: stored.topic_id,
    topic_name: topic.name,
    engine: stored.engine,
  };
  const { sample } = pass.progress;
  for (const change of changes) if (sample.length < pass.room) sample.push({ ...about, ...change });
  if (changes.some(({ field }) => field === "score")) pass.scores.push({ id: stored.id, score: row.score });
  const isSame =
    isDeepStrictEqual(row, stored.row) &&
    isDeepStrictEqual(evidence, stored.evidence) &&
    (judgement === null || isDeepStrictEqual(local, judgement.local));
  return isSame ? null : { id: stored.id, evidence, row, local };
}
