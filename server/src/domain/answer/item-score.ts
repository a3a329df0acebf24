import type { BrandName, Word } from "./brand-name.ts";
import { type FoldedText, foldedSlice, foldPhrase } from "./folded-text.ts";
import type { Label } from "./labels.ts";
import type { Vocabulary } from "./ordinary-words.ts";
import type { Span } from "./reading.ts";
import structureWords from "./words/structure-words.json" with { type: "json" };

const NOT_ITEMS = new Set(structureWords.notItems);
const PRODUCT_CUES = new Set(structureWords.productCues);
const TIP_CUES = new Set(structureWords.tipCues);
const alternatives = (words: string[]) => words.map(foldPhrase).join("|");
const BAD_SECTION = new RegExp(
  `^(?:${alternatives(structureWords.badSections)})(?= |:|$)| (?:${alternatives(structureWords.adviceTitles)})(?= |:|$)`,
);
const GOOD_SECTIONS = new Set(structureWords.goodSections.map(foldPhrase));
const SMALL_WORDS = new Set([
  "of",
  "and",
  "the",
  "by",
  "de",
  "la",
  "to",
  "a",
  "in",
  "for",
  "with",
  "or",
  "x",
  "on",
  "di",
  "du",
  "el",
  "y",
  "und",
  "von",
]);
const YOURS = new Set(["your", "you", "our", "ihr", "ihre", "votre", "vos", "tu", "su", "seu", "sua", "tuo", "jouw"]);
// Longer ones are sentences, which may speak of factors and then list brands.
const LONGEST_TITLE_CHARS = 70;
const MOST_NAME_WORDS = 12;

/** How much a label looks like the name of something on offer, above 0, rather than a feature, a tip or a title. */
export function scoreName(words: Word[], brand: BrandName, vocabulary: Vocabulary): number {
  const first = words[0];
  if (!first) return Number.NEGATIVE_INFINITY;
  const head = first.text;
  const content = words.filter(({ text }) => !SMALL_WORDS.has(text.toLowerCase()));
  const lower = content.filter(({ text }) => /^\p{Ll}+$/u.test(text)).length;
  const named = content.filter(({ text }) => !vocabulary.isOrdinary(text) && !/^\d/.test(text)).length;
  let score = named > 0 ? 1 : -1.5;
  if (!vocabulary.isOrdinary(head)) score += 1.5;
  if (brand.isWellKnown) score += vocabulary.isOrdinary(brand.name) ? 1 : 3;
  if (words.some(({ text }) => /\p{L}\d|\d\p{L}|\p{Ll}\p{Lu}/u.test(text))) score += 1;
  if (NOT_ITEMS.has(head.toLowerCase()) && !brand.isWellKnown) score -= 3;
  if (words.some(({ text }) => YOURS.has(text.toLowerCase()))) score -= 3;
  if (lower > 0) score -= lower > 1 || named === 0 ? 2.5 : 1;
  if (words.length > MOST_NAME_WORDS) score -= 1;
  return score;
}

/** What the words around a label say: "Look for ..." follows a feature, "A great choice" a product. */
export function scoreSurroundings(text: string, label: Label, bodyFrom: number): number {
  let score = 0;
  const next = /^[^\p{L}\p{N}\n]{0,8}([\p{L}'’]+)/u.exec(text.slice(bodyFrom, bodyFrom + 40))?.[1]?.toLowerCase();
  if (next && TIP_CUES.has(next)) score -= 1;
  else if (next && PRODUCT_CUES.has(next)) score += 0.5;
  if (label.form === "carousel") score += 3;
  if (label.form === "bold") score -= 1;
  return score;
}

/** Whether the titles that a label stands under promise products or advice; `known` holds those already read. */
export function scoreSections(folded: FoldedText, section: Label | null, known: Map<Label, number>): number {
  if (section === null) return 0;
  const earlier = known.get(section);
  if (earlier !== undefined) return earlier;
  const score = scoreSection(folded, section) + scoreSections(folded, section.parent, known);
  known.set(section, score);
  return score;
}

function scoreSection(folded: FoldedText, section: Span): number {
  const title = foldedSlice(folded, section.from, Math.min(section.to, section.from + 100)).replace(/^[^\p{L}]+/u, "");
  if (title.length <= LONGEST_TITLE_CHARS && BAD_SECTION.test(title)) return -7;
  return title.split(/[^\p{L}\p{N}]+/u).some((word) => GOOD_SECTIONS.has(word)) ? 1 : 0;
}
