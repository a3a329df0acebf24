/** One score of an engine in one cell: a prompt, or a topic at a stage. */
type EngineCell = { engine: string; cell: string; score: number };

type EngineCorrelations = {
  /** Only pairs that can be compared; an engine with itself is 1. */
  correlation: Record<string, Record<string, number>>;
  /** How many cells each pair has in common; on the diagonal, how many the engine has. */
  n: Record<string, Record<string, number>>;
};

const FEWEST_COMMON_CELLS = 3;
// Engines asked the same thing tend to agree: what is known before any cell is seen, and how many cells that is worth.
const PRIOR = { correlation: 0.45, weight: 8 };

/** How alike engines score the same cells. */
export function engineCorrelations(cells: readonly EngineCell[]): EngineCorrelations {
  const byEngine = meanScores(cells);
  const correlation: EngineCorrelations["correlation"] = {};
  const n: EngineCorrelations["n"] = {};
  for (const [engine, own] of byEngine) {
    const correlationRow: Record<string, number> = {};
    const countRow: Record<string, number> = {};
    for (const [other, theirs] of byEngine) {
      const pairs = [...own].flatMap(([cell, score]) => {
        const theirScore = theirs.get(cell);
        return theirScore === undefined ? [] : [{ x: score, y: theirScore }];
      });
      countRow[other] = pairs.length;
      const { value } = engine === other ? { value: 1 } : shrunkCorrelation(pairs);
      if (value !== null) correlationRow[other] = value;
    }
    correlation[engine] = correlationRow;
    n[engine] = countRow;
  }
  return { correlation, n };
}

/** Engines and cells sorted by name, so that sums, and with them the matrix, do not depend on the order of the input. */
function meanScores(cells: readonly EngineCell[]): Map<string, Map<string, number>> {
  const sums = new Map<string, Map<string, { total: number; count: number }>>();
  const inOrder = [...cells].sort(
    (a, b) => compare(a.engine, b.engine) || compare(a.cell, b.cell) || a.score - b.score,
  );
  for (const { engine, cell, score } of inOrder) {
    const row = sums.get(engine) ?? new Map<string, { total: number; count: number }>();
    const sum = row.get(cell) ?? { total: 0, count: 0 };
    row.set(cell, { total: sum.total + score, count: sum.count + 1 });
    sums.set(engine, row);
  }
  return new Map(
    [...sums].map(([engine, row]) => [
      engine,
      new Map([...row].map(([cell, { total, count }]) => [cell, total / count])),
    ]),
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * A Pearson coefficient over a few cells swings widely, so it is shrunk toward the usual agreement of engines:
 * r (n - 1) / (n - 1 + 8) + .45 * 8 / (n - 1 + 8). Null for fewer than three pairs, and where one side never varies: an
 * engine that scores every cell alike shows nothing of whether it agrees.
 */
export function shrunkCorrelation(pairs: readonly { x: number; y: number }[]): { value: number | null; n: number } {
  const n = pairs.length;
  const r = n < FEWEST_COMMON_CELLS ? null : pearson(pairs);
  if (r === null) return { value: null, n };
  return { value: (r * (n - 1) + PRIOR.correlation * PRIOR.weight) / (n - 1 + PRIOR.weight), n };
}

function pearson(pairs: readonly { x: number; y: number }[]): number | null {
  const meanX = pairs.reduce((sum, { x }) => sum + x, 0) / pairs.length;
  const meanY = pairs.reduce((sum, { y }) => sum + y, 0) / pairs.length;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const { x, y } of pairs) {
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  // What rounding leaves of equal scores is no variation.
  const noise = 1e-9 * pairs.length;
  if (xx <= noise || yy <= noise) return null;
  return Math.min(1, Math.max(-1, xy / Math.sqrt(xx * yy)));
}
