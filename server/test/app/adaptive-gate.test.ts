import { describe, expect, it } from "vitest";
import { AdaptiveGate } from "../../src/app/adaptive-gate.ts";

const never = new AbortController().signal;

/** A call that the test ends when it likes. */
function call(gate: AdaptiveGate, brand: string, log: string[], signal = never) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ran = gate.run(brand, signal, () => {
    log.push(brand);
    return promise;
  });
  return { ran, end: resolve, fail: reject };
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

  it("halves when told to slow down, never below one, and recovers by successes", async () => {
    const gate = new AdaptiveGate(8);
    gate.slowDown();
    expect(gate.allowed).toBe(4);
    for (let time = 0; time < 5; time++) gate.slowDown();
    expect(gate.allowed).toBe(1);
    for (let time = 0; time < 200; time++) await gate.run("a", never, async () => undefined);
    expect(gate.allowed).toBe(8);
  });

  it("a failed call frees its place and does not count as recovery", async () => {
    const gate = new AdaptiveGate(2);
    gate.slowDown();
    for (let time = 0; time < 20; time++) {
      await expect(gate.run("a", never, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    }
    expect(gate.allowed).toBe(1);
    expect(await gate.run("a", never, async () => "in")).toBe("in");
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
