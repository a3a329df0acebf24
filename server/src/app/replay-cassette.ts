import type { Prompt } from "@answerscope/api";
import { EngineError } from "../domain/engine-error.ts";
import { judgedPart, withJudged } from "../domain/judged-reading.ts";
import { DEFAULT_WEIGHTS } from "../domain/score.ts";
import { AdaptiveGate } from "./adaptive-gate.ts";
import type { CassetteQuery, CassetteScan } from "./cassette.ts";
import { sumUpAgain } from "./measure-scan.ts";
import { newScan } from "./new-scan.ts";
import type { Deps, EngineDirectory } from "./ports.ts";
import { runLane } from "./run-lane.ts";
import type { ResultRecord, ScanRecord, Stores } from "./stores.ts";

export type Replayed = {
  scan: ScanRecord;
  rows: ResultRecord[];
  /** Rows that are not what they were when the scan was recorded, with the fields that differ. */
  differences: { id: string; fields: string[] }[];
};

/** Runs a recorded scan again, in an empty database: the same way, but the tape answers instead of the engines. */
export async function replayCassette(deps: Deps, first: CassetteScan, queries: CassetteQuery[]): Promise<Replayed> {
  const brandId = first.brand.id;
  const scanId = first.scan.id;
  await deps.write(brandId, (stores) => storeRecorded(deps, stores, first, queries));

  // One question at a time, so that the clock can stand where it stood when its answer came.
  let clock = first.scan.started_at ?? first.scan.created_at;
  const byId = new Map(queries.map((query) => [query.id, query]));
  const engines = tapeDirectory(deps.engines, (seed) => {
    const query = byId.get(seed.slice(scanId.length + 1));
    clock = query?.answeredAt ?? clock;
    return query;
  });
  const gate = new AdaptiveGate(1);
  const replaying: Deps = { ...deps, engines, now: () => clock, gateOf: () => gate };
  const never = new AbortController().signal;
  const life = { signal: never, draining: never };
  for (const engine of first.scan.engines) await runLane(replaying, { brandId, scanId, engine }, life);

  await showJudged(deps, brandId, scanId, queries);
  const rows = await deps.stores.results.ofScan(brandId, scanId);
  const ran = (await deps.stores.scans.get(brandId, scanId)) as ScanRecord;
  // When to stop was decided then: the tape holds what was asked, and nothing more can be.
  const scan = { ...ran, sampling: first.scan.sampling ?? null };
  return { scan, rows, differences: differencesOf(queries, rows) };
}

/** No judge is asked: where its word counted, it is put back. */
async function showJudged(deps: Deps, brandId: string, scanId: string, queries: CassetteQuery[]): Promise<void> {
  const judged = new Map(queries.flatMap(({ id, judged: said }) => (said ? [[id, said] as const] : [])));
  if (judged.size === 0) return;
  const scan = (await deps.stores.scans.get(brandId, scanId)) as ScanRecord;
  const readings = await deps.stores.results.readings(brandId, scanId, null, queries.length);
  const second = readings.flatMap(({ id, evidence, row }) => {
    const said = judged.get(id);
    return said ? [{ id, evidence, row: withJudged(row, said, scan.score_weights), local: judgedPart(row) }] : [];
  });
  await deps.write(brandId, async (stores) => {
    await stores.results.reread(brandId, scanId, second);
    await sumUpAgain(deps, stores, brandId, scan, scan.score_weights);
  });
}

async function storeRecorded(
  deps: Pick<Deps, "newId">,
  stores: Stores,
  { scan, brand, topics }: CassetteScan,
  queries: CassetteQuery[],
): Promise<void> {
  const at = brand.created_at;
  const accountId = deps.newId();
  await stores.brands.insertAccount({ id: accountId, name: "Replay", at });
  // Nothing is to be refused or started because of what the brand has spent or planned since.
  await stores.brands.insert({
    ...brand,
    accountId,
    monthly_budget_usd: null,
    schedule: null,
    next_scan_at: null,
    judge: null,
  });
  for (const topic of topics) await stores.topics.insert(brand.id, topic);
  const prompts = new Map(
    queries.map((query): [string, Prompt] => [
      query.promptId,
      {
        id: query.promptId,
        topic_id: query.topicId,
        funnel_stage: query.stage,
        text: query.prompt,
        version: query.promptVersion,
        origin: "own",
        created_at: at,
        updated_at: at,
      },
    ]),
  );
  await stores.prompts.insert(brand.id, [...prompts.values()]);
  const { id, trigger, engines, simulated, created_at } = scan;
  // A scan that was recorded before weights could be chosen has none.
  const weights = scan.score_weights ?? DEFAULT_WEIGHTS;
  await stores.scans.insert(
    brand.id,
    newScan({ id, trigger, engines, simulated, queries, weights, judge: null, at: created_at }),
  );
  await stores.results.plan(brand.id, id, queries);
}

function tapeDirectory(real: EngineDirectory, find: (seed: string) => CassetteQuery | undefined): EngineDirectory {
  return {
    ...real,
    ask: async (_, { seed }) => {
      const query = find(seed);
      if (query?.reply) return query.reply;
      // A kind that is given up at once: the tape will not say anything else the next time.
      throw new EngineError("bad_request", query?.failure ?? "The scan ended before this was asked.");
    },
  };
}

function differencesOf(queries: CassetteQuery[], rows: ResultRecord[]): Replayed["differences"] {
  const again = new Map(rows.map((row) => [row.id, row as Record<string, unknown>]));
  return queries.flatMap(({ id, row }) => {
    const now: Record<string, unknown> = again.get(id) ?? {};
    const then = (row ?? {}) as Record<string, unknown>;
    const names = new Set([...Object.keys(then), ...Object.keys(now)]);
    const fields = [...names].filter((name) => JSON.stringify(then[name]) !== JSON.stringify(now[name]));
    return fields.length > 0 ? [{ id, fields }] : [];
  });
}
