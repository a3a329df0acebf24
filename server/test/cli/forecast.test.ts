import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "answerscope-forecast-"));

afterAll(() => rmSync(folder, { recursive: true }));

async function run(input: string, args: string[] = []) {
  // No environment but the path: it needs neither a database nor settings.
  const child = spawn(process.execPath, [MAIN, "forecast", ...args], { env: { PATH: process.env.PATH } });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const rows = out.split("\n").filter((line) => line !== "");
  return { rows: rows.map((line) => JSON.parse(line)), err, code };
}

const weekly = (scores: number[]) =>
  scores.map((score, week) => ({ at: new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString(), score }));
const line = (id: string | number, points: unknown) => JSON.stringify({ id, points });
const SCORES = [40, 43, 38, 41, 39, 42, 40];

describe("answerscope forecast", () => {
  it("writes a forecast in the promised shape for every line, in their order", async () => {
    const { rows, err, code } = await run(`${line("b", weekly(SCORES))}\n\n${line(7, weekly([5, 6, 4]))}\n`);
    expect({ err, code }).toEqual({ err: "", code: 0 });
    expect(rows.map(({ id }) => id)).toEqual(["b", 7]);
    for (const row of rows) {
      expect(Object.keys(row)).toEqual([
        "id",
        "trajectory",
        "confidence",
        "current_score",
        "predicted_2w",
        "predicted_4w",
        "interval_2w",
        "interval_4w",
      ]);
      expect(row.interval_2w[0]).toBeLessThanOrEqual(row.predicted_2w);
      expect(row.interval_2w[1]).toBeGreaterThanOrEqual(row.predicted_2w);
      expect(row.interval_4w[1] - row.interval_4w[0]).toBeGreaterThan(row.interval_2w[1] - row.interval_2w[0]);
    }
    expect(rows[0]).toMatchObject({ trajectory: "stable", confidence: "medium", current_score: 40 });
  });

  it("forecasts the same whatever the order of lines and points, and reads lines as one pool", async () => {
    const lines = [line("a", weekly(SCORES)), line("b", weekly([20, 60, 15, 70])), line("c", weekly([1, 2, 1]))];
    const shuffled = [line("c", weekly([1, 2, 1]).reverse()), lines[1], line("a", weekly(SCORES).reverse())];
    const [forward, backward, alone] = await Promise.all([
      run(lines.join("\n")),
      run(shuffled.join("\n")),
      run(lines[2] as string),
    ]);
    expect(backward.rows.toReversed()).toEqual(forward.rows);
    expect(forward.rows[2].interval_2w).not.toEqual(alone.rows[0].interval_2w);
  });

  it("takes dates, times with and without a zone, and several points of one time as their mean", async () => {
    const points = [
      { at: "2026-01-05", score: 30 },
      { at: "2026-01-12T00:00:00", score: 30 },
      { at: "2026-01-19T02:00:00+02:00", score: 30 },
      { at: "2026-01-26", score: 20 },
      { at: "2026-01-26T00:00:00Z", score: 40 },
    ];
    const { rows, code } = await run(`${line("a", points)}\n`);
    expect(code).toBe(0);
    expect(rows[0]).toMatchObject({ current_score: 30, predicted_2w: 30, predicted_4w: 30 });
  });

  it("carries the last score forward under three points, and says why", async () => {
    const { rows, code } = await run(line("a", weekly([30, 40])));
    expect(code).toBe(0);
    expect(rows[0]).toEqual({
      id: "a",
      trajectory: "stable",
      confidence: "low",
      current_score: 40,
      predicted_2w: 40,
      predicted_4w: 40,
      interval_2w: null,
      interval_4w: null,
      reason: expect.stringContaining("at least 3"),
    });
  });

  it("reports a bad line by its number with what is accepted, forecasts the rest, and ends with 1", async () => {
    const bad = [
      "{",
      '{"id": 1, "points": [{"at": "2026-01-05", "score": NaN}]}',
      line(true as unknown as string, 5),
      line("x", []),
      line("x", [{ at: "2026-02-30", score: 101 }]),
      line("x", [{ at: 1767571200000, score: "40" }]),
      '{"id": 1, "points": [{"at": "2026-01-05", "score": 1e999}]}',
    ];
    const { rows, err, code } = await run(`${bad.join("\n")}\n${line("last", weekly(SCORES))}`);
    expect(rows.map(({ id }) => id)).toEqual(["last"]);
    expect(code).toBe(1);
    const at = 'takes a date or a time such as "2026-01-05" or "2026-01-05T06:00:00Z"';
    expect(err.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^line 1: not valid JSON \(.+\); a line takes one JSON object$/),
      expect.stringMatching(/^line 2: not valid JSON/),
      'line 3: id takes a text or a number; points takes a list such as [{"at": "2026-01-05", "score": 41.5}]',
      "line 4: points takes at least one point: without any there is no score to carry forward",
      `line 5: points.0.at ${at}; points.0.score takes a number from 0 to 100`,
      `line 6: points.0.at ${at}; points.0.score takes a number from 0 to 100`,
      "line 7: points.0.score takes a number from 0 to 100",
    ]);
  });

  it("forecasts ten thousand series, and a series of ten thousand points, in time that grows with them alone", async () => {
    const path = join(folder, "many.jsonl");
    const many = Array.from({ length: 10_000 }, (_, i) => line(i, weekly(SCORES.map((score) => score + (i % 50)))));
    const long = line(
      "long",
      Array.from({ length: 10_000 }, (_, i) => ({
        at: new Date(Date.UTC(2020, 0, 1, 6 * i)).toISOString(),
        score: 40 + (i % 7),
      })),
    );
    writeFileSync(path, `${many.join("\n")}\n${long}\n`);
    const { rows, code } = await run("", ["--input", path]);
    expect(code).toBe(0);
    expect(rows).toHaveLength(10_001);
    // Some 2 s; work that grew with the square of either would take minutes.
  }, 30_000);

  it("says what is wrong with an unknown option", async () => {
    const unknown = await run("", ["--colour"]);
    expect(unknown).toMatchObject({ rows: [], code: 1, err: expect.stringContaining("Unknown option '--colour'") });
    expect(unknown.err).toContain("answerscope forecast [--input file]");
  });
});
