import { z } from "zod";
import type { Forecast } from "../domain/forecast/forecast.ts";
import { parseLine } from "./parse-line.ts";

// Every message says what the field takes.
const time = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], {
  error: 'takes a date or a time such as "2026-01-05" or "2026-01-05T06:00:00Z"',
});
const score = z
  .number({ error: "takes a number from 0 to 100" })
  .min(0, { error: "takes a number from 0 to 100" })
  .max(100, { error: "takes a number from 0 to 100" });

const Input = z.object(
  {
    id: z.union([z.string(), z.number()], { error: "takes a text or a number" }),
    points: z
      .array(z.object({ at: time, score }, { error: 'takes an object such as {"at": "2026-01-05", "score": 41.5}' }), {
        error: 'takes a list such as [{"at": "2026-01-05", "score": 41.5}]',
      })
      .min(1, { error: "takes at least one point: without any there is no score to carry forward" }),
  },
  { error: "takes an object with id and points" },
);

export type SeriesLine = z.infer<typeof Input>;

export function parseSeries(line: string): SeriesLine | { fault: string } {
  const parsed = parseLine(Input, line);
  if ("fault" in parsed) return parsed;
  const { id, points } = parsed.value;
  return { id, points: points.map(({ at, score }) => ({ at: withZone(at), score })) };
}

// What has no zone is taken as UTC, so that the same file gives the same forecast on every machine.
const withZone = (at: string): string => (/T[^Z+-]*$/.test(at) ? `${at}Z` : at);

// A share of voice near nothing needs more decimals than a score.
const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;
const bounds = (interval: [number, number] | null) => (interval === null ? null : interval.map(rounded));

export const forecastLine = (id: SeriesLine["id"], forecast: Forecast) => ({
  id,
  trajectory: forecast.trajectory,
  confidence: forecast.confidence,
  current_score: rounded(forecast.currentScore),
  predicted_2w: rounded(forecast.predicted2w),
  predicted_4w: rounded(forecast.predicted4w),
  interval_2w: bounds(forecast.interval2w),
  interval_4w: bounds(forecast.interval4w),
  ...(forecast.reason === null ? {} : { reason: forecast.reason }),
});
