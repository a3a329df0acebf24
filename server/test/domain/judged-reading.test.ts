import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeSample } from "../../src/domain/judged-reading.ts";

const IDS = Array.from({ length: 1000 }, (_, nth) => `row ${nth}`);

describe("judgeSample", () => {
  test("takes that share, rounded up, each once, whatever the order", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.string(), (share, seed) => {
        const sample = judgeSample(seed, IDS, share);
        expect(new Set(sample).size).toBe(Math.ceil(IDS.length * share));
        expect(judgeSample(seed, IDS.toReversed(), share)).toEqual(sample);
      }),
    );
  });

  test("takes others for another seed, and more of the same for a larger share", () => {
    expect(judgeSample("a", IDS, 0.1)).not.toEqual(judgeSample("b", IDS, 0.1));
    expect(judgeSample("a", IDS, 0.2).slice(0, 100)).toEqual(judgeSample("a", IDS, 0.1));
  });
});
