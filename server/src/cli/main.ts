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
const COMMANDS = new Map<string, () => Promise<void> | void>([
  ["serve", async () => (await import("./serve.ts")).serve()],
  ["prepare", async () => (await import("./serve.ts")).prepare()],
  ["rebuild", async () => (await import("./serve.ts")).rebuild()],
  ["analyze", async () => (await import("./analyze.ts")).analyze(process.argv.slice(3))],
  ["forecast", async () => (await import("./forecast.ts")).forecast(process.argv.slice(3))],
  ["replay", async () => (await import("./replay.ts")).replay(process.argv[3])],
  ["help", () => void process.stdout.write(USAGE)],
]);

const name = process.argv[2] ?? "help";
const command = COMMANDS.get(name.replace(/^--/, ""));

const TAKING_ARGUMENTS = new Set(["analyze", "forecast", "replay"]);
const more = process.argv.slice(3);
const isHelpWanted = more.length > 0 && !TAKING_ARGUMENTS.has(name);

try {
  if (command && isHelpWanted) {
    const isAsked = more.includes("--help") || more.includes("-h");
    (isAsked ? process.stdout : process.stderr).write(isAsked ? USAGE : `"${name}" takes no arguments.\n\n${USAGE}`);
    process.exitCode = isAsked ? 0 : 1;
  } else if (command) await command();
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
