import { deflateRawSync, inflateRawSync } from "node:zlib";

// Whole replies are kept for audit and hardly ever read. Packed here, they take a quarter of the room, and the embedded
// database is spared what it is slowest at: taking JSON apart and pressing it.

export const packJson = (value: unknown): Buffer => deflateRawSync(JSON.stringify(value));

export const unpackJson = (packed: Uint8Array): unknown => JSON.parse(inflateRawSync(packed).toString());
