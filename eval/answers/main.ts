// How well answers are read, on labelled data, against what a simple tool would do.
//   npm run eval:answers                              prints the table; ends with 1 when a figure is below its floor
//   npm run eval:answers -- --write                   also puts the table into docs/measurement.md
//   npm run eval:answers -- --failures                also lists the hand-written cases that fail
//   npm run eval:answers -- --targets more.jsonl      adds labelled mentions that may not be kept here to the judgement
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FIGURES, type Figure } from "./figure.ts";
import {
  loadAnswerTargets,
  loadBench,
  loadCases,
  loadGeneralTargets,
  loadLists,
  loadRows,
  type TargetRow,
} from "./load.ts";
import { measureCases } from "./measure/cases.ts";
import { measureCitations } from "./measure/citations.ts";
import { measureCompetitors } from "./measure/competitors.ts";
import { measureMention } from "./measure/mention.ts";
import { measurePosition } from "./measure/position.ts";
import { measureRecommendation, measureSentiment } from "./measure/tone.ts";
import { isBelowFloor, renderTable, withTable } from "./table.ts";

const DOCUMENT = new URL("../../docs/measurement.md", import.meta.url);

const { values: options } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    failures: { type: "boolean", default: false },
    targets: { type: "string", multiple: true, default: [] },
  },
});

const answers = loadBench();
const lists = loadLists();
const targets = [...loadAnswerTargets(), ...options.targets.flatMap((file) => loadRows<TargetRow>(file))];
const cases = measureCases(loadCases());
const figures: Figure[] = [
  ...measureMention(answers),
  ...measurePosition(answers, lists),
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
  if (options.targets.length > 0) throw new Error("The table is written from the data that is kept here alone.");
  writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, "utf8"), table));
}
for (const figure of figures.filter(isBelowFloor)) {
  process.stderr.write(`${figure.name} is below its floor of ${100 * FIGURES[figure.name].floor}%\n`);
  process.exitCode = 1;
}
