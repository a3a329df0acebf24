import { type BrandName, brandOf, type Word, wordsOf } from "./brand-name.ts";
import { type FoldedText, foldedSlice } from "./folded-text.ts";
import { scoreName, scoreSections, scoreSurroundings } from "./item-score.ts";
import { brandKey, wellKnownBrand } from "./known-brands.ts";
import { namesIn } from "./label-names.ts";
import { findLabels, type Label } from "./labels.ts";
import type { Line } from "./lines.ts";
import { type Mention, mentionsWithin } from "./mention.ts";
import { isCalendarWord } from "./name-context.ts";
import { type Vocabulary, vocabularyOf } from "./ordinary-words.ts";
import type { Span } from "./reading.ts";

/** Something the answer sets out by its structure: a list item, a heading, a "**Name:**" block, a table row. */
export type OfferedItem = {
  line: number;
  label: Span;
  form: Label["form"] | "prose";
  /** The number that the answer gives it. */
  number: number | null;
  /** Items of one list look alike: same marker, same depth, same emphasis. */
  shape: string;
  /** "Best overall: X" gives a prize; it is not where X is introduced. */
  isAward: boolean;
  /** A label that is a line of its own owns what follows, as a heading does. */
  isTitle: boolean;
  /** The title that it stands under. */
  section: Span | null;
  /** The known name in the label; null for a name that the scene does not know. */
  who: number | null;
  /** The same for two items of one brand. */
  brand: string;
  /** The brand as one would write it, and where it stands. */
  name: string;
  nameSpan: Span;
};

/** `group`: items of one style under one title. */
type Candidate = OfferedItem & { source: Label; group: string; own: number; isSure: boolean; fullName: string };
type Scene = {
  folded: FoldedText;
  text: string;
  mentions: Mention[];
  vocabulary: Vocabulary;
  sections: Map<Label, number>;
  /** Whether a brand, by its key, is one of the known names. */
  whoOf: (key: string) => number | null;
};
type Named = { label: Label; isAward: boolean; span: Span; words: Word[]; isOnly: boolean };

const KNOWN_NAME_SCORE = 4;
const SIBLINGS_WEIGHT = 0.8;
const SECTION_MEAN_SCORE = 1;
const LONG_ITEM_WORDS = 5;
const MOST_PRESENTED = 100;

export function offeredItems(
  folded: FoldedText,
  lines: Line[],
  mentions: Mention[],
  whoOf: Scene["whoOf"],
): OfferedItem[] {
  const { source: text } = folded;
  const scene: Scene = { folded, text, mentions, whoOf, vocabulary: vocabularyOf(text), sections: new Map() };
  const labels = findLabels(text, lines);
  const fields = repeatedLabels(scene, labels);
  const named = labels.flatMap((label): Named[] => {
    if (isQuestion(text, label) || (fields.size > 0 && fields.has(fieldKey(folded, label)))) return [];
    const { names, isAward } = namesIn(folded, label, lines[label.line] as Line, scene.vocabulary);
    const spans = names.length === 0 && mentionsWithin(mentions, label).length > 0 ? [label] : names;
    return spans.map((span) => ({ label, isAward, span, words: wordsOf(text, span), isOnly: spans.length === 1 }));
  });
  const heads = Map.groupBy(
    named.map(({ words }) => words),
    (words) => words[0]?.text.toLowerCase() ?? "",
  );
  const candidates = named.flatMap((one) => toCandidate(scene, one, heads) ?? []);
  return likePresented(withoutDetails(withoutSections(likely(candidates))));
}

function toCandidate(scene: Scene, { label, isAward, span, words, isOnly }: Named, heads: Map<string, Word[][]>) {
  const { text, vocabulary, mentions, whoOf } = scene;
  const brand = brandOf(words, vocabulary, heads);
  const mention = mentionsWithin(mentions, span)[0] ?? (isOnly ? mentionsWithin(mentions, label)[0] : undefined);
  if (!mention && brand === null) return null;
  const key = brand === null ? "" : brandKey(brand.name);
  const who = mention?.who ?? whoOf(key);
  const spelled: BrandName = brand ?? { ...(mention ?? span), name: "", isWellKnown: false };
  const isLong = label.style.endsWith("plain") && label.isBare && words.length > LONG_ITEM_WORDS;
  const weak = mention?.isWeak && !isCalendarWord(spelled.name) ? (words.length === 1 ? 3 : 0.5) : 0;
  const around = scoreSurroundings(text, label, label.to) + scoreSections(scene.folded, label.parent, scene.sections);
  const own = scoreName(words, spelled, vocabulary) + around + weak - (isLong ? 2 : 0);
  const candidate: Candidate = {
    line: label.line,
    label: isAward ? { from: label.from, to: Math.max(label.to, span.to) } : { from: label.from, to: label.to },
    form: label.form,
    number: numberOf(text, label),
    shape: `${label.style}|${isAward}`,
    isAward,
    isTitle: label.form === "heading" || label.form === "title",
    section: label.parent && { from: label.parent.from, to: label.parent.to },
    who,
    brand: who === null ? `?${key}` : `#${who}`,
    name: spelled.name,
    nameSpan: { from: spelled.from, to: spelled.to },
    source: label,
    group: `${label.style}|${label.parent?.from ?? -1}`,
    fullName: words.map((word) => word.text).join(" "),
    own: who === null || mention?.isWeak ? own : Math.max(own, KNOWN_NAME_SCORE),
    isSure: who !== null && !mention?.isWeak,
  };
  return candidate;
}

