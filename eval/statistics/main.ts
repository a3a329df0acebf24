// Whether intervals hold the truth, changes are real, and sampling stops when it knows enough: on the model of the
// simulated engines, whose true rates are known.
//   npm run eval:statistics                 prints the report; ends with 1 when a limit is missed
//   npm run eval:statistics -- --write      also puts it into docs/measurement.md
//   npm run eval:statistics -- --scans 500  quicker and coarser (2,000 or more for figures to rely on)
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { withPrinted } from "../markdown-table.ts";
import { type Grid, RATES, standingOf } from "./grid.ts";
import { measureChange } from "./measure/change.ts";
import { measureBeyond, measureCoverage } from "./measure/coverage.ts";
import { measureFullAnswers } from "./measure/full-answers.ts";
import { measureHeadline } from "./measure/headline.ts";
import { measureSampling } from "./measure/sampling.ts";
import { correlationOf, populationAt, SPREADS, type Spread } from "./population.ts";
import { progressLine } from "./progress.ts";
import {
  isFullRunMissed,
  isSavingMissed,
  renderCorrelations,
  renderFullRuns,
  renderGrid,
  renderSavings,
  renderSummary,
} from "./table.ts";

const DOCUMENT = new URL("../../docs/measurement.md", import.meta.url);
const SCANS = 3000;
const FULL_SCANS = 2000;
// A false alarm is rare: the band is only two points wide.
const CHANGE_FACTOR = 2;

const { values: options } = parseArgs({
  options: { write: { type: "boolean", default: false }, scans: { type: "string", default: String(SCANS) } },
});
const scans = Number(options.scans);
if (!Number.isInteger(scans) || scans < 1)
  throw new Error(`--scans takes a whole number from 1, and got ${options.scans}`);
if (options.write && scans < SCANS) throw new Error(`The report is written from ${SCANS} scans a cell or more.`);

const { say, done } = progressLine();
const grids: Grid[] = [
  ...measureCoverage(scans, say),
  measureHeadline(scans, say),
  ...measureChange(CHANGE_FACTOR * scans, say),
];
const beyond = measureBeyond(scans, say);
const savings = measureSampling(Math.min(scans, FULL_SCANS), say);
const fullRuns = measureFullAnswers(Math.min(scans, FULL_SCANS), say);
done();

const report = [
  renderSummary(grids),
  "Adaptive sampling: 30 prompts, ±5 points wanted.",
  renderSavings(savings),
  `Answers in full text, read and scored as in a scan (2 topics, 3 stages, 2 prompts a stage, 1 answer each).`,
  renderFullRuns(fullRuns),
  ...grids.map(renderGrid),
  "How alike answers to one prompt are in these grids (intraclass correlation).",
  renderCorrelations(RATES, Object.keys(SPREADS) as Spread[], (rate, spread) =>
    correlationOf(populationAt(rate, spread)),
  ),
  "For comparison, without a promise: prompts so different that most never name the brand and some always do; a plain t.",
  renderSummary(beyond),
].join("\n\n");
process.stdout.write(`${report}\n`);
if (options.write) writeFileSync(DOCUMENT, withPrinted(readFileSync(DOCUMENT, "utf8"), "eval:statistics", report));

const missed = [
  ...grids.flatMap(({ name, cells, band }) =>
    cells
      .filter(({ percent }) => standingOf(percent, band) === "missed")
      .map((cell) => `${name}: ${cell.percent.toFixed(1)}% at ${JSON.stringify(cell)}`),
  ),
  ...savings.filter(isSavingMissed).map((row) => `sampling: ${JSON.stringify(row)}`),
  ...fullRuns.filter(isFullRunMissed).map((run) => `answers in full: ${JSON.stringify(run)}`),
];
for (const line of missed) process.stderr.write(`missed: ${line}\n`);
if (missed.length > 0) process.exitCode = 1;
