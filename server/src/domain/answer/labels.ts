import type { Line } from "./lines.ts";
import type { Span } from "./reading.ts";

/** Words that stand where a name could: a heading, the head of a list item, a "Name:" block, a cell, a price entry. */
export type Label = Span & {
  line: number;
  form: "heading" | "title" | "item" | "named" | "row" | "column" | "carousel" | "bold";
  /** Labels of one list look alike: same marker, same depth, same emphasis. */
  style: string;
  /** The label that this one stands under; null at the top. */
  parent: Label | null;
  /** Nothing but further labels follows: "Top picks:", "Things to consider". */
  isBare: boolean;
};

type Found = Omit<Label, "line" | "parent">;

const LONGEST_LABEL_CHARS = 120;
const LONGEST_LEAD_CHARS = 140;
const MOST_BOLD_RUNS = 4;
const TITLE_DEPTH = 7;

/** All labels in order, each under the heading, title or item that it belongs to. */
export function findLabels(text: string, lines: Line[]): Label[] {
  const labels: Label[] = [];
  const open: { label: Label; depth: number }[] = [];
  let table = 0;
  lines.forEach((line, index) => {
    const isHeader = line.kind === "row" && lines[index - 1]?.kind !== "row";
    if (isHeader) table++;
    const found = labelsOf(text, line, lines[index + 1], isHeader, table);
    const first = found[0];
    if (line.kind === "rule") while ((open.at(-1)?.depth ?? 0) >= TITLE_DEPTH) open.pop();
    if (!first) return;
    const depth = depthOf(line, first);
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) open.pop();
    const parent = open.at(-1)?.label ?? null;
    const placed = found.map((label) => ({ ...label, line: index, parent }));
    labels.push(...placed);
    if (placed[0] && line.kind !== "row" && line.kind !== "carousel") open.push({ label: placed[0], depth });
  });
  return labels;
}

function labelsOf(text: string, line: Line, next: Line | undefined, isHeader: boolean, table: number): Found[] {
  switch (line.kind) {
    case "blank":
    case "rule":
      return [];
    case "row":
      return rowLabels(text, line, table, isHeader);
    case "heading":
      return [{ from: line.bodyFrom, to: line.to, form: "heading", style: `heading${line.level}`, isBare: true }];
    case "carousel":
      return [{ from: line.bodyFrom, to: line.labelTo, form: "carousel", style: "carousel", isBare: false }];
    case "named": {
      const isBare = !/[\p{L}\p{N}]/u.test(text.slice(line.labelTo, Math.min(line.to, line.labelTo + 40)));
      return [{ from: line.bodyFrom, to: line.labelTo, form: "named", style: "named", isBare }];
    }
    default:
      return textLabels(text, line, next);
  }
}

/** How deep a line stands: headings by level, then bold titles, then "Others:" before a list, then list items. */
function depthOf(line: Line, { form, isBare }: Found): number {
  if (line.kind === "heading") return line.level;
  if (line.indent === 0 && form === "title") return TITLE_DEPTH;
  if (line.kind === "carousel") return 9;
  if (line.kind === "named") return isBare ? 8 : 9;
  if (line.kind === "text" && line.indent === 0) return isBare ? 8 : 9;
  return 10 + line.indent * 2 + (line.kind === "ordered" ? 0 : 1);
}

function textLabels(text: string, line: Line, next: Line | undefined): Found[] {
  const { kind, bodyFrom, to, indent } = line;
  const head = text.slice(bodyFrom, Math.min(to, bodyFrom + LONGEST_LABEL_CHARS + 20));
  const marker = kind === "text" ? "text" : `${kind}${Math.min(indent, 8)}`;
  const numbered = /^(?:\*\*)?\d{1,3}[.)]/.test(head) ? "#" : "";
  if (head.startsWith("**") || head.startsWith("__")) {
    const bold = boldLabel(text, line, head, `${marker}|bold${numbered}`);
    if (bold) return [bold, ...boldRuns(text, line, bold.to)];
  }
  if (kind === "text") {
    const lead = leadLabel(text, line, next);
    return lead ? [lead] : boldRuns(text, line, bodyFrom);
  }
  const cut = head.search(/:(?!\/)|：| [–—-] |\n|\. /);
  const end = bodyFrom + (cut === -1 ? Math.min(head.length, LONGEST_LABEL_CHARS) : cut);
  const isBare = !/[\p{L}\p{N}]/u.test(text.slice(end, to));
  return [{ from: bodyFrom, to: end, form: "item", style: `${marker}|plain`, isBare }, ...boldRuns(text, line, end)];
}

function boldLabel(text: string, line: Line, head: string, style: string): Found | null {
  const close = head.indexOf(head.slice(0, 2), 2);
  if (close === -1) return null;
  const { kind, bodyFrom, to } = line;
  const after = text.slice(bodyFrom + close + 2, Math.min(to, bodyFrom + close + 42)).trimStart();
  const isTitle = kind === "text" && (after === "" || after === ":");
  const introduces = kind !== "text" || isTitle || head.charAt(close - 1) === ":" || /^[:：–—(-]/.test(after);
  if (!introduces) return null;
  const isBare = !/[\p{L}\p{N}]/u.test(after);
  return { from: bodyFrom + 2, to: bodyFrom + close, form: isTitle ? "title" : "item", style, isBare };
}

/** "Other options:" over a list. */
function leadLabel(text: string, { bodyFrom, to }: Line, next: Line | undefined): Found | null {
  if (to - bodyFrom > LONGEST_LEAD_CHARS) return null;
  const line = text.slice(bodyFrom, to).trimEnd();
  const isLead = /[:：]\**$/.test(line) || (/[\p{L}\p{N})]$/u.test(line) && next !== undefined && isItem(next));
  return isLead ? { from: bodyFrom, to, form: "item", style: "lead", isBare: true } : null;
}

function isItem({ kind }: Line): boolean {
  return kind === "bullet" || kind === "ordered";
}

/** Names in bold or in brackets further on in a line: "such as **Acme X1** or **Beta Z**". */
function boldRuns(text: string, line: Line, from: number): Found[] {
  const runs: Found[] = [];
  const rest = text.slice(from, Math.min(line.to, from + 600));
  for (const match of rest.matchAll(/\*\*([^*\n:]{2,60})\*\*/g)) {
    if (runs.length === MOST_BOLD_RUNS) break;
    const start = from + match.index + 2;
    runs.push({ from: start, to: start + (match[1]?.length ?? 0), form: "bold", style: "bold", isBare: false });
  }
  return runs;
}

/** The name of a row is its first cell that is more than a number; in a header row every cell may name a column. */
function rowLabels(text: string, line: Line, table: number, isHeader: boolean): Found[] {
  const cells: Found[] = [];
  let from = line.from + line.indent + 1;
  const form = isHeader ? "column" : "row";
  while (from < line.to) {
    const bar = text.indexOf("|", from);
    const to = bar === -1 || bar > line.to ? line.to : bar;
    cells.push({ from, to, form, style: `${form}${table}`, isBare: false });
    from = to + 1;
  }
  if (isHeader) return cells.slice(1, 12);
  const named = cells.find((cell) => /\p{L}/u.test(text.slice(cell.from, Math.min(cell.to, cell.from + 200))));
  return named ? [named] : [];
}
