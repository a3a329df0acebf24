import { detectLanguage } from "./language.ts";
import { compilePhrases, type PhraseBook } from "./phrase-book.ts";
import type { Spelling } from "./tokens.ts";
import de from "./words/tone/de.json" with { type: "json" };
import en from "./words/tone/en.json" with { type: "json" };
import es from "./words/tone/es.json" with { type: "json" };
import fr from "./words/tone/fr.json" with { type: "json" };
import it from "./words/tone/it.json" with { type: "json" };
import ja from "./words/tone/ja.json" with { type: "json" };
import nl from "./words/tone/nl.json" with { type: "json" };
import pt from "./words/tone/pt.json" with { type: "json" };

export type ToneKind = keyof (typeof en)["tone"] | "negators" | "hearsay";
export type AdviceKind = keyof (typeof en)["advice"] | "negators" | "hearsay";
type LabelKind = keyof (typeof en)["labels"] | "awards";

type WordLists = Omit<typeof en, "comparatives"> & { comparatives: string[] };

/** What the words of one language say about whoever they are said of. */
export type Lexicon = {
  language: string;
  spelling: Spelling;
  /** Whether a verb is denied behind it: "ich empfehle es nicht", "おすすめしません". */
  negatesBehind: boolean;
  tone: PhraseBook<ToneKind>;
  advice: PhraseBook<AdviceKind>;
  labels: PhraseBook<LabelKind>;
  comparers: PhraseBook<"comparers">;
  /** What makes "que" a comparison; empty where "than" needs no such sign. */
  comparatives: Set<string>;
  joiners: Set<string>;
  pronouns: Set<string>;
  verbs: Set<string>;
};

const SPELLINGS: Record<string, Spelling> = {
  fr: "apostrophes part",
  it: "apostrophes part",
  ja: "every character",
};

const NEGATING_BEHIND = new Set(["de", "nl", "ja"]);

const LEXICONS = new Map(
  Object.entries({ en, de, fr, es, pt, it, nl, ja }).map(([language, words]) => [language, compile(language, words)]),
);

/** The words to read a text by; null where its language is none of those that are known. */
export function lexiconFor(text: string, language: string | null): Lexicon | null {
  const known = language?.slice(0, 2).toLowerCase() ?? detectLanguage(text);
  return known === null ? null : (LEXICONS.get(known) ?? null);
}

function compile(language: string, words: WordLists): Lexicon {
  const spelling = SPELLINGS[language] ?? "apostrophes join";
  const { negators, hearsay, awards, comparers } = words;
  return {
    language,
    spelling,
    negatesBehind: NEGATING_BEHIND.has(language),
    tone: compilePhrases<ToneKind>({ ...words.tone, negators, hearsay }, spelling),
    advice: compilePhrases<AdviceKind>({ ...words.advice, negators, hearsay }, spelling),
    labels: compilePhrases<LabelKind>({ ...words.labels, awards }, spelling),
    comparers: compilePhrases({ comparers }, spelling),
    comparatives: new Set(words.comparatives),
    joiners: new Set(words.joiners),
    pronouns: new Set(words.pronouns),
    verbs: new Set(words.verbs),
  };
}
