import { ACTIVE_SCAN_STATUSES, type ScanProgress } from "@answerscope/api";
import { queriesAhead, type ScanSampling } from "../domain/scan-sampling.ts";
import type { Deps } from "./ports.ts";
import type { EngineProgress, ScanRecord } from "./stores.ts";

const LOOK_MS = 1000;
/** Said again even when nothing changed, so that whoever listens knows that somebody still speaks. */
const SAY_AGAIN_MS = 15_000;
const RATE_WINDOW_MS = 60_000;

/** The state of a scan, now and whenever it changes, until it has ended. */
export async function* watchScan(
  deps: Pick<Deps, "snapshot" | "now" | "pause">,
  brandId: string,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ScanProgress> {
  let said = "";
  let saidMs = 0;
  while (!signal.aborted) {
    const progress = await deps.snapshot(async (stores) => {
      const scan = await stores.scans.get(brandId, id);
      if (!scan) return null;
      const now = Date.parse(deps.now());
      const fromMs = Math.max(Date.parse(scan.started_at ?? scan.created_at), now - RATE_WINDOW_MS);
      const engines = await stores.results.progress(brandId, id, new Date(fromMs).toISOString());
      return progressOf(scan, engines, (now - fromMs) / RATE_WINDOW_MS);
    });
    // Deleted meanwhile.
    if (!progress) return;
    const nowMs = Date.parse(deps.now());
    const state = stateOf(progress);
    if (state !== said || nowMs - saidMs >= SAY_AGAIN_MS) {
      yield progress;
      said = state;
      saidMs = nowMs;
    }
    if (!ACTIVE_SCAN_STATUSES.includes(progress.status)) return;
    await deps.pause(LOOK_MS, signal).catch(() => undefined);
  }
}

/** Rates drift with the clock: they alone are no news. */
const stateOf = ({ status, cost_usd, engines }: ScanProgress): string =>
  JSON.stringify([status, cost_usd, engines.map((one) => [one.completed_queries, one.failed_queries])]);

const rateOf = (settled: number, minutes: number): number => (minutes > 0 ? settled / minutes : 0);

function timeLeft(waiting: number, perMinute: number): number | null {
  if (waiting === 0) return 0;
  return perMinute > 0 ? Math.ceil((waiting / perMinute) * 60) : null;
}

function progressOf(scan: ScanRecord, progress: EngineProgress[], minutes: number): ScanProgress {
  const isActive = ACTIVE_SCAN_STATUSES.includes(scan.status);
  const engines = progress.map(({ engine, total, completed, failed, waiting, settled_since }) => {
    const goesOn = isActive && scan.sampling && !scan.sampling.stopped_engines.includes(engine);
    const ahead = goesOn ? queriesAhead(scan.sampling as ScanSampling) : 0;
    const queries_per_minute = isActive ? rateOf(settled_since, minutes) : 0;
    return {
      engine,
      total_queries: total + ahead,
      completed_queries: completed,
      failed_queries: failed,
      queries_per_minute,
      seconds_left: isActive ? timeLeft(waiting + ahead, queries_per_minute) : 0,
    };
  });
  const left = engines.map(({ seconds_left }) => seconds_left);
  return {
    scan_id: scan.id,
    status: scan.status,
    total_queries: scan.total_queries,
    completed_queries: scan.completed_queries,
    failed_queries: scan.failed_queries,
    cost_usd: scan.cost_usd,
    queries_per_minute: engines.reduce((sum, one) => sum + one.queries_per_minute, 0),
    // The slowest engine decides, and nothing is known while one of them has not begun.
    seconds_left: left.includes(null) ? null : Math.max(0, ...(left as number[])),
    engines,
  };
}
