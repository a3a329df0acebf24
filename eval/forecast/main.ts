// How well scores are forecast, on series of other kinds of shares and on simulated scans, against simple methods.
//   npm run eval:forecast               prints the table; ends with 1 when a floor is missed
//   npm run eval:forecast -- --write    also puts the table into docs/measurement.md
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { withPrinted } from "../markdown-table.ts";
import { faultsOf, figureOf } from "./figure.ts";
import { loadSeries } from "./load.ts";
import { simulatedScans } from "./simulate.ts";
import { renderTable } from "./table.ts";
import { type Trial, trialsOf } from "./trials.ts";

const DOCUMENT = new URL("../../docs/measurement.md", import.meta.url);

const { values: options } = parseArgs({ options: { write: { type: "boolean", default: false } } });

const LENGTHS = [
  { name: "3 to 5 points", least: 3, most: 5 },
  { name: "6 to 12", least: 6, most: 12 },
  { name: "13 to 24", least: 13, most: 24 },
  { name: "25 and more", least: 25, most: Number.POSITIVE_INFINITY },
];
const SCORES = [
  { name: "last below 1", from: 0, to: 1 },
  { name: "1 to 5", from: 1, to: 5 },
  { name: "5 to 20", from: 5, to: 20 },
  { name: "20 and more", from: 20, to: 101 },
];

/** Where a mean may hide something: long and short histories, high and low scores. */
function strata(trials: Trial[]): [string, Trial[]][] {
  return [
    ...LENGTHS.map(({ name, least, most }): [string, Trial[]] => [
      `- ${name}`,
      trials.filter(({ scans }) => scans >= least && scans <= most),
    ]),
    ...SCORES.map(({ name, from, to }): [string, Trial[]] => [
      `- ${name}`,
      trials.filter(({ score }) => score >= from && score < to),
    ]),
  ];
}

const shareOfVoice = loadSeries("share-of-voice");
const polls = [...Map.groupBy(loadSeries("polls"), ({ id }) => id.split(":")[0] as string)];
const voice = trialsOf(shareOfVoice);
const pollTrials = polls.map(([source, pool]): [string, Trial[]] => [`- ${source}`, trialsOf(pool)]);
const scans = simulatedScans().map(({ behaviour, pools }): [string, Trial[]] => [
  `- ${behaviour}`,
  pools.flatMap(trialsOf),
]);
const all = (parts: [string, Trial[]][]): Trial[] => parts.flatMap(([, trials]) => trials);

const groups: [string, Trial[]][] = [
  ["share of voice", voice],
  ["- each series alone", shareOfVoice.flatMap((series) => trialsOf([series]))],
  ...strata(voice),
  ["polls", all(pollTrials)],
  ["- each series alone", polls.flatMap(([, pool]) => pool.flatMap((series) => trialsOf([series])))],
  ...pollTrials,
  ["simulated scans", all(scans)],
  ...scans,
];
const figures = groups.map(([name, trials]) => figureOf(name, trials));

const table = renderTable(figures);
process.stdout.write(`${table}\n`);
if (options.write) writeFileSync(DOCUMENT, withPrinted(readFileSync(DOCUMENT, "utf8"), "eval:forecast", table));
for (const fault of figures.flatMap(faultsOf)) {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
