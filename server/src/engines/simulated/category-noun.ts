import type { Question } from "../../domain/engine-reply.ts";

const UNNAMED = "comparable product";

/**
 * The category as it stands before another noun: "Backpacking Tents" gives "backpacking tent", as in "backpacking tent
 * options". A category that itself contains a known name would name someone the draw did not.
 */
export function categoryNoun({ scene }: Question): string {
  const category = scene.topic.category?.trim() ?? "";
  if (category === "") return UNNAMED;
  const known = [scene.brand, scene.topic, ...scene.competitors].flatMap(({ name, aliases }) => [name, ...aliases]);
  const folded = category.toLowerCase();
  if (known.some((name) => name !== "" && folded.includes(name.toLowerCase()))) return UNNAMED;
  const words = category.split(" ").map(lowerUnlessAcronym);
  return [...words.slice(0, -1), singular(words.at(-1) ?? "")].join(" ");
}

function lowerUnlessAcronym(word: string): string {
  return /\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase();
}

function singular(word: string): string {
  if (/(ss|us|ics|is)$/.test(word) || word.length < 4) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(sses|ches|shes|xes)$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}
