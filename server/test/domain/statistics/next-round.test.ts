import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixedRounds, nextRound } from "../../../src/domain/statistics/next-round.ts";

const state = {
  asked: new Map([
    ["p1", 3],
    ["p2", 3],
  ]),
  halfWidth: 6,
  targetHalfWidth: 5,
  callsPerPrompt: 4,
  callsLeft: 100,
};

describe("nextRound", () => {
  test("asks every prompt three times first, however narrow the interval looks", () => {
    const asked = new Map([
      ["p1", 0],
      ["p2", 2],
    ]);
    expect(nextRound({ ...state, asked, halfWidth: 0.1 })).toEqual({
      stop: false,
      ask: [
        { promptId: "p1", times: 3 },
        { promptId: "p2", times: 1 },
      ],
    });
  });

  test("asks every prompt once more until the half-width is at most .9 of the target", () => {
    expect(nextRound({ ...state, halfWidth: 4.51 })).toEqual({
      stop: false,
      ask: [
        { promptId: "p1", times: 1 },
        { promptId: "p2", times: 1 },
      ],
    });
    expect(nextRound({ ...state, halfWidth: 4.5 })).toEqual({ stop: true, because: "precise enough" });
    expect(nextRound({ ...state, halfWidth: null }).stop).toBe(false);
  });

  test("begins no round that the budget cannot pay whole", () => {
    expect(nextRound({ ...state, callsLeft: 8 }).stop).toBe(false);
    expect(nextRound({ ...state, callsLeft: 7 })).toEqual({ stop: true, because: "budget spent" });
    expect(nextRound({ ...state, asked: new Map() })).toEqual({ stop: true, because: "no prompts" });
  });

  test("ends for any start, never spends more than it has, and leaves all prompts asked equally often", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 0, max: 300 }),
        (start, budget) => {
          const asked = new Map(start.map((times, index) => [String(index), times]));
          let callsLeft = budget;
          let rounds = 0;
          for (;;) {
            const next = nextRound({ ...state, asked, callsLeft });
            if (next.stop) break;
            rounds++;
            for (const { promptId, times } of next.ask) {
              asked.set(promptId, (asked.get(promptId) ?? 0) + times);
              callsLeft -= times * state.callsPerPrompt;
            }
          }
          expect(callsLeft).toBeGreaterThanOrEqual(0);
          const times = [...asked.values()];
          if (rounds > 0) expect(Math.min(...times)).toBeGreaterThanOrEqual(3);
          if (rounds > 5) expect(Math.max(...times)).toBe(Math.min(...times));
        },
      ),
    );
  });
});

describe("fixedRounds", () => {
  test("plans the 385 calls of a share of one half to ±5 points, in whole rounds", () => {
    expect(fixedRounds(1, 5)).toBe(385);
    expect(fixedRounds(30, 5)).toBe(13);
    expect(fixedRounds(1000, 5)).toBe(3);
    expect(fixedRounds(1, 0.05, 1)).toBe(385);
  });
});
