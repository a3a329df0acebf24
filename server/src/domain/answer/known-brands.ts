import { foldPhrase } from "./folded-text.ts";
import brandNames from "./words/well-known-brands.json" with { type: "json" };

/** Spelled so that "De'Longhi", "DeLonghi" and "Délonghi" are one. */
export function brandKey(name: string): string {
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
const PUBLISHERS = new Set(listed(brandNames.publishers).map(brandKey));

/** The well-known brand that these words start with, the longest where several do. */
export function wellKnownBrand(words: string[]): { brand: string; words: number } | null {
  for (let count = Math.min(words.length, LONGEST_NAME_WORDS); count > 0; count--) {
    const brand = BRANDS.get(brandKey(words.slice(0, count).join(" ")));
    if (brand !== undefined) return { brand, words: count };
  }
  return null;
}

/** "The Verge" says where something was read; it is not on offer. */
export function isPublisher(name: string): boolean {
  return PUBLISHERS.has(brandKey(name));
}
