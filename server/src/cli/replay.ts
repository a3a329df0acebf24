import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";
import { CASSETTE_VERSION, type CassetteQuery, type CassetteScan } from "../app/cassette.ts";
import { ConfigError } from "../config.ts";

const First = z.looseObject({
  kind: z.literal("scan"),
  cassette: z.literal(CASSETTE_VERSION),
  scan: z.looseObject({ id: z.uuid(), engines: z.array(z.string()), total_queries: z.int() }),
  brand: z.looseObject({ id: z.uuid() }),
  topics: z.array(z.looseObject({ id: z.uuid() })),
});
const Query = z.looseObject({
  kind: z.literal("query"),
  id: z.uuid(),
  topicId: z.uuid(),
  promptId: z.uuid(),
  prompt: z.string(),
  reply: z.looseObject({ answer: z.string() }).nullable(),
});

const WHERE_FROM = "A cassette comes from GET /api/v1/scans/{id}/cassette.";

/** Reads a scan's cassette, runs it again offline, shows the scan, and says on standard error what became different. */
export async function replay(file: string | undefined): Promise<void> {
  if (file === undefined || file.startsWith("-"))
    throw new ConfigError(`Usage: answerscope replay <file>. ${WHERE_FROM}`);
  const { first, queries } = await readCassette(file);
  const { replayScan } = await import("../compose.ts");
  const { detail, differences } = await replayScan(first, queries).catch((error: Error) => {
    throw new ConfigError(`${file} cannot be replayed, so it was changed since it was exported: ${error.message}`);
  });
  process.stdout.write(`${JSON.stringify(detail, null, 2)}\n`);
  const rows = queries.filter(({ row }) => row !== null).length;
  process.stderr.write(`${rows - differences.length} of ${rows} rows are as they were recorded.\n`);
  for (const { id, fields } of differences) process.stderr.write(`${id} differs in ${fields.join(", ")}\n`);
  process.exitCode = differences.length > 0 ? 1 : 0;
}

async function readCassette(file: string): Promise<{ first: CassetteScan; queries: CassetteQuery[] }> {
  let first: CassetteScan | undefined;
  const queries: CassetteQuery[] = [];
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      if (line.trim() === "") continue;
      const value: unknown = JSON.parse(line);
      if (first) queries.push(Query.parse(value) as unknown as CassetteQuery);
      else first = First.parse(value) as unknown as CassetteScan;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== undefined) throw new ConfigError(`${file} cannot be read: ${message}`);
    throw new ConfigError(`${file}, line ${number}, is no line of a cassette. ${WHERE_FROM}`);
  }
  if (!first) throw new ConfigError(`${file} is empty. ${WHERE_FROM}`);
  const { total_queries } = first.scan;
  if (queries.length !== total_queries) {
    throw new ConfigError(
      `${file} holds ${queries.length} of ${total_queries} queries: it was cut off. Export it again.`,
    );
  }
  return { first, queries };
}
