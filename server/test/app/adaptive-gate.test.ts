import { describe, expect, it } from "vitest";
import { AdaptiveGate } from "../../src/app/adaptive-gate.ts";

const never = new AbortController().signal;

/** A call that the test ends when it likes. */
function call(gate: AdaptiveGate, brand: string, log: string[], signal = never) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ran = gate.enter(brand, signal).then(async (place) => {
    log.push(brand);
    await promise;
    place.leave();
  });
  return { ran, end: resolve };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("AdaptiveGate", () => {
  it("runs no more at a time than allowed", async () => {
    const log: string[] = [];
    const gate = new AdaptiveGate(2);
    const calls = [1, 2, 3].map(() => call(gate, "a", log));
    await settled();
    expect(log).toHaveLength(2);
    calls[0]?.end();
    await settled();
    expect(log).toHaveLength(3);
  });

  it("takes brands in turn, however many calls one of them has waiting", async () => {
    const log: string[] = [];
    const gate = new AdaptiveGate(1);
    const calls = ["a", "a", "a", "a", "b"].map((brand) => call(gate, brand, log));
    for (const one of [0, 1, 4]) {
      await settled();
      calls[one]?.end();
    }
    await settled();
    expect(log.indexOf("b")).toBeLessThanOrEqual(2);
  });

  const answered = async (gate: AdaptiveGate) => {
    const place = await gate.enter("a", never);
    place.answered();
    place.leave();
  };
  const turnedAway = async (gate: AdaptiveGate) => {
    const place = await gate.enter("a", never);
    place.leave();
    place.turnedAway();
  };

  it("halves when a call is turned away, never below one, and recovers by successes", async () => {
    const gate = new AdaptiveGate(8);
    await turnedAway(gate);
    expect(gate.allowed).toBe(4);
    for (let time = 0; time < 5; time++) await turnedAway(gate);
    expect(gate.allowed).toBe(1);
    for (let time = 0; time < 200; time++) await answered(gate);
    expect(gate.allowed).toBe(8);
  });

  it("halves once for calls that were under way together, and again for a later one", async () => {
    const gate = new AdaptiveGate(8);
    const places = await Promise.all(Array.from({ length: 8 }, () => gate.enter("a", never)));
    for (const place of places) {
      place.leave();
      place.turnedAway();
    }
    expect(gate.allowed).toBe(4);
    await turnedAway(gate);
    expect(gate.allowed).toBe(2);
  });

  it("a failed call frees its place and does not count as recovery", async () => {
    const gate = new AdaptiveGate(2);
    await turnedAway(gate);
    for (let time = 0; time < 20; time++) (await gate.enter("a", never)).leave();
    expect(gate.allowed).toBe(1);
  });

  it("whoever gives up waiting leaves the line to the others", async () => {
    const log: string[] = [];
    const gate = new AdaptiveGate(1);
    const first = call(gate, "a", log);
    const impatient = new AbortController();
    const second = call(gate, "b", log, impatient.signal);
    const third = call(gate, "c", log);
    impatient.abort(new Error("too long"));
    await expect(second.ran).rejects.toThrow("too long");
    first.end();
    await settled();
    expect(log).toEqual(["a", "c"]);
    third.end();
    await third.ran;
  });
});
