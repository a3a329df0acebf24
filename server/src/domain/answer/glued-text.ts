import { COVER } from "./folded-text.ts";
import { wellKnownBrand } from "./known-brands.ts";
import type { Span } from "./reading.ts";
import structureWords from "./words/structure-words.json" with { type: "json" };

/** Part of one line: running text, a "Name: what it is" block, or an entry of a price carousel. */
export type Piece = Span & { kind: "text" | "named" | "carousel"; labelTo: number };

const LONGEST_LABEL_CHARS = 90;
const LONGEST_ENTRY_CHARS = 200;
const MOST_LABEL_WORDS = 13;
const ABBREVIATIONS = new Set(structureWords.abbreviations);
const MARK = /[:：]|[$€£¥₹](?=\d)/g;
const PRICE_TAIL =
  /(?:[$€£¥₹]\d[\d,]*(?:\.\d\d)?|\/mo(?: x \d\d)?|\([$€£¥₹][\d.,]+\)|\d\.\d\([\d.,]+[kKmM]?\+?\)|See more(?! \p{Ll}))*/uy;
const SENTENCE_WORDS = /(?:^|\s)(?:is|are|was|were|has|have|will|here|here's|here’s|you're|it's|I)\s/;

/**
 * Some engines hand out a whole page as one line: "Top picks: Acme X1: fast and light.Beta Z: cheap.Acme X1$99.994.7(38)".
 * Cut where a label or a price entry starts, it reads as the lines it once was.
 */
export function cutGlued(text: string, { from, to }: Span): Piece[] {
  const pieces: Piece[] = [];
  let floor = from;
  for (const mark of text.slice(from, to).matchAll(MARK)) {
    const at = from + mark.index;
    if (at < floor) continue;
    const isColon = mark[0] === ":" || mark[0] === "：";
    const piece = isColon ? namedPiece(text, floor, at, to) : entryPiece(text, floor, at);
    if (piece) pieces.push(piece);
    if (piece || isColon) floor = piece?.to ?? at + 1;
  }
  const entries = pieces.filter(({ kind }) => kind === "carousel").length;
  if (entries === 0 && pieces.length < 2) return [{ kind: "text", from, to, labelTo: from }];
  return fillGaps(pieces, from, to);
}

/** A block reaches to the next one; what follows a price entry and precedes the next label is running text. */
function fillGaps(pieces: Piece[], from: number, to: number): Piece[] {
  const filled: Piece[] = [];
  const first = pieces[0]?.from ?? to;
  if (first > from) filled.push({ kind: "text", from, to: first, labelTo: from });
  pieces.forEach((piece, index) => {
    const next = pieces[index + 1]?.from ?? to;
    if (piece.kind === "named") filled.push({ ...piece, to: next });
    else {
      filled.push(piece);
      if (next > piece.to) filled.push({ kind: "text", from: piece.to, to: next, labelTo: piece.to });
    }
  });
  return filled;
}

function namedPiece(text: string, floor: number, colon: number, to: number): Piece | null {
  if (/\d/.test(text.charAt(colon - 1)) && /\d/.test(text.charAt(colon + 1))) return null;
  const from = startOfLabel(text, Math.max(floor, colon - LONGEST_LABEL_CHARS), colon, floor);
  if (from === null || !looksLikeLabel(text.slice(from, colon))) return null;
  return { kind: "named", from, labelTo: colon, to: Math.min(to, colon + 1) };
}

function entryPiece(text: string, floor: number, price: number): Piece | null {
  if (!/[\p{L}\p{N})"”™®+]/u.test(text.charAt(price - 1))) return null;
  const from = startOfLabel(text, Math.max(floor, price - LONGEST_ENTRY_CHARS), price, floor);
  if (from === null) return null;
  PRICE_TAIL.lastIndex = price;
  const tail = PRICE_TAIL.exec(text)?.[0].length ?? 0;
  return { kind: "carousel", from, labelTo: price, to: price + Math.max(tail, 1) };
}

/** Where the sentence starts that ends at `at`; null when it starts before `low`. */
function startOfLabel(text: string, low: number, at: number, floor: number): number | null {
  for (let end = at; end > low; end--) {
    if (!isBoundary(text, end, low)) continue;
    const start = skipSpaces(text, end, at);
    if (start < at && startsName(text, start)) return start;
  }
  return low === floor ? skipSpaces(text, low, at) : null;
}

function isBoundary(text: string, at: number, low: number): boolean {
  const before = text.charAt(at - 1);
  if (before === COVER) return text.charAt(at) !== COVER;
  if (before === "\u00a0") return /[.:!?)”"…\d]/.test(text.charAt(at - 2));
  if (/[!?。！？]/.test(before)) return true;
  if (/[)”"’]/.test(before)) return /[.!?]/.test(text.charAt(at - 2));
  if (before !== ".") return false;
  const word = /[\p{L}\p{N}.]*$/u.exec(text.slice(Math.max(low, at - 12), at - 1))?.[0] ?? "";
  // "2. Acme" numbers an item and "5.0" is a figure, while "up to 10.Acme" ends a sentence.
  if (/\d$/.test(word)) return /\p{Lu}/u.test(text.charAt(at)) || (word.length > 2 && /\s/.test(text.charAt(at)));
  if (word === "") return /[)"”’%®™+]/.test(text.charAt(at - 2));
  return word.length > 1 && !ABBREVIATIONS.has(word.toLowerCase());
}

function skipSpaces(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && /[\s\x7f]/.test(text.charAt(at))) at++;
  return at;
}

/** A capital, a digit or a script without case, or a word spelled like "eBay"; markdown's emphasis may come first. */
function startsName(text: string, at: number): boolean {
  const head = text.slice(at, at + 24).replace(/^[*_["“'(\s]+/, "");
  if (/^[\p{Lu}\p{Lt}\p{Lo}\p{N}\p{Extended_Pictographic}]/u.test(head)) return true;
  const word = /^\p{Ll}[\p{L}\p{N}]+/u.exec(head)?.[0] ?? "";
  return /\p{Lu}/u.test(word) || (word !== "" && wellKnownBrand([word]) !== null);
}

function looksLikeLabel(label: string): boolean {
  const words = label.trim().split(/\s+/);
  return label.trim().length > 1 && words.length <= MOST_LABEL_WORDS && !SENTENCE_WORDS.test(label);
}
