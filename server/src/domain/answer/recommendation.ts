import type { FoldedText } from "./folded-text.ts";
import type { AdviceKind, Lexicon } from "./lexicon.ts";
import { type Mention, SUBJECT } from "./mention.ts";
import type { Passage } from "./passages.ts";
import { findPhrases, type Hit } from "./phrase-book.ts";
import type { Span } from "./reading.ts";
import { readScene, type Scene, type Sentence } from "./scene.ts";
import { type Token, tokenize } from "./tokens.ts";
import { weighWords } from "./tone-words.ts";

const NEGATION_REACH_TOKENS = 5;
const URGE_REACH_TOKENS = 4;
const TITLE_REACH_TOKENS = 10;
const PRAISED_PICK_TOKENS = 5;
const LONGEST_AWARD_CHARS = 70;
const OPENING_CHARS = 12;
const LABEL_TOKENS = 6;
const COPULAS = new Set(["is", "be", "remains", "ist", "est", "es", "e"]);

/** The first sentence that tells the reader to choose the subject, and the first that tells the reader not to. */
export type Advice = { choose: Span | null; avoid: Span | null; scene: Scene };

type Name = { who: number; first: number; last: number };
type Told = Sentence & { names: Name[]; hits: Hit<AdviceKind>[]; lexicon: Lexicon };

export function findAdvice(
  folded: FoldedText,
  passages: Passage[],
  mentions: Mention[],
  language: string | null = null,
): Advice {
  const scene = readScene(folded, passages, mentions, language);
  const advice: Advice = { choose: null, avoid: null, scene };
  if (scene === null) return advice;
  const { lexicon } = scene;
  const titles = titlesAbove(scene.passages);
  for (const sentence of scene.sentences) {
    if (sentence.isQuestion) continue;
    const { passage, tokens, named } = sentence;
    const names = named.map((mention) => placeName(mention, tokens));
    const hits = findPhrases(lexicon.advice, tokens).filter((hit) => !names.some(({ first }) => first === hit.first));
    const told: Told = { ...sentence, names, hits, lexicon };
    const verdict = judge(told);
    const span = { from: passage.from, to: passage.to };
    // "I would not recommend X as a first choice" holds both, and means the first.
    if (verdict === "avoid") advice.avoid ??= span;
    else if (verdict === "choose" || isAwarded(told) || isCrownedAbove(folded, titles.get(passage), told)) {
      advice.choose ??= span;
    }
  }
  return advice;
}

function judge(sentence: Told): "choose" | "avoid" | null {
  const { hits } = sentence;
  if (hits.some(({ kind }) => kind === "hearsay")) return null;
  let told: "choose" | null = null;
  for (const hit of hits) {
    if (hit.kind === "warnings") {
      if (isUrged(sentence, hit) && !isNegated(sentence, hit)) return "avoid";
      continue;
    }
    if (!points(sentence, hit)) continue;
    if (isNegated(sentence, hit)) {
      if (hit.kind === "urges" || hit.kind === "titles") return "avoid";
    } else told = "choose";
  }
  return told;
}

function points(sentence: Told, hit: Hit<AdviceKind>): boolean {
  if (hit.kind === "urges") return isUrged(sentence, hit);
  if (hit.kind === "titles") return isCrowned(sentence, hit);
  if (sentence.passage.leaning !== null) return false;
  if (hit.kind === "fits") return (sentence.share[hit.first] ?? 0) > 0;
  return hit.kind === "picks" && isPraisedPick(sentence, hit);
}

/** "I would go with X", "choose X if ...", and of the one whose block it is: "choose it if ..." */
function isUrged({ names, hits, tokens, passage, lexicon }: Told, hit: Hit<AdviceKind>): boolean {
  const at = names.findIndex(({ first }) => first > hit.last);
  const name = names[at];
  if (!name) return passage.owner === SUBJECT && lexicon.pronouns.has(tokens[hit.last + 1]?.text ?? "");
  if (name.first - hit.last > URGE_REACH_TOKENS || isBroken(tokens, hits, hit.last, name.first)) return false;
  if (name.who === SUBJECT) return true;
  const second = names[at + 1];
  return second?.who === SUBJECT && isAlternative(tokens, name, second, lexicon);
}

/** "X is the best choice", and the other way round, "the best choice is X" */
function isCrowned({ names, hits, tokens, share, passage }: Told, hit: Hit<AdviceKind>): boolean {
  const after = names.find(({ first }) => first > hit.last);
  if (after && after.first - hit.last <= TITLE_REACH_TOKENS && leadsTo(tokens, hit.last, after.first)) {
    return after.who === SUBJECT;
  }
  const before = names.findLast(({ last }) => last < hit.first);
  if (before === undefined || passage.owner === SUBJECT) return (share[hit.first] ?? 0) > 0;
  if (before.who !== SUBJECT) return false;
  return (
    (share[hit.first] ?? 0) > 0 &&
    hit.first - before.last <= TITLE_REACH_TOKENS &&
    !isBroken(tokens, hits, before.last, hit.first)
  );
}

