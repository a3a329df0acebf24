import { expect, test } from "vitest";
import { foldText } from "../../../src/domain/answer/folded-text.ts";
import { detectLanguage } from "../../../src/domain/answer/language.ts";
import { compilePhrases, findPhrases } from "../../../src/domain/answer/phrase-book.ts";
import { tokenize } from "../../../src/domain/answer/tokens.ts";

test.each([
  ["en", "The tent is light and easy to pitch."],
  ["en", "Eskerfell"],
  ["de", "Das Zelt ist leicht und gut verarbeitet."],
  ["fr", "La tente est légère et facile à monter."],
  ["es", "La tienda es ligera y fácil de montar."],
  ["pt", "A barraca é leve e não é difícil de montar."],
  ["it", "La tenda è leggera ed è facile da montare."],
  ["nl", "De tent is licht en het opzetten gaat snel."],
  ["ja", "このテントは軽くて便利です。"],
  [null, "Палатка очень лёгкая и удобная."],
  [null, "这个帐篷很轻。"],
])("a text of %s is known as such: %s", (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test("phrases are found longest first, with endings where a stem allows them", () => {
  const book = compilePhrases({ good: ["well", "zuverlässig*"], fixed: ["as well as"] }, "apostrophes join");
  const found = (text: string) =>
    findPhrases(book, tokenize(foldText(text), { from: 0, to: text.length }, "apostrophes join")).map(
      ({ kind }) => kind,
    );
  expect(found("It works well")).toEqual(["good"]);
  expect(found("Tents as well as bags")).toEqual(["fixed"]);
  expect(found("ein zuverlässiges Zelt")).toEqual(["good"]);
});

test("tokens cut their words out of the original text", () => {
  const text = "Isn’t “Éskerfell” best-in-class?";
  const words = tokenize(foldText(text), { from: 0, to: text.length }, "apostrophes join");
  expect(words.map(({ from, to }) => text.slice(from, to))).toEqual(["Isn’t", "Éskerfell", "best", "in", "class"]);
  expect(words.map((word) => word.text)).toEqual(["isn't", "eskerfell", "best", "in", "class"]);
});
