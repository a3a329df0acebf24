import { isFunctionWord } from "./language.ts";
import type { Lexicon } from "./lexicon.ts";
import { type Mention, SUBJECT } from "./mention.ts";
import { type Passage, SOMEONE_ELSE } from "./passages.ts";
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
const ARTICLES = new Set(["the", "die", "der", "das", "le", "la", "el", "il", "o", "a", "de", "het"]);
const RELATIVE = new Set(["which", "who", "whose"]);
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
  const carriedOn = named.length > 0 ? null : carried;
  // "A is bad, while X is good": what stands before "while" is about someone whose name is not known.
  const isLate = opening !== undefined && opening.token > OPENING_TOKENS && opensByWord(opening, tokens, lexicon);
  const first = passage.owner ?? (isLate ? carriedOn : (opening?.who ?? carriedOn));
  const share = shareOut(text, passage, tokens, withStrangers(heads, placed, tokens, lexicon), first, lexicon);
  if (first !== SUBJECT) {
    const against = placed.find((head) => head.who === SUBJECT && compared.has(head));
    for (let at = clauseStart(tokens, against?.token ?? 0); at < (against?.token ?? 0); at++)
      share[at] ||= COMPARED_SHARE;
  }
  return { share, subject: passage.owner ?? opening?.who ?? carriedOn };
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
  if (placed.length === 0) return new Set();
  const comparers = findPhrases(lexicon.comparers, tokens).filter((hit) => compares(hit, tokens, lexicon));
  const ends = new Set(comparers.map(({ last }) => last));
  // An article or an adjective may stand between: "than the larger Dyson".
  const isCompared = ({ token }: Head) =>
    [1, 2, 3].some((back) => ends.has(token - back) && !breaksBetween(tokens, token - back, token));
  return new Set(placed.filter(isCompared));
}

function compares({ first, last }: { first: number; last: number }, tokens: Token[], lexicon: Lexicon): boolean {
  if (lexicon.comparatives.size === 0 || last > first) return true;
  return tokens.slice(Math.max(0, first - 5), first).some(({ text }) => lexicon.comparatives.has(text));
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

function opensByWord({ token }: Head, tokens: Token[], lexicon: Lexicon): boolean {
  const before = ARTICLES.has(tokens[token - 1]?.text ?? "") ? token - 2 : token - 1;
  return lexicon.joiners.has(tokens[before]?.text ?? "");
}

/** Names that nobody told us of take over as well: ", while Velstrand is ...", "than Velstrand, which is ...". */
function withStrangers(heads: Head[], placed: Head[], tokens: Token[], lexicon: Lexicon): Head[] {
  if (lexicon.language === "de" || lexicon.language === "ja") return heads;
  const known = new Set(placed.map(({ token }) => token));
  const strangers: Head[] = [];
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    if (before === undefined || known.has(at)) return;
    const takesOver =
      token.isCapitalised && (token.afterBreak || lexicon.joiners.has(before.text)) && speaks(tokens, at, lexicon);
    const isRelative = token.afterBreak && RELATIVE.has(token.text) && before.isCapitalised && !known.has(at - 1);
    if (takesOver || isRelative) strangers.push({ from: token.from, to: token.to, who: SOMEONE_ELSE, token: at });
  });
  if (strangers.length === 0) return heads;
  return [...heads, ...strangers].sort((a, b) => a.token - b.token);
}

function speaks(tokens: Token[], name: number, lexicon: Lexicon): boolean {
  if (isFunctionWord((tokens[name] as Token).text)) return false;
  let at = name + 1;
  while (at < name + 4 && (tokens[at]?.isCapitalised || /^\d/.test(tokens[at]?.text ?? ""))) at++;
  return lexicon.verbs.has(tokens[at]?.text ?? "");
}

function opensClause(text: string, head: Head, index: number, tokens: Token[], compared: Set<Head>, lexicon: Lexicon) {
  if (/^\W{0,4}, (?:which|who|whose) /.test(text.slice(head.to, head.to + 14))) return true;
  if (compared.has(head)) return false;
  if (index === 0 && head.token <= OPENING_TOKENS) return true;
  const opener = ARTICLES.has(tokens[head.token - 1]?.text ?? "") ? head.token - 1 : head.token;
  if (tokens[head.token]?.afterBreak || tokens[opener]?.afterBreak) return true;
  return opensByWord(head, tokens, lexicon);
}

/** "A and B are excellent" is about both. */
function isJoint(text: string, one: Head, other: Head, lexicon: Lexicon): boolean {
  if (other.from - one.to >= 20) return false;
  const between = text.slice(one.to, other.from).replace(/[*\s]/g, "").toLowerCase();
  return between === "," || between === "&" || lexicon.joiners.has(between.replace(/^,/, ""));
}
