import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENGINE_ERROR_KINDS, EngineError } from "../../src/domain/engine-error.ts";
import { judgeFailure } from "../../src/domain/retry.ts";

const kind = fc.constantFrom(...ENGINE_ERROR_KINDS);
const luck = fc.double({ min: 0, max: 1, noNaN: true });

describe("judgeFailure", () => {
  it("stops the engine on a refused key, at once", () => {
    expect(judgeFailure(new EngineError("auth", "no"), 1, 0.5)).toEqual({ do: "stop_engine" });
  });

  it.each(["refused", "bad_request"] as const)("never asks again after %s", (one) => {
    expect(judgeFailure(new EngineError(one, "no"), 1, 0.5)).toEqual({ do: "give_up" });
  });

  it("gives every query up in the end", () => {
    fc.assert(
      fc.property(kind, luck, (one, chance) => {
        expect(judgeFailure(new EngineError(one, "no"), 10, chance).do).not.toBe("again");
      }),
    );
  });

  it("never comes back before the engine said", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300_000 }),
        fc.integer({ min: 1, max: 9 }),
        luck,
        (wait, attempt, chance) => {
          const verdict = judgeFailure(new EngineError("rate_limited", "slow down", wait), attempt, chance);
          expect(verdict).toMatchObject({ do: "again" });
          expect((verdict as { afterMs: number }).afterMs).toBeGreaterThanOrEqual(wait);
        },
      ),
    );
  });

  it("waits longer after each failure, up to a minute", () => {
    const waits = [1, 2, 3, 9].map((attempt) => judgeFailure(new EngineError("rate_limited", "no"), attempt, 1));
    expect(waits).toEqual([1000, 2000, 4000, 60_000].map((afterMs) => ({ do: "again", afterMs })));
  });
});
