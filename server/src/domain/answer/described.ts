import type { FoldedText } from "./folded-text.ts";
import type { Lexicon } from "./lexicon.ts";
import { type Mention, mentionsWithin, SUBJECT } from "./mention.ts";
import { type Passage, SOMEONE_ELSE } from "./passages.ts";
import { findPhrases } from "./phrase-book.ts";
import type { Span } from "./reading.ts";
import { type Token, tokenize } from "./tokens.ts";

const LONGEST_LABEL_CHARS = 80;
const LONGEST_TITLE_CHARS = 80;
const MOST_LABELS = 3;

type Label = Span & { kind: "pros" | "cons" | "aspects" | "awards" | "item" | "words" };

/**
 * Engines glue items into one line ("... for some users.Orbi 970: Fast. Pros: range, speed. Cons: price"), and set out
 * the aspects of an item as if they were items ("**Price:** ..."). A label says whom the sentences after it describe, and
 * whether they count for or against.
 */
export function describeByLabels(
  folded: FoldedText,
  passages: Passage[],
  mentions: Mention[],
  lexicon: Lexicon,
): Passage[] {
  const described: Passage[] = [];
  let owner: Passage["owner"] = null;
  let leaning: Passage["leaning"] = null;
  passages.forEach((passage, index) => {
    const before = passages[index - 1];
    const labels = readLabels(folded, passage, lexicon);
    const isNewLine = before?.line !== passage.line;
    if (before?.owner !== passage.owner || isNewLine) leaning = null;
    const namesItself = labels.some(({ kind }) => kind === "item" || kind === "words");
    if (labels.length > 0 && !namesItself)
      owner = passage.owner === SUBJECT ? SUBJECT : describedBefore(described, mentions);
    else if (isNewLine || before?.owner !== passage.owner) owner = passage.owner;
    for (const label of labels) {
      leaning = label.kind === "pros" ? "pro" : label.kind === "cons" ? "con" : null;
      if ((label.kind === "item" || label.kind === "words") && passage.owner === null)
        owner = ownerOf(label, passage, mentions);
    }
    const leans = labels.length > 0 ? leaning : (passage.leaning ?? leaning);
    const own = { ...passage, owner, leaning: leans };
    if (leans === null || passage.leaning !== null) described.push(own);
    else
      described.push(
        ...splitPoints(folded.source, { from: labels.at(-1)?.to ?? passage.from, to: passage.to }).map((point) => ({
          ...own,
          ...point,
        })),
      );
  });
  return described;
}

/** An aspect belongs to whom the lines above describe, be it by a title that only names them. */
function describedBefore(described: Passage[], mentions: Mention[]): Passage["owner"] {
  const before = described.at(-1);
  if (!before) return null;
  if (before.owner !== null || before.to - before.from > LONGEST_TITLE_CHARS) return before.owner;
  return mentionsWithin(mentions, before)[0]?.who ?? null;
}

/** "Verdict: X is ..." speaks of X in running text; "Fit Pro: good for X users" describes the Fit Pro. */
function ownerOf(label: Label, passage: Passage, mentions: Mention[]): Passage["owner"] {
  const named = mentionsWithin(mentions, label)[0];
  if (named) return named.who;
  const inside = mentionsWithin(mentions, passage).find(({ who }) => who === SUBJECT);
  if (inside === undefined) return SOMEONE_ELSE;
  return label.kind === "item" && inside.from - label.to > 4 ? SOMEONE_ELSE : null;
}

function readLabels(folded: FoldedText, passage: Passage, lexicon: Lexicon): Label[] {
  const labels: Label[] = [];
  let from = passage.from;
  while (labels.length < MOST_LABELS) {
    const head = folded.source.slice(from, Math.min(passage.to, from + LONGEST_LABEL_CHARS));
    const colon = /[:：]/.exec(head)?.index ?? -1;
    if (colon === -1) break;
    const to = from + colon + 1;
    const kind = labelKind(tokenize(folded, { from, to }, lexicon.spelling), lexicon);
    if (kind === null) break;
    labels.push({ from, to, kind });
    from = to;
  }
  return labels;
}

function labelKind(tokens: Token[], lexicon: Lexicon): Label["kind"] | null {
  const hits = findPhrases(lexicon.labels, tokens);
  const first = hits.find((hit) => hit.first === 0);
  const last = tokens.length - 1;
  if (first?.kind === "awards") return "awards";
  if (first && first.last === last) return first.kind;
  if (hits.some((hit) => hit.kind === "aspects" && (hit.first === 0 || hit.last === last))) return "aspects";
  if (!tokens[0]?.isCapitalised && !/^\d/.test(tokens[0]?.text ?? "")) return null;
  const capitals = tokens.filter(({ isCapitalised, text }) => isCapitalised || /\d/.test(text)).length;
  return capitals >= 2 && capitals >= 0.7 * tokens.length ? "item" : "words";
}

function splitPoints(text: string, span: Span): Span[] {
  const points: Span[] = [];
  let from = span.from;
  for (let at = span.from; at <= span.to; at++) {
    if (at < span.to && !/[,;]/.test(text.charAt(at))) continue;
    if (/\p{L}/u.test(text.slice(from, at))) points.push({ from, to: at });
    from = at + 1;
  }
  return points;
}
