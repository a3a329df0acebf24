import fc from "fast-check";
import { expect, it } from "vitest";
import { packTally, unpackTally } from "../../src/db/packed-tally.ts";

const anyTally = fc.record({
  strata: fc.array(
    fc.record({
      topicId: fc.uuid(),
      stage: fc.constantFrom("awareness" as const, "evaluation" as const, "conversion" as const),
      prompts: fc.array(fc.uuid(), { maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
  engines: fc.array(fc.constantFrom("chatgpt" as const, "claude" as const), { maxLength: 2 }),
  items: fc.array(fc.string({ unit: "binary" }), { maxLength: 5 }),
  counts: fc.array(fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1), fc.constantFrom(65_535, 65_536, 2 ** 32 - 1))),
});

it("any tally is read back as it was packed, wherever the bytes lie in memory", () => {
  fc.assert(
    fc.property(anyTally, fc.nat(7), (tally, offset) => {
      const packed = packTally(tally);
      const moved = new Uint8Array(packed.length + offset).subarray(offset);
      moved.set(packed);
      const { counts, ...words } = unpackTally(moved);
      expect({ ...words, counts: Array.from(counts) }).toEqual(tally);
    }),
  );
});
