import { foldText } from "./folded-text.ts";
import { type Mention, mentionsWithin, SUBJECT } from "./mention.ts";
import { isAwardLabel } from "./offered-items.ts";
import type { Passage } from "./passages.ts";
import type { Span } from "./reading.ts";
import phrases from "./words/recommendation-phrases.json" with { type: "json" };

const NEGATION_REACH_CHARS = 28;
const VERB_GAP_CHARS = 18;
const TITLE_GAP_CHARS = 60;
const LEADS_TO_NAME = /^(?: \p{L}+){0,4} (?:is|would be|remains) (?:the )?$|^[^\p{L}]{1,4}$/u;

type Sentence = { text: string; names: Mention[] };

/** The first sentence that tells the reader to choose the subject, and the first that tells the reader not to. */
export type Advice = { choose: Span | null; avoid: Span | null };

export function findAdvice(text: string, passages: Passage[], mentions: Mention[]): Advice {
  const advice: Advice = { choose: null, avoid: null };
  for (const passage of passages) {
    const named = mentionsWithin(mentions, passage);
    if (!named.some(({ who }) => who === SUBJECT)) continue;
    const sentence = foldSentence(text, passage, named);
    if (sentence.text.trimEnd().endsWith("?")) continue;
    const told = [...calls(sentence, phrases.urges, isUrged), ...calls(sentence, phrases.titles, isCrowned)];
    const span = { from: passage.from, to: passage.to };
    const warned = told.includes("avoid") || calls(sentence, phrases.warnings, isUrged).includes("choose");
    // "I would not recommend X as a first choice" holds both, and means the first.
    if (warned) advice.avoid ??= span;
    else if (isAwarded(sentence) || told.includes("choose")) advice.choose ??= span;
  }
  return advice;
}

function calls(sentence: Sentence, wanted: string[], points: (sentence: Sentence, phrase: Span) => boolean) {
  return occurrences(sentence.text, wanted)
    .filter((phrase) => points(sentence, phrase))
    .map((phrase) => (isNegated(sentence.text, phrase.from) ? "avoid" : "choose"));
}

/** The sentence folded, with the names' offsets moved into it. */
function foldSentence(text: string, passage: Span, named: Mention[]): Sentence {
  const folded = foldText(text.slice(passage.from, passage.to));
  let at = 0;
  const moved = (offset: number) => {
    while (at < folded.starts.length && (folded.starts[at] as number) < offset - passage.from) at++;
    return at;
  };
  return { text: folded.text, names: named.map(({ who, from, to }) => ({ who, from: moved(from), to: moved(to) })) };
}

/** "Best overall: X" */
function isAwarded({ text, names }: Sentence): boolean {
  const first = names[0];
  if (first?.who !== SUBJECT || !isAwardLabel(text.slice(0, 40).replace(/^[^\p{L}]+/u, ""))) return false;
  return /[:–—][^\p{L}\p{N}]*(?:the )?$/u.test(text.slice(Math.max(0, first.from - 12), first.from));
}

/** "I would go with X", "choose X if ..." */
function isUrged({ text, names }: Sentence, { to }: Span): boolean {
  const at = firstAfter(names, to);
  const name = names[at];
  if (!name || name.from - to > VERB_GAP_CHARS || isBroken(text.slice(to, name.from))) return false;
  if (name.who === SUBJECT) return true;
  const second = names[at + 1];
  return second?.who === SUBJECT && isAlternative(text.slice(name.to, Math.min(second.from, name.to + 40)));
}

/** "X is the best choice", and the other way round, "the best choice is X" */
function isCrowned({ text, names }: Sentence, { from, to }: Span): boolean {
  const at = firstAfter(names, to);
  const after = names[at];
  if (after && after.from - to <= TITLE_GAP_CHARS && LEADS_TO_NAME.test(text.slice(to, after.from))) {
    return after.who === SUBJECT;
  }
  const before = names[at - 1];
  if (before?.who !== SUBJECT || before.to > from || from - before.to > TITLE_GAP_CHARS) return false;
  return !isBroken(text.slice(before.to, from));
}

/** Where a clause ends or someone else takes over between a phrase and a name, the one does not speak of the other. */
function isBroken(gap: string): boolean {
  return /[,;:.!?]/.test(gap) || phrases.gapBreakers.some((word) => gap.includes(word));
}

function firstAfter(names: Mention[], offset: number): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle] as Mention).from < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** "A or X": the second of two that are offered together, a model name between them allowed. */
function isAlternative(gap: string): boolean {
  return gap.length <= 30 && !/[,;:.!?]/.test(gap) && /(?:^| )(?:or|and|oder|ou|o|of) (?:the )?$/.test(gap);
}

function isNegated(text: string, from: number): boolean {
  const before = ` ${text.slice(Math.max(0, from - NEGATION_REACH_CHARS), from)}`;
  return phrases.negations.some((negation) => before.includes(negation));
}

function occurrences(text: string, wanted: string[]): Span[] {
  const spans: Span[] = [];
  for (const phrase of wanted) {
    for (let from = text.indexOf(phrase); from !== -1; from = text.indexOf(phrase, from + phrase.length)) {
      const isWord = !/\p{L}/u.test(text.charAt(from - 1)) && !/\p{L}/u.test(text.charAt(from + phrase.length));
      if (isWord) spans.push({ from, to: from + phrase.length });
    }
  }
  return spans;
}
