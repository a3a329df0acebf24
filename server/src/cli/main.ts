import { ConfigError } from "../config.ts";
import { FolderInUseError, UnusableFolderError } from "../db/data-folder.ts";
import { UnreachableError } from "../db/needs-first-start.ts";
import { prepare, serve } from "./serve.ts";

const USAGE = `answerscope: AI-visibility analytics

  answerscope serve    run the API, the worker and the pages (settings: see README.md)
  answerscope prepare  make the database and the demo brand, and end
  answerscope replay <file>
                       run a recorded scan again, offline, and show its rows
  answerscope help     this text
`;

const COMMANDS: Record<string, () => Promise<void> | void> = {
  serve,
  prepare,
  replay: async () => (await import("./replay.ts")).replay(process.argv[3]),
  help: () => void process.stdout.write(USAGE),
};

/** Mistakes of whoever starts it: their message says it all. */
const EXPECTED = [ConfigError, FolderInUseError, UnusableFolderError, UnreachableError];

const name = process.argv[2] ?? "help";
const command = COMMANDS[name.replace(/^--/, "")];

try {
  if (!command) throw new ConfigError(`There is no command "${name}".\n\n${USAGE}`);
  await command();
} catch (error) {
  const expected = EXPECTED.some((kind) => error instanceof kind);
  const { message, stack } = error as Partial<Error>;
  process.stderr.write(`${(expected ? message : stack) ?? `The start failed: ${message ?? JSON.stringify(error)}`}\n`);
  process.exit(1);
}
