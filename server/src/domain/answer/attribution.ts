import { type Mention, SUBJECT } from "./mention.ts";
import type { Passage } from "./passages.ts";
import type { Span } from "./reading.ts";
import words from "./words/sentiment-words.json" with { type: "json" };

export type Attribution = {
  words: (Span & { text: string; aboutSubject: boolean; afterComma: boolean })[];
  /** Whom the sentence is about, for an "It ..." that follows. */
  subject: number | null;
};

const JOINERS = new Set(words.joiners);

/**
 * Says of every word in a sentence whether it is about the subject. A name takes over where a clause can start: at the
 * sentence's head, after a comma or after "while"; not after "than" or "unlike", unless ", which" goes on about it.
 */
export function attributeWords(text: string, passage: Passage, named: Mention[], carried: number | null): Attribution {
  const heads = named.filter((mention, index) => opensClause(text, passage, mention, index));
  const opening = heads[0] ?? named[0];
  const ownerSpeaks = passage.owner !== null;
  const first = ownerSpeaks ? passage.owner : (opening?.who ?? carried);
  let about = new Set(first === null ? [] : [first]);
  let lastHead: Mention | null = null;
  let next = 0;
  const attributed: Attribution["words"] = [];
  const sentence = text.slice(passage.from, passage.to);
  for (const match of sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)) {
    const from = passage.from + match.index;
    for (let head = heads[next]; head && head.from <= from; head = heads[++next]) {
      if (ownerSpeaks && !opensPassage(text, passage, head)) continue;
      const joined = lastHead !== null && isJoint(text, lastHead, head);
      about = joined ? about.add(head.who) : new Set([head.who]);
      lastHead = head;
    }
    const afterComma = /[,;]/.test(text.slice(Math.max(passage.from, from - 2), from));
    attributed.push({ from, to: from + match[0].length, text: match[0], aboutSubject: about.has(SUBJECT), afterComma });
  }
  return { words: attributed, subject: opening?.who ?? carried };
}

function opensPassage(text: string, passage: Passage, mention: Mention): boolean {
  return (
    !/[\p{L}\p{N}]{4}/u.test(text.slice(passage.from, mention.from).slice(0, 40)) && mention.from - passage.from < 40
  );
}

function opensClause(text: string, passage: Passage, mention: Mention, index: number): boolean {
  if (index === 0 && opensPassage(text, passage, mention)) return true;
  if (/^\W{0,4}, (?:which|who|whose) /.test(text.slice(mention.to, mention.to + 14))) return true;
  const before = text.slice(Math.max(passage.from, mention.from - 30), mention.from).replace(/[*_[\]("“]/g, "");
  const trimmed = before.trimEnd();
  if (/[,;:.!?|–—]$/.test(trimmed)) return true;
  const tail = trimmed.toLowerCase().split(/\s+/);
  const last = tail.at(-1) === "the" ? tail.at(-2) : tail.at(-1);
  return last !== undefined && JOINERS.has(last);
}

/** "A and B are excellent" is about both. */
function isJoint(text: string, one: Mention, other: Mention): boolean {
  const between = text
    .slice(one.to, Math.min(other.from, one.to + 20))
    .replace(/[*\s]/g, "")
    .toLowerCase();
  return other.from - one.to < 20 && (between === "," || between === "&" || JOINERS.has(between.replace(/^,/, "")));
}
