import { readFileSync } from "node:fs";

export type Point = { at: string; days: number; score: number };
export type Series = { id: string; points: Point[] };

const DAY_MS = 86_400_000;

export const pointOn = (days: number, score: number): Point => ({
  at: new Date(days * DAY_MS).toISOString(),
  days,
  score,
});

/** Series of a file of `series_id,date,value`, each in order of time. */
export function loadSeries(name: string): Series[] {
  const [, ...lines] = readFileSync(new URL(`./data/${name}.csv`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  const rows = lines.map((line) => line.split(","));
  const byId = Map.groupBy(rows, ([id]) => id as string);
  return [...byId].map(([id, of]) => ({
    id,
    points: of.map(([, date, value]) => pointOn(Date.parse(date as string) / DAY_MS, Number(value))),
  }));
}
