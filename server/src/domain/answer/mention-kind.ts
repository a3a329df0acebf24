import type { MentionKind } from "@answerscope/api/vocabulary";
import { type Mention, mentionsWithin, SUBJECT } from "./mention.ts";
import type { OfferedItem } from "./offered-items.ts";
import type { Passage } from "./passages.ts";
import type { Advice } from "./recommendation.ts";
import words from "./words/structure-words.json" with { type: "json" };

const INTRO_CHARS = 1500;
const OFFERING = new RegExp(`(?<!\\p{L})(?:${words.goodSections.join("|")})(?!\\p{L})`, "iu");
const RANKING = /(?<!\p{L})(?:rank|rang|classement|clasific|classific|順位|ランキング)/iu;
const COMPARING = new RegExp(`(?<!\\p{L})(?:${words.comparing.join("|")})(?!\\p{L})`, "iu");

/** How the answer names the subject, by the strongest place it gives it. */
export function mentionKind(
  text: string,
  items: OfferedItem[],
  passages: Passage[],
  mentions: Mention[],
  { choose, avoid }: Pick<Advice, "choose" | "avoid">,
): MentionKind {
  const own = items.filter(({ who }) => who === SUBJECT);
  const listed = own.filter(({ form }) => form !== "carousel" && form !== "column");
  if (choose) return "recommended_item";
  const intro = text.slice(Math.max(0, (listed[0]?.label.from ?? 0) - INTRO_CHARS), listed[0]?.label.from ?? 0);
  if (listed.some(({ shape }) => isRanking(shape)) && !(OFFERING.test(intro) && !RANKING.test(intro))) {
    return "ranked_item";
  }
  if (listed.length > 0 && !avoid) return "recommended_item";
  const named = passages.filter((passage) => mentionsWithin(mentions, passage).some(({ who }) => who === SUBJECT));
  const inCarousel = new Set(own.filter(({ form }) => form === "carousel").map(({ line }) => line));
  if (own.length > 0 && named.every(({ line }) => inCarousel.has(line))) return "carousel";
  return named.some((passage) => compares(text, passage, mentions)) ? "comparison" : "reference";
}

/** A list with numbers ranks; a bare list offers. */
function isRanking(shape: string): boolean {
  return shape.startsWith("ordered") || shape.includes("#") || shape.startsWith("row");
}

function compares(text: string, passage: Passage, mentions: Mention[]): boolean {
  const others = mentionsWithin(mentions, passage).some(({ who }) => who !== SUBJECT);
  return others || COMPARING.test(text.slice(passage.from, passage.to));
}
