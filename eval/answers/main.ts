// How well answers are read, on labelled data, against what a simple tool would do.
//   npm run eval:answers                              prints the table; ends with 1 when a figure is below its floor
//   npm run eval:answers -- --write                   also puts the table into docs/measurement.md
//   npm run eval:answers -- --failures                also lists the hand-written cases that fail
//   npm run eval:answers -- --targets a.jsonl --ranks b.jsonl
//                                                     also judges labelled files that may not be kept here
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { withPrinted } from "../markdown-table.ts";
import { FIGURES, type Figure } from "./figure.ts";
import {
  loadAnswerTargets,
  loadBench,
  loadCases,
  loadGeneralTargets,
  loadLists,
  loadRows,
  type RankRow,
  type TargetRow,
} from "./load.ts";
import { measureCases } from "./measure/cases.ts";
import { measureCitations } from "./measure/citations.ts";
import { measureCompetitors } from "./measure/competitors.ts";
import { measureMention } from "./measure/mention.ts";
import { measurePosition } from "./measure/position.ts";
import { measureRecommendation, measureSentiment } from "./measure/tone.ts";
import { isBelowFloor, renderTable } from "./table.ts";

const DOCUMENT = new URL("../../docs/measurement.md", import.meta.url);

const { values: options } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    failures: { type: "boolean", default: false },
    targets: { type: "string", multiple: true, default: [] },
    ranks: { type: "string", multiple: true, default: [] },
  },
});

/** A file given by its path may hold rows that are kept here too. */
const unique = (rows: TargetRow[]): TargetRow[] => [...new Map(rows.map((row) => [row.id, row])).values()];

const answers = loadBench();
const lists = loadLists();
const ranks = options.ranks.flatMap((file) => loadRows<RankRow>(file));
const targets = unique([...loadAnswerTargets(), ...options.targets.flatMap((file) => loadRows<TargetRow>(file))]);
const cases = measureCases(loadCases());
const figures: Figure[] = [
  ...measureMention(answers),
  ...measurePosition(answers, lists, ranks),
  ...measureCompetitors(answers, lists),
  measureCitations(answers),
  measureSentiment("sentiment in AI answers, macro-F1", targets),
  measureSentiment("sentiment toward restaurants and people, macro-F1", loadGeneralTargets().flat()),
  measureRecommendation(targets),
  cases.figure,
];

const table = renderTable(figures);
process.stdout.write(`${table}\n`);
if (options.failures) {
  for (const { id, trap, faults } of cases.failures)
    process.stdout.write(`\n${id} (${trap})\n  ${faults.join("\n  ")}\n`);
}
if (options.write) {
  if (options.targets.length + options.ranks.length > 0)
    throw new Error("The table is written from the data that is kept here alone.");
  writeFileSync(DOCUMENT, withPrinted(readFileSync(DOCUMENT, "utf8"), "eval:answers", table));
}
for (const figure of figures.filter(isBelowFloor)) {
  process.stderr.write(`${figure.name} is below its floor of ${100 * (FIGURES[figure.name].floor ?? 0)}%\n`);
  process.exitCode = 1;
}
