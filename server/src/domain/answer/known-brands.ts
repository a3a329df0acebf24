import { foldPhrase } from "./folded-text.ts";
import brandNames from "./words/well-known-brands.json" with { type: "json" };

/** Spelled so that "De'Longhi", "DeLonghi" and "Délonghi" are one. */
export function brandKey(name: string): string {
  // What nearly every word is; the rest takes ten times as long.
  if (/^[A-Za-z0-9]+$/.test(name)) return name.toLowerCase();
  return foldPhrase(name).replace(/[^\p{L}\p{N}+&]/gu, "");
}

const LONGEST_NAME_WORDS = 5;
const listed = (names: string): string[] => names.split(", ");

/** Well-known names and product lines, by key; a line stands for its maker. */
const BRANDS = new Map<string, string>();
for (const names of Object.values(brandNames.names)) for (const name of listed(names)) BRANDS.set(brandKey(name), name);
for (const [brand, lines] of Object.entries(brandNames.lines)) {
  for (const line of listed(lines)) BRANDS.set(brandKey(line), brand);
}
// Most words open no brand at all, and are told apart by their first letters.
const OPENING_CHARS = 3;
const OPENINGS = new Set(Array.from(BRANDS.keys()).flatMap((key) => [1, 2, 3].map((count) => key.slice(0, count))));
const PUBLISHERS = new Set(listed(brandNames.publishers).map(brandKey));

/** The well-known brand that these words start with, the longest where several do. */
export function wellKnownBrand(words: string[]): { brand: string; words: number } | null {
  let key = "";
  let found: { brand: string; words: number } | null = null;
  for (let count = 1; count <= Math.min(words.length, LONGEST_NAME_WORDS); count++) {
    key += brandKey(words[count - 1] as string);
    if (count === 1 && !OPENINGS.has(key.slice(0, OPENING_CHARS))) return null;
    const brand = BRANDS.get(key);
    if (brand !== undefined) found = { brand, words: count };
  }
  return found;
}

/** "The Verge" says where something was read; it is not on offer. */
export function isPublisher(name: string): boolean {
  return PUBLISHERS.has(brandKey(name));
}