/** "a budget-friendly choice" */
function isPraisedPick({ tokens, share, lexicon }: Told, hit: Hit<AdviceKind>): boolean {
  if ((share[hit.first] ?? 0) <= 0) return false;
  const from = Math.max(0, hit.first - PRAISED_PICK_TOKENS);
  // Elsewhere an adjective may follow: "un choix excellent".
  const to = lexicon.language === "en" ? hit.first : hit.last + 3;
  return weighWords(tokens.slice(from, to), lexicon).some(({ weight }) => weight > 0);
}

/** "The best choice for most people is X", "best choice: X" */
function leadsTo(tokens: Token[], from: number, to: number): boolean {
  const between = tokens.slice(from + 1, to);
  const last = between.findLast(({ text }) => text !== "the");
  if (last === undefined || COPULAS.has(last.text)) return true;
  return tokens[to]?.afterBreak === true && between.length <= LABEL_TOKENS;
}

/** "Best overall: X" */
function isAwarded({ tokens, names, lexicon }: Told): boolean {
  const first = names[0];
  if (first?.who !== SUBJECT) return false;
  if (!tokens[first.first]?.afterBreak && !tokens[first.first - 1]?.afterBreak) return false;
  const isClauseStart = (at: number) => at === 0 || tokens[at]?.afterBreak === true;
  const before = findPhrases(lexicon.labels, tokens.slice(0, first.first));
  return before.some((hit) => hit.kind === "awards" && isClauseStart(hit.first));
}

/** The passage before each one, where it stands on a line of its own. */
function titlesAbove(passages: Passage[]): Map<Passage, Passage> {
  const titles = new Map<Passage, Passage>();
  passages.forEach((passage, index) => {
    const before = passages[index - 1];
    if (before && before.line !== passage.line && before.to - before.from <= LONGEST_AWARD_CHARS)
      titles.set(passage, before);
  });
  return titles;
}

/** A title of its own above the name: "### Best for travel" and below it "**X**" */
function isCrownedAbove(folded: FoldedText, title: Passage | undefined, { passage, named, lexicon }: Told): boolean {
  const first = named[0];
  if (title === undefined || first?.who !== SUBJECT || first.from - passage.from > OPENING_CHARS) return false;
  return startsWithAward(folded, title, lexicon);
}

function startsWithAward(folded: FoldedText, span: Span, lexicon: Lexicon): boolean {
  const tokens = tokenize(folded, span, lexicon.spelling);
  const words = tokens.slice(tokens.findIndex(({ text: word }) => /\p{L}/u.test(word)));
  return findPhrases(lexicon.labels, words).some((hit) => hit.kind === "awards" && hit.first === 0);
}

/** Where a clause ends or someone else takes over between a phrase and a name, the one does not speak of the other. */
function isBroken(tokens: Token[], hits: Hit<AdviceKind>[], from: number, to: number): boolean {
  for (let at = from + 1; at <= to; at++) if (tokens[at]?.afterBreak) return true;
  return hits.some(({ kind, first }) => (kind === "breakers" || kind === "negators") && first > from && first < to);
}

/** "A or X": the second of two that are offered together, a model name between them allowed. */
function isAlternative(tokens: Token[], one: Name, other: Name, lexicon: Lexicon): boolean {
  if (other.first - one.last > 6) return false;
  const before = tokens[other.first - 1]?.text === "the" ? other.first - 2 : other.first - 1;
  return lexicon.joiners.has(tokens[before]?.text ?? "");
}

function isNegated({ hits, tokens, lexicon }: Told, hit: Hit<AdviceKind>): boolean {
  return hits.some(({ kind, first, last }) => {
    if ((kind !== "negators" && kind !== "refusals") || first === hit.first) return false;
    const isBefore =
      last < hit.first && hit.first - last <= NEGATION_REACH_TOKENS && !isBroken(tokens, [], last, hit.first);
    if (isBefore && lexicon.language !== "ja") return true;
    if (!lexicon.negatesBehind || first <= hit.last) return false;
    return first - hit.last <= NEGATION_REACH_TOKENS + 1 && !isBroken(tokens, [], hit.last, first);
  });
}

function placeName({ from, to, who }: Mention, tokens: Token[]): Name {
  const first = tokens.findIndex((token) => token.to > from);
  const last = tokens.findLastIndex((token) => token.from < to);
  return { who, first: first === -1 ? tokens.length : first, last };
}
