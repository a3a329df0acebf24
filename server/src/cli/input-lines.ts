/** A line that is not blank, with its number from 1, or why it cannot be read. */
export type InputLine = { number: number; text: string } | { number: number; fault: string };

const LONGEST_LINE_BYTES = 32 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Lines of a stream of bytes. Cut before decoding, so that broken characters spoil their own line and no other; a line
 * past the limit is let go as it comes, so that memory stays bounded.
 */
export async function* inputLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<InputLine> {
  let number = 1;
  let parts: Buffer[] = [];
  let sizeBytes = 0;
  const keep = (part: Buffer) => {
    sizeBytes += part.length;
    if (sizeBytes > LONGEST_LINE_BYTES) parts = [];
    else parts.push(part);
  };
  const finish = () => {
    const line = decode(number, parts, sizeBytes);
    number++;
    parts = [];
    sizeBytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, to));
      from = to + 1;
      const line = finish();
      if (line) yield line;
    }
    keep(chunk.subarray(from));
  }
  const last = finish();
  if (last) yield last;
}

// A byte order mark, which some editors write, is dropped by the decoder.
const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(number: number, parts: Buffer[], sizeBytes: number): InputLine | null {
  if (sizeBytes > LONGEST_LINE_BYTES) {
    return { number, fault: `longer than ${LONGEST_LINE_BYTES / 1024 / 1024} MB, which is the most a line may have` };
  }
  try {
    const text = utf8.decode(Buffer.concat(parts));
    return text.trim() === "" ? null : { number, text };
  } catch {
    return { number, fault: "not valid UTF-8; a line takes a JSON object in UTF-8" };
  }
}
