import { foldPhrase } from "./folded-text.ts";
import type { Line } from "./lines.ts";
import { type Mention, mentionsWithin } from "./mention.ts";
import type { Span } from "./reading.ts";
import structureWords from "./words/structure-words.json" with { type: "json" };

/** Something the answer sets out by its structure: a list item, a heading, a "**Name:**" block, a table row. */
export type OfferedItem = {
  line: number;
  label: Span;
  /** Items of one list look alike: same marker, same depth, same emphasis. */
  shape: string;
  /** "Best overall: X" gives a prize; it is not where X is introduced. */
  isAward: boolean;
  /** A label that is a line of its own owns what follows, as a heading does. */
  isTitle: boolean;
  /** The known name in the label; null for a name that the scene does not know. */
  who: number | null;
  /** The same for two items of one brand. */
  brand: string;
};

const LONGEST_LABEL_CHARS = 80;
const NOT_ITEMS = new Set(structureWords.notItems);
const ARTICLES = new Set(structureWords.articles);
const AWARDS = structureWords.awards.map(foldPhrase);

type Label = Span & { style: string; isTitle?: boolean };

export function offeredItems(text: string, lines: Line[], mentions: Mention[]): OfferedItem[] {
  const items: OfferedItem[] = [];
  let table = 0;
  lines.forEach((line, index) => {
    const isHeader = line.kind === "row" && lines[index - 1]?.kind !== "row";
    if (isHeader) table++;
    const labels = line.kind === "row" ? rowLabels(text, line, table, isHeader) : [lineLabel(text, line)];
    for (const label of labels) {
      const item = label && toItem(text, label, line, index, mentions);
      if (item) items.push(item);
    }
  });
  const offered = new Set(items.filter(({ who }) => who !== null).map(({ shape }) => shape));
  // A shape in which no known name stands is a list of something else: features, steps, questions.
  return items.filter(({ shape }) => offered.has(shape));
}

export function isAwardLabel(folded: string): boolean {
  return AWARDS.some((award) => folded === award || folded.startsWith(`${award} `) || folded.startsWith(`${award}:`));
}

function toItem(text: string, label: Label, line: Line, index: number, mentions: Mention[]): OfferedItem | null {
  const inner = foldPhrase(text.slice(label.from, label.to)).replace(/^\d{1,3}[.)] ?/, "");
  const isAward = isAwardLabel(inner);
  const reach = isAward ? { from: label.from, to: Math.min(line.to, label.from + 2 * LONGEST_LABEL_CHARS) } : label;
  const who = mentionsWithin(mentions, reach)[0]?.who ?? null;
  const words = inner.match(/[\p{L}\p{N}&'.]+/gu) ?? [];
  const first = words.find((word) => !ARTICLES.has(word));
  if (who === null && (isAward || first === undefined || NOT_ITEMS.has(first) || inner.endsWith("?"))) return null;
  const shape = `${label.style}|${isAward}`;
  const isTitle = label.isTitle === true || line.kind === "heading";
  return { line: index, label: reach, shape, isAward, isTitle, who, brand: who === null ? `?${first}` : `#${who}` };
}

function lineLabel(text: string, line: Line): Label | null {
  const { kind, bodyFrom, to, indent } = line;
  if (kind === "blank" || kind === "rule" || kind === "row") return null;
  const head = text.slice(bodyFrom, Math.min(to, bodyFrom + LONGEST_LABEL_CHARS + 20));
  const numbered = /^(?:\*\*)?\d{1,3}[.)]/.test(head) || kind === "ordered";
  if (kind === "heading") return { from: bodyFrom, to, style: `heading${line.level}|${numbered}` };
  if (head.startsWith("**")) return boldLabel(text, line, head, numbered);
  if (kind === "text") return null;
  const cut = head.search(/:| [–—-] |\n/);
  const end = bodyFrom + (cut === -1 ? Math.min(head.length, 40) : cut);
  return { from: bodyFrom, to: end, style: `${kind}${Math.min(indent, 8)}|plain` };
}

function boldLabel(text: string, line: Line, head: string, numbered: boolean): Label | null {
  const close = head.indexOf("**", 2);
  if (close === -1) return null;
  const { kind, bodyFrom, to, indent } = line;
  const after = text.slice(bodyFrom + close + 2, Math.min(to, bodyFrom + close + 42)).trimStart();
  const isTitle = kind === "text" && (after === "" || after === ":");
  const introduces = kind !== "text" || isTitle || head.charAt(close - 1) === ":" || /^[:–—(-]/.test(after);
  if (!introduces) return null;
  return { from: bodyFrom + 2, to: bodyFrom + close, style: `${kind}${Math.min(indent, 8)}|bold|${numbered}`, isTitle };
}

/** The name of a row is its first cell that is more than a number; in a header row every cell may name a column. */
function rowLabels(text: string, line: Line, table: number, isHeader: boolean): Label[] {
  const cells: Label[] = [];
  let from = line.from + line.indent + 1;
  while (from < line.to) {
    const bar = text.indexOf("|", from);
    const to = bar === -1 || bar > line.to ? line.to : bar;
    cells.push({ from, to, style: isHeader ? `column${table}` : `row${table}` });
    from = to + 1;
  }
  if (isHeader) return cells;
  const named = cells.find((cell) => /\p{L}/u.test(text.slice(cell.from, Math.min(cell.to, cell.from + 200))));
  return named ? [named] : [];
}
