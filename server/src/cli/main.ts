import { enableCompileCache } from "node:module";

const USAGE = `answerscope: AI-visibility analytics

  answerscope serve    run the API, the worker and the pages (settings: see README.md)
  answerscope prepare  make the database and the demo brand, and end
  answerscope rebuild  work all sums, scores, intervals and changes out again from the stored rows
  answerscope replay <file>
                       run a recorded scan again, offline, and show its rows
  answerscope analyze  read answers, JSON lines in and out; "answerscope analyze --help" says more
  answerscope forecast forecast scores from their histories, JSON lines in and out; "answerscope forecast --help" too
  answerscope help     this text
`;

// Halves the time to start from the second time on; where it cannot write, it does without.
enableCompileCache();

// Each command loads what it needs and no more: reading an answer is not to wait for a database's code.
const COMMANDS = new Map<string, (words: string[]) => Promise<void> | void>([
  ["serve", alone(async () => (await import("./serve.ts")).serve())],
  ["prepare", alone(async () => (await import("./serve.ts")).prepare())],
  ["rebuild", alone(async () => (await import("./serve.ts")).rebuild())],
  ["analyze", async (words) => (await import("./analyze.ts")).analyze(words)],
  ["forecast", async (words) => (await import("./forecast.ts")).forecast(words)],
  ["replay", async ([file]) => (await import("./replay.ts")).replay(file)],
  ["help", alone(() => void process.stdout.write(USAGE))],
]);

/** A command that takes no arguments: whoever gives it one may mean something else. */
function alone(run: () => Promise<void> | void) {
  return (words: string[]) => {
    if (words.length === 0) return run();
    if (words.includes("--help") || words.includes("-h")) return void process.stdout.write(USAGE);
    process.stderr.write(`"${name}" takes no arguments.\n\n${USAGE}`);
    process.exitCode = 1;
  };
}

const name = process.argv[2] ?? "help";
const command = COMMANDS.get(name.replace(/^--/, ""));

try {
  if (command) await command(process.argv.slice(3));
  else {
    process.stderr.write(`There is no command "${name}".\n\n${USAGE}`);
    process.exitCode = 1;
  }
} catch (error) {
  const { isExpected } = await import("./expected-errors.ts");
  const { message, stack } = error as Partial<Error>;
  const said = isExpected(error) ? message : stack;
  process.stderr.write(`${said ?? `The start failed: ${message ?? JSON.stringify(error)}`}\n`);
  process.exit(1);
}
