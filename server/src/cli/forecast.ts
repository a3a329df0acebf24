import { type Forecast, forecastPool } from "../domain/forecast/forecast.ts";
import { forecastLine, parseSeries, type SeriesLine } from "./forecast-line.ts";
import type { InputLine } from "./input-lines.ts";
import { complain, runLineCommand } from "./line-command.ts";

const USAGE = `answerscope forecast [--input file]

Reads JSON lines from the file or from standard input, and writes one JSON line for each, in the same order:
  {"id": "1", "points": [{"at": "2026-01-05", "score": 41.5}, {"at": "2026-01-12T06:00:00Z", "score": 43}]}
Scores are 0 to 100, points come in any order, and points of one time count as their mean. The lines are one pool: they
share how noisy and how restless scores are, so give together what belongs together. Predictions are for two and four
weeks after each line's last point, with 80% intervals; under three points there is no forecast, and a reason instead.
A line that cannot be read is reported on standard error and left out; the command then ends with 1.
`;

/** Forecasts score histories without a database, by the same rules as the analytics. */
export async function forecast(args: string[]): Promise<void> {
  await runLineCommand({ usage: USAGE, answer: forecastLines }, args);
}

async function* forecastLines(lines: AsyncIterable<InputLine>): AsyncGenerator<string> {
  const pool: SeriesLine[] = [];
  for await (const line of lines) {
    const series = "fault" in line ? line : parseSeries(line.text);
    if ("fault" in series) complain(`line ${line.number}: ${series.fault}`);
    else pool.push(series);
  }
  const forecasts = forecastPool(pool.map(({ points }) => points));
  for (const [i, { id }] of pool.entries()) yield `${JSON.stringify(forecastLine(id, forecasts[i] as Forecast))}\n`;
}
