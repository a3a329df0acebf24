import { once } from "node:events";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { type InputLine, inputLines } from "./input-lines.ts";

type LineCommand = { usage: string; answer(lines: AsyncIterable<InputLine>): AsyncIterable<string> };

/** A command that reads lines from `--input` or standard input and writes lines; a complaint makes it end with 1. */
export async function runLineCommand({ usage, answer }: LineCommand, args: string[]): Promise<void> {
  const options = readOptions(args, usage);
  if (options === null) return;
  if (options.help) return void process.stdout.write(usage);
  try {
    const source = options.input === undefined ? process.stdin : await openFile(options.input);
    await pipeline(source, inputLines, answer, process.stdout);
  } catch (error) {
    // Whoever reads the output has seen enough, as `head` does.
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code === "EPIPE") return;
    if (syscall === undefined) throw error;
    complain(`Cannot read ${options.input ?? "standard input"}: ${message}`);
  }
}

function readOptions(args: string[], usage: string): { input: string | undefined; help: boolean } | null {
  try {
    const { values } = parseArgs({ args, options: { input: { type: "string" }, help: { type: "boolean" } } });
    return { input: values.input, help: values.help ?? false };
  } catch (error) {
    complain(`${(error as Error).message}\n\n${usage}`);
    return null;
  }
}

async function openFile(path: string): Promise<Readable> {
  const file = createReadStream(path);
  await once(file, "open");
  return file;
}

export function complain(text: string): void {
  process.stderr.write(`${text.trimEnd()}\n`);
  process.exitCode = 1;
}
