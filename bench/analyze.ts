// What reading answers costs: how many a second on one core, and whether time grows with length alone, also where a
// text was made to be slow. Prints each figure beside its limit; ends with 1 when one is missed.
import { compileSubject, readAnswer } from "../server/src/domain/answer/read-answer.ts";

const ANSWERS_PER_SECOND = 1000;
const ANSWER_CHARS = 2000;
const ALIASES = 50;
const WARM_UP_MS = 1500;
const MEASURE_MS = 4000;

// Eight times the text: twelve times the time leaves room for caches and for what else the machine does.
const LONG_CHARS = 1024 * 1024;
const SHORT_CHARS = LONG_CHARS / 8;
const GROWTH_LIMIT = 12;
const ROUNDS = 3;
// A short text that takes this long has failed; the long one might take hours.
const SHORT_LIMIT_MS = 2000;

const ITEMS = [
  "1. **Eskerfell Tarnlight 2P**: Light and roomy, though the pegs feel cheap. It is the best choice for most people.\n",
  "2. **Velstrand Fjell**: Known for its strong poles. However, reviewers found that it leaks in heavy rain.\n",
  "   * **Pros:** quick to pitch, good value\n   * **Cons:** heavy\n",
  "| Model | Weight | Price |\n|---|---|---|\n| Kestrelby Nook | 1.4 kg | $249 |\n| Eskerfell | 1.2 kg | $310 |\n",
  "### Best for families: Oakmoor Den 4\n\nA spacious tent; see [the review](https://tents.example/den?utm_source=x).\n",
  "Unlike Eskerfell, Velstrand does not sell spare parts.Consider how often you camp before you buy.\n\n",
];

const HOSTILE: Record<string, string> = {
  "open brackets": "[",
  "links without an end": "](",
  "brackets around brackets": "[[]](",
  stars: "*",
  "bold without an end": "**a ",
  backticks: "`",
  "fences without an end": "```\n",
  pipes: "|",
  "table cells": "|a",
  "quote marks": "> ",
  spaces: " ",
  "line breaks": "\n",
  headings: "# a\n",
  "list items": "1. Eskerfell\n",
  "control characters": "\u0000\u0001\u001b\u0008",
  "combining marks": "e\u0301\u0302\u0303",
  "half surrogates": "\uD83D",
  "zero width": "\u200b\u200d",
  "names and commas": "Eskerfell, ",
  "advice and a name": "recommend Eskerfell ",
  "praise of another": "best choice Velstrand ",
  negations: "not n't never ",
  capitals: "Aaa Bbb ",
  "glued sentences": "well.Acer Swift: good",
  prices: "Nook $1.99 4.7(38)",
  addresses: "https://a.example/",
  "no spaces": "日本",
  "one word": "a",
};

const subject = compileSubject({
  topic: { name: "Tarnlight 2P", brand: "Eskerfell", aliases: aliases("Tarn", 20), url: null },
  brand: { name: "Eskerfell", aliases: aliases("Esker", 10), domain: "eskerfell.example" },
  competitors: [
    { name: "Velstrand", aliases: aliases("Vel", 9) },
    { name: "Kestrelby", aliases: aliases("Kes", ALIASES - 39) },
  ],
  ...{ language: null },
});

function aliases(stem: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${stem}${String.fromCharCode(97 + (index % 26))}on ${index}`);
}

function filled(units: string[], chars: number, from = 0): string {
  let text = "";
  for (let next = from; text.length < chars; next++) text += units[next % units.length];
  return text.slice(0, chars);
}

/** Deep lists cannot be made by repeating one unit: every line is further in than the last. */
function deepList(chars: number): string {
  const lines: string[] = [];
  for (let length = 0, depth = 0; length < chars; depth = (depth + 1) % 500) {
    const line = `${"  ".repeat(depth)}- Eskerfell\n`;
    lines.push(line);
    length += line.length;
  }
  return lines.join("").slice(0, chars);
}

/** This thread's own time: what else the machine does is not counted. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function costMs(text: string): number {
  const began = spentMs();
  readAnswer(subject, text, []);
  return spentMs() - began;
}

let missed = false;
function say(what: string, figure: string, limit: string, isMissed: boolean): void {
  missed ||= isMissed;
  process.stdout.write(`${what.padEnd(42)} ${figure.padStart(16)}  limit ${limit}${isMissed ? "  MISSED" : ""}\n`);
}

function measureRate(): void {
  const answers = ITEMS.map((_, index) => filled(ITEMS, ANSWER_CHARS, index));
  const readFor = (forMs: number) => {
    const began = spentMs();
    let read = 0;
    while (spentMs() - began < forMs) {
      readAnswer(subject, answers[read % answers.length] as string, ["https://tents.example/den?utm_source=x"]);
      read++;
    }
    return (read / (spentMs() - began)) * 1000;
  };
  readFor(WARM_UP_MS);
  const rate = readFor(MEASURE_MS);
  const what = `answers of 2 kB a second, ${ALIASES} aliases`;
  say(what, rate.toFixed(0), `${ANSWERS_PER_SECOND} or more`, rate < ANSWERS_PER_SECOND);
}

/** The least of several rounds: what disturbs a round only ever adds time. */
const leastMs = (text: string): number => Math.min(...Array.from({ length: ROUNDS }, () => costMs(text)));

/** Gives what the long text took. One that is read faster than `fineMs` did not make it slow, however it grew. */
function measureGrowth(name: string, make: (chars: number) => string, fineMs: number): number {
  const what = `1 MB against 128 kB: ${name}`;
  const firstMs = costMs(make(SHORT_CHARS));
  if (firstMs > SHORT_LIMIT_MS) {
    say(what, `128 kB: ${firstMs.toFixed(0)} ms`, `x${GROWTH_LIMIT}`, true);
    return firstMs;
  }
  const shortMs = leastMs(make(SHORT_CHARS));
  const longMs = leastMs(make(LONG_CHARS));
  const growth = longMs / shortMs;
  const figure = `x${growth.toFixed(1)} (${longMs.toFixed(0)} ms)`;
  say(what, figure, `x${GROWTH_LIMIT}`, growth > GROWTH_LIMIT && longMs > fineMs);
  return longMs;
}

measureRate();
const ordinaryMs = measureGrowth("an ordinary answer", (chars) => filled(ITEMS, chars), 0);
measureGrowth("deep lists", deepList, ordinaryMs);
measureGrowth("deep brackets", (chars) => "[".repeat(chars / 2) + "]".repeat(chars / 2), ordinaryMs);
for (const [name, unit] of Object.entries(HOSTILE)) measureGrowth(name, (chars) => filled([unit], chars), ordinaryMs);
process.exitCode = missed ? 1 : 0;
