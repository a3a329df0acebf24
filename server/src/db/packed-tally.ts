import type { Tally } from "../domain/voices/tally.ts";

// The words of a tally as JSON, led by their length in bytes; then its counts, seven bits a byte, the lowest first, the
// eighth bit set where more follow: nearly every count takes one byte.

const HEADER_BYTES = 4;
const MORE = 0x80;
const LOW_BITS = 0x7f;

export function packTally({ counts, ...words }: Tally): Buffer {
  const text = Buffer.from(JSON.stringify(words));
  const bytes: number[] = [];
  for (let at = 0; at < counts.length; at++) {
    let rest = counts[at] as number;
    for (; rest >= MORE; rest = Math.floor(rest / MORE)) bytes.push((rest % MORE) + MORE);
    bytes.push(rest);
  }
  const length = Buffer.alloc(HEADER_BYTES);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, Uint8Array.from(bytes)]);
}

export function unpackTally(packed: Uint8Array): Tally {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const start = HEADER_BYTES + bytes.readUInt32BE(0);
  const words = JSON.parse(bytes.toString("utf8", HEADER_BYTES, start)) as Omit<Tally, "counts">;
  const counts = new Uint32Array(bytes.length - start);
  let count = 0;
  let value = 0;
  let shift = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    value |= (byte & LOW_BITS) << shift;
    shift += 7;
    if (byte < MORE) {
      counts[count++] = value;
      value = 0;
      shift = 0;
    }
  }
  return { ...words, counts: counts.subarray(0, count) };
}
