import { detectLanguage } from "./language.ts";
import { compilePhrases, type PhraseBook } from "./phrase-book.ts";
import type { Spelling } from "./tokens.ts";
import en from "./words/tone/en.json" with { type: "json" };

export type ToneKind = keyof (typeof en)["tone"] | "negators" | "hearsay";
export type AdviceKind = keyof (typeof en)["advice"] | "negators" | "hearsay";
type LabelKind = keyof (typeof en)["labels"] | "awards";

/** What the words of one language say about whoever they are said of. */
export type Lexicon = {
  language: string;
  spelling: Spelling;
  tone: PhraseBook<ToneKind>;
  advice: PhraseBook<AdviceKind>;
  labels: PhraseBook<LabelKind>;
  comparers: PhraseBook<"comparers">;
  joiners: Set<string>;
  pronouns: Set<string>;
  verbs: Set<string>;
};

const SPELLINGS: Record<string, Spelling> = {
  fr: "apostrophes part",
  it: "apostrophes part",
  ja: "every character",
};

const LEXICONS = new Map(Object.entries({ en }).map(([language, words]) => [language, compile(language, words)]));

/** The words to read a text by; null where its language is none of those that are known. */
export function lexiconFor(text: string, language: string | null): Lexicon | null {
  const known = language?.slice(0, 2).toLowerCase() ?? detectLanguage(text);
  return known === null ? null : (LEXICONS.get(known) ?? null);
}

function compile(language: string, words: typeof en): Lexicon {
  const spelling = SPELLINGS[language] ?? "apostrophes join";
  const { negators, hearsay, awards, comparers } = words;
  return {
    language,
    spelling,
    tone: compilePhrases<ToneKind>({ ...words.tone, negators, hearsay }, spelling),
    advice: compilePhrases<AdviceKind>({ ...words.advice, negators, hearsay }, spelling),
    labels: compilePhrases<LabelKind>({ ...words.labels, awards }, spelling),
    comparers: compilePhrases({ comparers }, spelling),
    joiners: new Set(words.joiners),
    pronouns: new Set(words.pronouns),
    verbs: new Set(words.verbs),
  };
}
