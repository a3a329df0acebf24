import { once } from "node:events";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { type Analysis, lineAnalyzer } from "./analyze-line.ts";
import { type InputLine, inputLines } from "./input-lines.ts";

const USAGE = `answerscope analyze [--input file]

Reads JSON lines from the file or from standard input, and writes one JSON line for each, in the same order:
  {"id": "1", "answer": "Try **Acme**.", "topic": {"name": "Acme Anvil", "brand": "Acme"}}
Also taken: topic.aliases, topic.url, competitors [{name, aliases}], citations [url], language.
A line that cannot be read is reported on standard error and left out; the command then ends with 1.
`;

/** Reads answers without a database: what `serve` would record of each, with the words that decided. */
export async function analyze(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (options === null) return;
  if (options.help) return void process.stdout.write(USAGE);
  try {
    const source = options.input === undefined ? process.stdin : await openFile(options.input);
    await pipeline(source, inputLines, analyzeLines, process.stdout);
  } catch (error) {
    // Whoever reads the output has seen enough, as `head` does.
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code === "EPIPE") return;
    if (syscall === undefined) throw error;
    complain(`Cannot read ${options.input ?? "standard input"}: ${message}`);
  }
}

function readOptions(args: string[]): { input: string | undefined; help: boolean } | null {
  try {
    const { values } = parseArgs({ args, options: { input: { type: "string" }, help: { type: "boolean" } } });
    return { input: values.input, help: values.help ?? false };
  } catch (error) {
    complain(`${(error as Error).message}\n\n${USAGE}`);
    return null;
  }
}

async function openFile(path: string): Promise<Readable> {
  const file = createReadStream(path);
  await once(file, "open");
  return file;
}

async function* analyzeLines(lines: AsyncIterable<InputLine>): AsyncGenerator<string> {
  const read = lineAnalyzer();
  for await (const line of lines) {
    const result: Analysis | { fault: string } = "fault" in line ? line : read(line.text);
    if ("fault" in result) complain(`line ${line.number}: ${result.fault}`);
    else yield `${JSON.stringify(result)}\n`;
  }
}

function complain(text: string): void {
  process.stderr.write(`${text.trimEnd()}\n`);
  process.exitCode = 1;
}
