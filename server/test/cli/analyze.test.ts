import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "answerscope-analyze-"));

afterAll(() => rmSync(folder, { recursive: true }));

function start(args: string[]) {
  // No environment but the path: it needs neither a database nor settings.
  return spawn(process.execPath, [MAIN, "analyze", ...args], { env: { PATH: process.env.PATH } });
}

async function run(input: string | Buffer, args: string[] = []) {
  const child = start(args);
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const rows = out.split("\n").filter((line) => line !== "");
  return { rows: rows.map((line) => JSON.parse(line)), err, code };
}

const line = (id: string | number, answer: string, more: object = {}) =>
  JSON.stringify({ id, answer, topic: { name: "Tarnlight 2P", brand: "Eskerfell" }, ...more });

const RANKED = "Two worth a look:\n\n1. **Velstrand**: light.\n2. **Eskerfell**: excellent. I recommend Eskerfell.";

describe("answerscope analyze", () => {
  it("writes what it reads in the promised shape", async () => {
    const { rows, err, code } = await run(
      line("a", RANKED, {
        topic: {
          name: "Tarnlight 2P",
          brand: "Eskerfell",
          aliases: ["Tarn"],
          url: "https://www.eskerfell.example/shop",
        },
        competitors: [{ name: "Velstrand", aliases: ["VS Tents"] }],
        citations: ["https://eskerfell.example/p?utm_source=chatgpt.com", "https://eskerfell.example/p"],
        language: "en",
        unknown: true,
      }),
    );
    expect(err).toBe("");
    expect(code).toBe(0);
    expect(rows).toEqual([
      {
        id: "a",
        topic_mentioned: true,
        mention_position: 2,
        sentiment: "positive",
        score: 77.86,
        action_recommendation: true,
        sources_cited: ["https://eskerfell.example/p"],
        competitors_mentioned: ["Velstrand"],
        evidence: expect.objectContaining({ mentions: expect.arrayContaining([expect.anything()]) }),
      },
    ]);
  });

  it("keeps the order, skips blank lines, and reads CRLF and a byte order mark", async () => {
    const lines = ["\uFEFF", line(1, "Eskerfell"), "\r\n\r\n  \r\n", line(2, "nobody"), "\r\n", line("3", "Eskerfell")];
    const { rows, code } = await run(lines.join(""));
    expect(rows.map(({ id, topic_mentioned }) => [id, topic_mentioned])).toEqual([
      [1, true],
      [2, false],
      ["3", true],
    ]);
    expect(code).toBe(0);
  });

  it("reports a bad line by its number with what is accepted, reads the rest, and ends with 1", async () => {
    const broken = Buffer.concat([Buffer.from('{"id": "'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]);
    const bad = [
      "{",
      "[]",
      '{"id": true}',
      line("x", "y", { topic: { name: " " } }),
      line("x", "y", { citations: "z" }),
    ];
    const input = Buffer.concat([broken, Buffer.from(`${bad.join("\n")}\n\n${line("last", "Eskerfell")}`)]);
    const { rows, err, code } = await run(input);
    expect(rows.map(({ id }) => id)).toEqual(["last"]);
    expect(code).toBe(1);
    expect(err.trimEnd().split("\n")).toEqual([
      "line 1: not valid UTF-8; a line takes a JSON object in UTF-8",
      expect.stringMatching(/^line 2: not valid JSON \(.+\); a line takes one JSON object$/),
      "line 3: it takes an object with id, answer and topic, and optionally competitors, citations and language",
      expect.stringMatching(/^line 4: id takes a text or a number; answer takes a text; topic takes an object such as/),
      "line 5: topic.name takes a text that is not blank",
      "line 6: citations takes a list of texts",
    ]);
  });

  it("lets a line go that is too long to hold, and reads the next", async () => {
    const { rows, err, code } = await run(`${"x".repeat(33 * 1024 * 1024)}\n${line(1, "Eskerfell")}\n`);
    expect(err).toContain("line 1: longer than 32 MB");
    expect(rows).toHaveLength(1);
    expect(code).toBe(1);
  });

  it("takes the topic's own name when no brand is given, and null for what is left out", async () => {
    const topic = { name: "Eskerfell", brand: null, aliases: null, url: null };
    const { rows } = await run(line(1, "Velstrand, then Eskerfell.", { topic, competitors: null, citations: null }));
    expect(rows[0]).toMatchObject({ topic_mentioned: true, sources_cited: [] });
  });

  it("reads a file", async () => {
    const path = join(folder, "answers.jsonl");
    writeFileSync(path, `${line(1, "Eskerfell")}\n`);
    expect((await run("", ["--input", path])).rows).toHaveLength(1);
  });

  it("says what is wrong with a missing file or an unknown option", async () => {
    const missing = await run("", ["--input", join(folder, "none.jsonl")]);
    expect(missing).toMatchObject({ rows: [], code: 1, err: expect.stringContaining("no such file") });
    const unknown = await run("", ["--colour"]);
    expect(unknown).toMatchObject({ rows: [], code: 1, err: expect.stringContaining("Unknown option '--colour'") });
    expect(unknown.err).toContain("answerscope analyze [--input file]");
  });

  it("ends quietly when nobody reads on", async () => {
    const path = join(folder, "many.jsonl");
    writeFileSync(path, `${line(1, RANKED)}\n`.repeat(20_000));
    const child = start(["--input", path]);
    const err = text(child.stderr);
    child.stdout.once("data", () => child.stdout.destroy());
    const [code] = await once(child, "close");
    expect(code).toBe(0);
    expect(await err).toBe("");
  });
});
