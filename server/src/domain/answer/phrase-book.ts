import { foldPhrase, foldText } from "./folded-text.ts";
import { type Spelling, type Token, tokenize } from "./tokens.ts";

/** Words and phrases by kind, prepared to be found in one pass; "reliab*" stands for every ending up to four letters. */
export type PhraseBook<Kind extends string> = { root: Node<Kind> };

/** The tokens `first` to `last`, both included. */
export type Hit<Kind extends string> = { kind: Kind; first: number; last: number };

type Node<Kind> = {
  next: Map<string, Node<Kind>>;
  stems: Map<string, Node<Kind>>;
  /** How the stems open: hardly any word does so, and the others need no closer look. */
  openings: Set<string>;
  kinds: Kind[];
};

const LONGEST_ENDING_CHARS = 4;
const SHORTEST_STEM_CHARS = 3;

export function compilePhrases<Kind extends string>(
  phrases: Partial<Record<Kind, readonly string[]>>,
  spelling: Spelling,
): PhraseBook<Kind> {
  const root = newNode<Kind>();
  for (const [kind, list] of Object.entries(phrases) as [Kind, readonly string[]][]) {
    for (const phrase of list) {
      const isStem = phrase.endsWith("*");
      const plain = foldPhrase(isStem ? phrase.slice(0, -1) : phrase);
      const words = tokenize(foldText(plain), { from: 0, to: plain.length }, spelling).map(({ text }) => text);
      const node = words.reduce((at, word, index) => {
        return step(at, word, isStem && index === words.length - 1);
      }, root);
      if (node !== root && !node.kinds.includes(kind)) node.kinds.push(kind);
    }
  }
  return { root };
}

function newNode<Kind>(): Node<Kind> {
  return { next: new Map(), stems: new Map(), openings: new Set(), kinds: [] };
}

function step<Kind>(node: Node<Kind>, word: string, isStem: boolean): Node<Kind> {
  const ways = isStem ? node.stems : node.next;
  const known = ways.get(word);
  if (known) return known;
  const made = newNode<Kind>();
  ways.set(word, made);
  if (isStem) node.openings.add(word.slice(0, SHORTEST_STEM_CHARS));
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
      node = follow(node, (tokens[at] as Token).text);
      if (node === undefined) break;
      if (node.kinds.length > 0) [found, last] = [node, at];
    }
    if (found === null) continue;
    for (const kind of found.kinds) hits.push({ kind, first, last });
    first = last;
  }
  return hits;
}

function follow<Kind extends string>(node: Node<Kind>, word: string): Node<Kind> | undefined {
  const exact = node.next.get(word);
  if (exact !== undefined || node.stems.size === 0) return exact;
  if (!node.openings.has(word.slice(0, SHORTEST_STEM_CHARS))) return undefined;
  const shortest = Math.max(SHORTEST_STEM_CHARS, word.length - LONGEST_ENDING_CHARS);
  for (let length = word.length; length >= shortest; length--) {
    const stem = node.stems.get(word.slice(0, length));
    if (stem) return stem;
  }
  return undefined;
}
