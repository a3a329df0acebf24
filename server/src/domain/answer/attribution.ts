import type { Lexicon } from "./lexicon.ts";
import { type Mention, SUBJECT } from "./mention.ts";
import type { Passage } from "./passages.ts";
import { findPhrases } from "./phrase-book.ts";
import type { Token } from "./tokens.ts";

export type Attribution = {
  /** Per token: 1 where it is about the subject, less than 0 where it is about what the subject is compared with. */
  share: number[];
  /** Whom the sentence is about, for an "It ..." that follows. */
  subject: number | null;
};

const COMPARED_SHARE = -0.75;
const OPENING_TOKENS = 3;
/** "$699.95 4.7(9k+)" behind a name: a shelf of prices, which says nothing of it. */
const PRICE_TAG = /^[^.!?:$€£]{0,90}[$€£]\s?\d[\d.,$€£\s]{0,24}\(\d/;

type Head = Mention & { token: number };

/**
 * Says of every word in a sentence whether it is about the subject. A name takes over where a clause can start: at the
 * sentence's head, after a comma or after "while"; not after "than" or "unlike", unless ", which" goes on about it.
 */
export function attribute(
  text: string,
  passage: Passage,
  tokens: Token[],
  named: Mention[],
  carried: number | null,
  lexicon: Lexicon,
): Attribution {
  const spoken = named.filter((mention) => !PRICE_TAG.test(text.slice(mention.to, mention.to + 130)));
  const placed = spoken.map((mention) => ({ ...mention, token: tokenAt(tokens, mention.from) }));
  const compared = comparedNames(placed, tokens, lexicon);
  const heads = placed.filter((head, index) => opensClause(text, head, index, tokens, compared, lexicon));
  const opening = heads[0] ?? placed.find((head) => !compared.has(head));
  const first = passage.owner ?? opening?.who ?? (named.length > 0 ? null : carried);
  const share = shareOut(text, passage, tokens, heads, first, lexicon);
  if (first !== SUBJECT) {
    const against = placed.find((head) => head.who === SUBJECT && compared.has(head));
    for (let at = clauseStart(tokens, against?.token ?? 0); at < (against?.token ?? 0); at++)
      share[at] ||= COMPARED_SHARE;
  }
  return { share, subject: passage.owner ?? opening?.who ?? (named.length > 0 ? null : carried) };
}

function shareOut(
  text: string,
  passage: Passage,
  tokens: Token[],
  heads: Head[],
  first: number | null,
  lexicon: Lexicon,
): number[] {
  let about = new Set(first === null ? [] : [first]);
  let last: Head | null = null;
  let next = 0;
  return tokens.map((_, at) => {
    for (let head = heads[next]; head && head.token <= at; head = heads[++next]) {
      if (passage.owner !== null && head.token > OPENING_TOKENS) continue;
      about = last !== null && isJoint(text, last, head, lexicon) ? about.add(head.who) : new Set([head.who]);
      last = head;
    }
    return about.has(SUBJECT) ? 1 : 0;
  });
}

function tokenAt(tokens: Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((tokens[middle] as Token).to <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function comparedNames(placed: Head[], tokens: Token[], lexicon: Lexicon): Set<Head> {
  const ends = new Set(findPhrases(lexicon.comparers, tokens).map(({ last }) => last));
  // An article or an adjective may stand between: "than the larger Dyson".
  return new Set(
    placed.filter(({ token }) =>
      [1, 2, 3].some((back) => ends.has(token - back) && !breaksBetween(tokens, token - back, token)),
    ),
  );
}

function breaksBetween(tokens: Token[], from: number, to: number): boolean {
  for (let at = from + 1; at <= to; at++) if (tokens[at]?.afterBreak) return true;
  return false;
}

function clauseStart(tokens: Token[], end: number): number {
  let at = Math.max(0, end - 1);
  while (at > 0 && !tokens[at]?.afterBreak) at--;
  return at;
}

function opensClause(text: string, head: Head, index: number, tokens: Token[], compared: Set<Head>, lexicon: Lexicon) {
  if (/^\W{0,4}, (?:which|who|whose) /.test(text.slice(head.to, head.to + 14))) return true;
  if (compared.has(head)) return false;
  if (index === 0 && head.token <= OPENING_TOKENS) return true;
  const before = tokens[head.token - 1]?.text ?? "";
  const opener = before === "the" || before === "die" || before === "der" ? head.token - 1 : head.token;
  if (tokens[head.token]?.afterBreak || tokens[opener]?.afterBreak) return true;
  return lexicon.joiners.has(tokens[opener - 1]?.text ?? "");
}

/** "A and B are excellent" is about both. */
function isJoint(text: string, one: Head, other: Head, lexicon: Lexicon): boolean {
  if (other.from - one.to >= 20) return false;
  const between = text.slice(one.to, other.from).replace(/[*\s]/g, "").toLowerCase();
  return between === "," || between === "&" || lexicon.joiners.has(between.replace(/^,/, ""));
}
