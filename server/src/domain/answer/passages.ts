import { type FoldedText, foldedSlice, foldPhrase } from "./folded-text.ts";
import type { Line } from "./lines.ts";
import type { OfferedItem } from "./offered-items.ts";
import type { Span } from "./reading.ts";
import { splitSentences } from "./sentences.ts";
import structureWords from "./words/structure-words.json" with { type: "json" };

/** A sentence, with whom the block around it describes and whether it stands under "Pros" or "Cons". */
export type Passage = Span & {
  /** null: running text, which belongs to whom it names. */
  owner: number | typeof SOMEONE_ELSE | null;
  leaning: "pro" | "con" | null;
  line: number;
};

/** An item whose name the scene does not know. */
export const SOMEONE_ELSE = -1;

type Block = { owner: number; kind: Line["kind"]; level: number; indent: number };

const PROS = new Set(structureWords.pros.map(foldPhrase));
const CONS = new Set(structureWords.cons.map(foldPhrase));
const BOLD_TITLE_LEVEL = 7;

export function splitPassages(folded: FoldedText, lines: Line[], items: OfferedItem[]): Passage[] {
  const { source: text } = folded;
  const itemOnLine = ownersByLine(items);
  const passages: Passage[] = [];
  let block: Block | null = null;
  let leaning: Passage["leaning"] = null;
  let afterBlank = false;
  lines.forEach((line, index) => {
    if (line.kind === "blank") {
      afterBlank = true;
      return;
    }
    const item = itemOnLine.get(index);
    const own = leaningOf(folded, line);
    if (item) block = blockOf(item, line);
    else if (block && own === null && !continues(text, block, line, afterBlank)) block = null;
    if (own !== null) leaning = own.side;
    else if (item || line.kind !== "bullet") leaning = null;
    afterBlank = false;

    const owner = block?.owner ?? null;
    const body = own === null ? { from: line.bodyFrom, to: line.to } : { from: own.restFrom, to: line.to };
    const spans = leaning === null ? splitSentences(text, body) : splitPoints(text, body, own !== null);
    for (const span of spans) passages.push({ ...span, owner, leaning, line: index });
  });
  return passages;
}

/** A name in passing or over a column owns no line; of several in one label the first does. */
function ownersByLine(items: OfferedItem[]): Map<number, OfferedItem> {
  const owners = items.filter(({ form }) => form !== "bold" && form !== "column" && form !== "prose");
  return new Map(owners.reverse().map((item) => [item.line, item]));
}

function blockOf(item: OfferedItem, line: Line): Block | null {
  const kind = item.isTitle ? "heading" : line.kind;
  if (item.isAward && kind !== "heading") return null;
  const level = line.kind === "heading" ? line.level : BOLD_TITLE_LEVEL;
  return { owner: item.who ?? SOMEONE_ELSE, kind, level, indent: line.indent };
}

function continues(text: string, block: Block, line: Line, afterBlank: boolean): boolean {
  if (line.kind === "carousel" || block.kind === "carousel") return false;
  // "Other options:" with nothing but further blocks behind it starts something new.
  if (line.kind === "named" && !/[\p{L}\p{N}]/u.test(text.slice(line.labelTo, Math.min(line.to, line.labelTo + 40)))) {
    return false;
  }
  if (line.kind === "rule" || line.kind === "row" || block.kind === "row") return false;
  if (block.kind === "heading") return line.kind !== "heading" || line.level > block.level;
  if (line.kind === "heading") return false;
  const deeper = line.indent > block.indent;
  if (line.kind === "ordered") return deeper || block.kind === "text";
  if (line.kind === "bullet") return deeper || block.kind !== "bullet";
  return deeper || !afterBlank;
}

/** A line that opens with "Pros:" or "Cons:", or is that word alone. */
function leaningOf(folded: FoldedText, line: Line): { side: "pro" | "con"; restFrom: number } | null {
  const head = folded.source.slice(line.bodyFrom, Math.min(line.to, line.bodyFrom + 40));
  const colon = head.indexOf(":");
  if (colon === -1 && head.length === 40) return null;
  const titleTo = line.bodyFrom + (colon === -1 ? head.length : colon);
  const title = foldedSlice(folded, line.bodyFrom, titleTo).replace(/^[^\p{L}]+/u, "");
  const side = PROS.has(title) ? "pro" : CONS.has(title) ? "con" : null;
  if (side === null) return null;
  return { side, restFrom: colon === -1 ? line.to : Math.min(line.to, line.bodyFrom + colon + 1) };
}

/** What is good or bad about an item: one point a bullet, or one a comma when all stand on the line of the title. */
function splitPoints(text: string, body: Span, isInline: boolean): Span[] {
  const points: Span[] = [];
  let from = body.from;
  for (let at = body.from; at <= body.to; at++) {
    if (at < body.to && !(isInline && /[,;]/.test(text.charAt(at)))) continue;
    if (/\p{L}/u.test(text.slice(from, at))) points.push({ from, to: at });
    from = at + 1;
  }
  return points;
}
