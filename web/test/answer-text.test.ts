import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { AnswerText } from "../src/parts/answer-text.tsx";
import { type Mark, segmentsOf, sourceOffsets } from "../src/parts/evidence-marks.ts";

const render = (answer: string, marks: Mark[] = []): string =>
  renderToStaticMarkup(createElement(AnswerText, { answer, marks }));

const HOSTILE = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "![pixel](https://tracker.example/p.gif)",
  "[click](javascript:alert(1))",
  "[click](data:text/html,<script>alert(1)</script>)",
  "<https://evil.example/>",
  "<iframe src='https://evil.example'></iframe>",
  "<style>*{background:url(https://evil.example)}</style>",
  `${"> ".repeat(3000)}deep`,
  `${"- ".repeat(500)}deep`,
  "a**".repeat(300_000),
];

describe("an engine's answer", () => {
  it.each(HOSTILE)("runs, fetches and links to nothing, and is shown at once: %#", (answer) => {
    expect(render(answer)).not.toMatch(
      /<(script|img|iframe|style|link|a|object|embed)\b|<[a-z][^>]*\s(href|src|srcset|on\w+|style)=/i,
    );
  });

  it("has its words marked where the evidence points, across bold, lists and escapes", () => {
    const answer = "1. **Acme**: good\n   and *cheap* \\* really &amp; truly\n2. Rival";
    const at = (word: string, kind: Mark["kind"]): Mark => ({
      kind,
      from: answer.indexOf(word),
      to: answer.indexOf(word) + word.length,
    });
    const html = render(answer, [
      at("Acme", "mention"),
      at("cheap", "praise"),
      at("truly", "criticism"),
      at("Rival", "competitor"),
    ]);
    const marked = [...html.matchAll(/<mark class="[^"]*mark-(\w+)"[^>]*>([^<]*)<\/mark>/g)].map(([, kind, word]) => [
      kind,
      word,
    ]);
    expect(marked).toEqual([
      ["mention", "Acme"],
      ["praise", "cheap"],
      ["criticism", "truly"],
      ["competitor", "Rival"],
    ]);
  });

  it("loses and repeats no character when it is cut at marks", () => {
    const mark = fc
      .tuple(fc.nat(60), fc.nat(20))
      .map(([from, length]): Mark => ({ kind: "praise", from, to: from + length }));
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.array(mark, { maxLength: 5 }), (value, marks) => {
        const segments = segmentsOf(value, sourceOffsets(value, value, 0), marks);
        expect(segments.map(({ text }) => text).join("")).toBe(value);
      }),
    );
  });
});
