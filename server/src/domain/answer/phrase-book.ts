import { foldPhrase, foldText } from "./folded-text.ts";
import { type Spelling, type Token, tokenize } from "./tokens.ts";

/** Words and phrases by kind, prepared to be found in one pass; "reliab*" stands for every ending up to four letters. */
export type PhraseBook<Kind extends string> = { root: Node<Kind>; longestEnding: number };

/** The tokens `first` to `last`, both included. */
export type Hit<Kind extends string> = { kind: Kind; first: number; last: number };

type Node<Kind> = { next: Map<string, Node<Kind>>; kinds: Kind[] };

const LONGEST_ENDING_CHARS = 4;
const SHORTEST_STEM_CHARS = 3;

export function compilePhrases<Kind extends string>(
  phrases: Partial<Record<Kind, readonly string[]>>,
  spelling: Spelling,
): PhraseBook<Kind> {
  const root: Node<Kind> = { next: new Map(), kinds: [] };
  let longestEnding = 0;
  for (const [kind, list] of Object.entries(phrases) as [Kind, readonly string[]][]) {
    for (const phrase of list) {
      const isStem = phrase.endsWith("*");
      const plain = foldPhrase(isStem ? phrase.slice(0, -1) : phrase);
      if (isStem) longestEnding = LONGEST_ENDING_CHARS;
      const words = tokenize(foldText(plain), { from: 0, to: plain.length }, spelling).map(({ text }) => text);
      const node = words.reduce((at, word, index) => {
        return step(at, isStem && index === words.length - 1 ? `${word}*` : word);
      }, root);
      if (node !== root && !node.kinds.includes(kind)) node.kinds.push(kind);
    }
  }
  return { root, longestEnding };
}

function step<Kind>(node: Node<Kind>, word: string): Node<Kind> {
  const known = node.next.get(word);
  if (known) return known;
  const made: Node<Kind> = { next: new Map(), kinds: [] };
  node.next.set(word, made);
  return made;
}

/** The longest phrase at each place, places not overlapping; a phrase of several kinds is a hit of each. */
export function findPhrases<Kind extends string>(book: PhraseBook<Kind>, tokens: Token[]): Hit<Kind>[] {
  const hits: Hit<Kind>[] = [];
  for (let first = 0; first < tokens.length; first++) {
    let node: Node<Kind> | undefined = book.root;
    let found: Node<Kind> | null = null;
    let last = first;
    for (let at = first; at < tokens.length; at++) {
      node = follow(book, node, (tokens[at] as Token).text);
      if (node === undefined) break;
      if (node.kinds.length > 0) [found, last] = [node, at];
    }
    if (found === null) continue;
    for (const kind of found.kinds) hits.push({ kind, first, last });
    first = last;
  }
  return hits;
}

function follow<Kind extends string>(book: PhraseBook<Kind>, node: Node<Kind>, word: string): Node<Kind> | undefined {
  const exact = node.next.get(word);
  if (exact !== undefined || book.longestEnding === 0) return exact;
  const shortest = Math.max(SHORTEST_STEM_CHARS, word.length - book.longestEnding);
  for (let length = word.length; length >= shortest; length--) {
    const stem = node.next.get(`${word.slice(0, length)}*`);
    if (stem) return stem;
  }
  return undefined;
}
