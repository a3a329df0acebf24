import type { Span } from "./reading.ts";

export type LineKind = "blank" | "heading" | "ordered" | "bullet" | "row" | "rule" | "text";

/** One line of markdown; `bodyFrom` is where its words start, after any marker. */
export type Line = Span & { kind: LineKind; indent: number; level: number; bodyFrom: number };

const MARKER = /^(?:(#{1,6})[ \t]+|(\d{1,3})[.)][ \t]+|([-*+•])[ \t]+)/;

export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf("\n", from);
    const to = newline === -1 ? text.length : newline;
    lines.push(classify(text, from, to));
    from = to + 1;
  }
  return lines;
}

function classify(text: string, from: number, to: number): Line {
  let start = from;
  while (start < to && /[\s>]/.test(text.charAt(start))) start++;
  const indent = start - from;
  const line = (kind: LineKind, bodyFrom = start, level = 0): Line => ({ kind, from, to, indent, level, bodyFrom });
  if (start === to) return line("blank");
  if (text.charAt(start) === "|") return line("row");
  const head = text.slice(start, start + 12);
  const marker = MARKER.exec(head);
  if (marker?.[1]) return line("heading", start + marker[0].length, marker[1].length);
  if (marker?.[2]) return line("ordered", start + marker[0].length);
  if (marker?.[3]) return line("bullet", start + marker[0].length);
  return line(isRule(text, start, to) ? "rule" : "text");
}

function isRule(text: string, from: number, to: number): boolean {
  const body = text.slice(from, Math.min(to, from + 20)).trim();
  return body.length >= 3 && (/^-+$/.test(body) || /^\*+$/.test(body) || /^_+$/.test(body));
}