/** Names keep each other company: a list is one of products, or one of features, hardly ever of both. */
function likely(candidates: Candidate[]): Candidate[] {
  const groups = totals(candidates, groupKey);
  const styles = totals(candidates, ({ source }) => source.style);
  return candidates.filter((candidate) => {
    if (candidate.isSure) return true;
    const near = groups.get(groupKey(candidate)) ?? NOBODY;
    // One name under each heading: then those under the other headings are its company.
    const { count, sum } = near.count > 1 ? near : (styles.get(candidate.source.style) ?? NOBODY);
    const others = count > 1 ? (sum - candidate.own) / (count - 1) : 0;
    return candidate.own + SIBLINGS_WEIGHT * others > 0;
  });
}

const NOBODY = { count: 0, sum: 0 };

function totals(candidates: Candidate[], keyOf: (candidate: Candidate) => string): Map<string, typeof NOBODY> {
  const found = new Map<string, typeof NOBODY>();
  for (const candidate of candidates) {
    const { count, sum } = found.get(keyOf(candidate)) ?? NOBODY;
    found.set(keyOf(candidate), { count: count + 1, sum: sum + candidate.own });
  }
  return found;
}

const groupKey = ({ group }: Candidate) => group;

/** What heads a list of names is a title, however much it looks like one. */
function withoutSections(candidates: Candidate[]): Candidate[] {
  const children = Map.groupBy(candidates, ({ source }) => source.parent);
  return candidates.filter(({ source, isSure, own }) => {
    const inside = children.get(source) ?? [];
    const brands = new Set(inside.map(({ brand }) => brand));
    const mean = inside.reduce((total, { own }) => total + own, 0) / Math.max(1, inside.length);
    return isSure || brands.size < 2 || mean < Math.max(SECTION_MEAN_SCORE, own - 1);
  });
}

/** What stands under an item describes it: a model, a feature, a price. */
function withoutDetails(candidates: Candidate[]): Candidate[] {
  const owners = new Set(candidates.map(({ source }) => source));
  return candidates.filter(({ source, isSure, form }) => {
    if (isSure || form === "carousel") return true;
    for (let above = source.parent; above !== null; above = above.parent) if (owners.has(above)) return false;
    return true;
  });
}

/** A price entry is what the list above it calls it: "USAopoly Telestrations Game" is the "Telestrations" of the list. */
function likePresented(candidates: Candidate[]): Candidate[] {
  const presented = candidates.filter(({ form }) => form !== "carousel").slice(0, MOST_PRESENTED);
  const brands = new Set(presented.map(({ brand }) => brand));
  return candidates.map((candidate) => {
    if (candidate.form !== "carousel" || candidate.who !== null || brands.has(candidate.brand)) return candidate;
    const wanted = ` ${candidate.fullName} `;
    const same = presented.find(({ name }) => name.length > 3 && wanted.includes(` ${name} `));
    return same ? { ...candidate, who: same.who, brand: same.brand, name: same.name } : candidate;
  });
}

const fieldKey = (folded: FoldedText, { style, from, to }: Label) =>
  `${style}|${foldedSlice(folded, from, Math.min(to, from + 60))}`;

/** "Price" under one item and again under the next is a field of both; a name may come in two lists. */
function repeatedLabels({ folded, text, vocabulary }: Scene, labels: Label[]): Set<string> {
  const first = new Map<string, Label>();
  const repeated = new Set<string>();
  for (const label of labels) {
    if (label.form === "carousel" || label.form === "bold" || label.form === "row") continue;
    const key = fieldKey(folded, label);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, label);
    else if (earlier.parent !== label.parent || label.form === "named") repeated.add(key);
  }
  for (const key of repeated) if (!isField(text, first.get(key) as Label, vocabulary)) repeated.delete(key);
  return repeated;
}

function isField(text: string, label: Label, vocabulary: Vocabulary): boolean {
  const words = wordsOf(text, { from: label.from, to: Math.min(label.to, label.from + 60) }).map((word) => word.text);
  if (label.parent?.form === "item" && label.parent.style !== "lead" && wellKnownBrand(words) === null) return true;
  return wellKnownBrand(words) === null && words.slice(0, 1).every((word) => vocabulary.isOrdinary(word));
}

/** "3. **Acme**" and "**3. Acme**" alike. */
function numberOf(text: string, { from }: Label): number | null {
  const before = /(?:^|\n)[\s#>*_[]*(\d{1,3})[.)][\s*_[]*$/.exec(text.slice(Math.max(0, from - 24), from));
  const inside = /^[\s*_[]*#?(\d{1,3})[.)]\s?(?!\d)/.exec(text.slice(from, from + 12));
  const digits = before?.[1] ?? inside?.[1];
  return digits === undefined ? null : Number(digits);
}

function isQuestion(text: string, { from, to }: Label): boolean {
  return /[?？]\W*$/u.test(text.slice(Math.max(from, to - 6), to));
}
