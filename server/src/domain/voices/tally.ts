import type { EngineId, FunnelStage } from "@answerscope/api/vocabulary";

/** Prompts of one topic and stage. */
export type TallyStratum = { topicId: string; stage: FunnelStage; prompts: string[] };

/** In the place of an engine: all of them together. */
export const ALL_ENGINES = "all";
export type TallyEngine = EngineId | typeof ALL_ENGINES;

/**
 * What the answers of a scan have in them, counted by prompt and engine, and small enough that a season of scans is read
 * in a few milliseconds. `counts` is cell after cell: the prompt (its place over all strata), the engine, answers, how
 * many items follow; then for each the item, the answers that have it, and those of them that name the own brand.
 */
export type Tally = { strata: TallyStratum[]; engines: TallyEngine[]; items: string[]; counts: ArrayLike<number> };

export type CellPlace = { promptId: string; topicId: string; stage: FunnelStage; engine: TallyEngine };
export type CellFilter = {
  topicId?: string | undefined;
  stage?: FunnelStage | undefined;
  engine?: EngineId | undefined;
};

const CELL_NUMBERS = 4;
export const HIT_NUMBERS = 3;

type Hit = { answers: number; withOwn: number };
type Cell = CellPlace & { answers: number; hits: Map<string, Hit> };

/** Counts answers one by one; an item is counted once an answer. */
export function tallying() {
  const cells = new Map<string, Cell>();
  return {
    add(place: CellPlace, items: Iterable<string>, namesOwn: boolean): void {
      const key = `${place.topicId} ${place.stage} ${place.promptId} ${place.engine}`;
      const cell = cells.get(key) ?? { ...place, answers: 0, hits: new Map<string, Hit>() };
      cells.set(key, cell);
      cell.answers++;
      for (const item of new Set(items)) {
        const hit = cell.hits.get(item) ?? { answers: 0, withOwn: 0 };
        cell.hits.set(item, hit);
        hit.answers++;
        if (namesOwn) hit.withOwn++;
      }
    },
    /** The items that most answers have, at most so many; what is left out is in no number but the answers. */
    tally: (most = Number.POSITIVE_INFINITY): Tally => tallyOf([...cells.values()], most),
  };
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function tallyOf(cells: Cell[], most: number): Tally {
  const totals = new Map<string, number>();
  for (const { hits } of cells) {
    for (const [item, { answers }] of hits) totals.set(item, (totals.get(item) ?? 0) + answers);
  }
  // The most frequent first: small numbers take less room.
  const ranked = [...totals].sort(([a, one], [b, other]) => other - one || byName(a, b)).slice(0, most);
  const items = ranked.map(([item]) => item);
  const place = new Map(items.map((item, index) => [item, index]));
  const engines = [...new Set(cells.map(({ engine }) => engine))].sort(byName);
  const ordered = [...cells].sort(
    (a, b) => byName(a.topicId, b.topicId) || byName(a.stage, b.stage) || byName(a.promptId, b.promptId),
  );
  const strata: TallyStratum[] = [];
  const counts: number[] = [];
  let prompts = 0;
  for (const { topicId, stage, promptId, engine, answers, hits } of ordered) {
    let stratum = strata.at(-1);
    if (stratum?.topicId !== topicId || stratum.stage !== stage) {
      stratum = { topicId, stage, prompts: [] };
      strata.push(stratum);
    }
    if (stratum.prompts.at(-1) !== promptId) {
      stratum.prompts.push(promptId);
      prompts++;
    }
    const kept = [...hits].flatMap(([item, hit]) => {
      const index = place.get(item);
      return index === undefined ? [] : [index, hit.answers, hit.withOwn];
    });
    counts.push(prompts - 1, engines.indexOf(engine), answers, kept.length / HIT_NUMBERS, ...kept);
  }
  return { strata, engines, items, counts };
}

/** `from` and `to` bound the hits of a cell in `counts`: this is the innermost loop, and a call for each would double it. */
export type VisitCell = (
  cell: { promptId: string; engine: TallyEngine; answers: number },
  counts: ArrayLike<number>,
  from: number,
  to: number,
) => void;

/** Goes through the cells that a filter lets pass. */
export function visitCells({ strata, engines, counts }: Tally, filter: CellFilter, visit: VisitCell): void {
  const prompts = strata.flatMap(({ topicId, stage, prompts: ids }) => {
    const isWanted = (filter.topicId ?? topicId) === topicId && (filter.stage ?? stage) === stage;
    return ids.map((id) => (isWanted ? id : null));
  });
  const isAsked = engines.map((engine) => (filter.engine ?? engine) === engine);
  for (let at = 0; at < counts.length; ) {
    const promptId = prompts[counts[at] as number] ?? null;
    const engine = counts[at + 1] as number;
    const from = at + CELL_NUMBERS;
    at = from + HIT_NUMBERS * (counts[at + 3] as number);
    if (promptId === null || !isAsked[engine]) continue;
    visit({ promptId, engine: engines[engine] as TallyEngine, answers: counts[from - 2] as number }, counts, from, at);
  }
}
