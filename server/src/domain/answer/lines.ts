import { cutGlued } from "./glued-text.ts";
import type { Span } from "./reading.ts";

export type LineKind =
  | "blank"
  | "heading"
  | "ordered"
  | "bullet"
  | "row"
  | "rule"
  | "text"
  /** "Name: what it is" within a line of several such. */
  | "named"
  /** "Name$99.994.7(38)" */
  | "carousel";

/**
 * One line of markdown; `bodyFrom` is where its words start, after any marker, and `labelTo` where the name of a named
 * block ends. Our own single pass, since glued pages have no markdown to parse and offsets must hold in the answer.
 */
export type Line = Span & { kind: LineKind; indent: number; level: number; bodyFrom: number; labelTo: number };

const MARKER =
  /^(?:(#{1,6})[ \t]+|(\d{1,3}[.)]|[A-Ha-h]\))[ \t]+|([-*+•‣●▪–]|\p{Extended_Pictographic}\uFE0F?)[ \t]+)/u;
const LONGEST_INDENT = 64;

export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf("\n", from);
    const to = newline === -1 ? text.length : newline;
    const line = classify(text, from, to);
    if (line.kind === "text") for (const piece of cutGlued(text, line)) lines.push(lineOf(line, piece));
    else lines.push(line);
    from = to + 1;
  }
  return lines;
}

function lineOf(line: Line, { kind, from, to, labelTo }: ReturnType<typeof cutGlued>[number]): Line {
  const bodyFrom = from === line.from ? line.bodyFrom : from;
  return { ...line, kind, from, to, bodyFrom, labelTo: Math.max(labelTo, bodyFrom) };
}

function classify(text: string, from: number, to: number): Line {
  let start = from;
  while (start < to && /[\s>]/.test(text.charAt(start))) start++;
  const indent = Math.min(start - from, LONGEST_INDENT);
  const line = (kind: LineKind, bodyFrom = start, level = 0): Line => {
    return { kind, from, to, indent, level, bodyFrom, labelTo: bodyFrom };
  };
  if (start === to) return line("blank");
  if (text.charAt(start) === "|") return line("row");
  const head = text.slice(start, start + 12);
  if (isRule(text, start, to)) return line("rule");
  const marker = MARKER.exec(head);
  if (marker?.[1]) return line("heading", start + marker[0].length, marker[1].length);
  if (marker?.[2]) return line("ordered", start + marker[0].length);
  if (marker?.[3]) return line("bullet", start + marker[0].length);
  return line("text");
}

function isRule(text: string, from: number, to: number): boolean {
  if (to - from > 200 || !/[*_-]/.test(text.charAt(from))) return false;
  const body = text.slice(from, to).replace(/\s/g, "");
  return body.length >= 3 && (/^-+$/.test(body) || /^\*+$/.test(body) || /^_+$/.test(body));
}
