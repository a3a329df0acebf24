// Whether reading an answer takes time in proportion to its length, also when the answer was made to be slow.
// Prints how much longer a text four times as long takes; ends with 1 when one takes more than eight times as long.
import { compileSubject, readAnswer } from "../server/src/domain/answer/read-answer.ts";

const UNITS = [
  "](",
  "`",
  "**",
  "|a",
  "Eskerfell, ",
  "recommend Eskerfell ",
  "best choice Velstrand ",
  "1. Eskerfell\n",
  "# a\n",
  "é ",
  "[",
  "  ",
  "Ab: b.",
  "X1$9.994.7(38)",
  "- **A**: b\n",
  "A & B\n",
  "([a](b) ",
  "Eskerfell, but ",
];
const SHORT_UNITS = 8000;
const LIMIT = 8;
const ROUNDS = 5;

const subject = compileSubject({
  topic: { name: "Tarnlight 2P", brand: "Eskerfell", aliases: [], url: null },
  brand: { name: "Eskerfell", aliases: [], domain: "eskerfell.example" },
  competitors: [{ name: "Velstrand", aliases: [] }],
  language: null,
});

function costMs(text: string): number {
  const began = performance.now();
  readAnswer(subject, text, []);
  return performance.now() - began;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

let missed = false;
for (const unit of UNITS) {
  costMs(unit.repeat(SHORT_UNITS));
  const ratios = Array.from({ length: ROUNDS }, () => {
    const short = costMs(unit.repeat(SHORT_UNITS));
    return costMs(unit.repeat(4 * SHORT_UNITS)) / short;
  });
  const ratio = median(ratios);
  missed ||= ratio > LIMIT;
  process.stdout.write(
    `${JSON.stringify(unit).padEnd(26)} x${ratio.toFixed(1)}  limit x${LIMIT}${ratio > LIMIT ? "  MISSED" : ""}\n`,
  );
}
process.exitCode = missed ? 1 : 0;
