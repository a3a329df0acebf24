import type { Tally } from "../domain/voices/tally.ts";

// The words of a tally as JSON, led by their length in bytes; then its counts as they lie in memory, two bytes each or,
// where one is too large for that, four: so that there is nothing to take apart when a season of scans is read.

const HEADER_BYTES = 4;
const MOST_IN_TWO_BYTES = 0xffff;

type Words = Omit<Tally, "counts"> & { bytesPerCount: 2 | 4 };

export function packTally({ counts, ...tally }: Tally): Buffer {
  const numbers = Array.from(counts);
  const isSmall = numbers.every((count) => count <= MOST_IN_TWO_BYTES);
  const words: Words = { ...tally, bytesPerCount: isSmall ? 2 : 4 };
  const text = Buffer.from(JSON.stringify(words));
  const length = Buffer.alloc(HEADER_BYTES);
  length.writeUInt32BE(text.length);
  const packed = isSmall ? Uint16Array.from(numbers) : Uint32Array.from(numbers);
  return Buffer.concat([length, text, new Uint8Array(packed.buffer)]);
}

export function unpackTally(packed: Uint8Array): Tally {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const start = HEADER_BYTES + bytes.readUInt32BE(0);
  const { bytesPerCount, ...tally } = JSON.parse(bytes.toString("utf8", HEADER_BYTES, start)) as Words;
  // Copied to where numbers of this size may begin.
  const { buffer } = new Uint8Array(bytes.subarray(start));
  return { ...tally, counts: bytesPerCount === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer) };
}
