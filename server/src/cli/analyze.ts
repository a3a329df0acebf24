import { type Analysis, lineAnalyzer } from "./analyze-line.ts";
import type { InputLine } from "./input-lines.ts";
import { complain, runLineCommand } from "./line-command.ts";

const USAGE = `answerscope analyze [--input file]

Reads JSON lines from the file or from standard input, and writes one JSON line for each, in the same order:
  {"id": "1", "answer": "Try **Acme**.", "topic": {"name": "Acme Anvil", "brand": "Acme"}}
Also taken: topic.aliases, topic.url, competitors [{name, aliases}], citations [url], language.
A line that cannot be read is reported on standard error and left out; the command then ends with 1.
`;

/** Reads answers without a database: what `serve` would record of each, with the words that decided. */
export async function analyze(args: string[]): Promise<void> {
  await runLineCommand({ usage: USAGE, answer: analyzeLines }, args);
}

async function* analyzeLines(lines: AsyncIterable<InputLine>): AsyncGenerator<string> {
  const read = lineAnalyzer();
  for await (const line of lines) {
    const result: Analysis | { fault: string } = "fault" in line ? line : read(line.text);
    if ("fault" in result) complain(`line ${line.number}: ${result.fault}`);
    else yield `${JSON.stringify(result)}\n`;
  }
}
