import { describe, expect, test } from "vitest";
import { readFor } from "./read-for.ts";

const sentimentOf = (answer: string) => readFor("Eskerfell", answer).sentiment;

describe("the sentiment of a name, the only one that is known,", () => {
  test.each([
    ["positive", "negated criticism", "Eskerfell is not bad at all and very comfortable."],
    ["positive", "a fixed phrase", "You can't go wrong with Eskerfell."],
    ["positive", "a granted fault", "Eskerfell isn't cheap, but it is worth every penny."],
    ["positive", "a rival's fault", "Eskerfell is more durable than Velstrand, which is flimsy."],
    ["negative", "negated praise", "Eskerfell tents are not reliable and feel flimsy."],
    ["negative", "praise before a turn", "Eskerfell looks nice, but it leaks, breaks early and has poor support."],
    ["negative", "denied advice", "I wouldn't buy Eskerfell again."],
    ["negative", "irony of measure", "Eskerfell is anything but reliable."],
    [
      "neutral",
      "a rival's praise",
      "Velstrand has poor zips and terrible support, while Eskerfell comes in two sizes.",
    ],
    ["neutral", "a question", "Is Eskerfell any good?"],
    ["neutral", "a claim of its own", "Eskerfell claims to be the best tent maker."],
    ["neutral", "prices", "Eskerfell Tarnlight 2P $389.00 4.7(38) Velstrand X4 $299.00 4.5(12)"],
    ["neutral", "names of praise", "Eskerfell is a shop near the Great Lakes."],
  ])("is %s with %s", (sentiment, _, answer) => {
    expect(sentimentOf(answer)).toBe(sentiment);
  });

  test("follows labels in lines that an engine glued together", () => {
    const answer =
      "hard to clean.Eskerfell Duo: Offers quick pitching.Pros: Light, durable, cheap to repair.Cons: Small.Velstrand X: Awful and overpriced.";
    expect(sentimentOf(answer)).toBe("positive");
    expect(readFor("Velstrand", answer).sentiment).toBe("negative");
  });

  test("counts aspects of an item for the item above them", () => {
    const answer =
      "#### 2. **Eskerfell Duo**\n\n* **Price:** $300\n* **Pros:** light, roomy, sturdy\n* **Cons:** small porch";
    expect(sentimentOf(answer)).toBe("positive");
  });

  test("weighs what follows a However against what came before it", () => {
    const praise = "1. Eskerfell: Eskerfell offers good tents and strong support.";
    expect(sentimentOf(`${praise} They are durable.`)).toBe("positive");
    expect(sentimentOf(`${praise} However, it has faced criticism and lawsuits.`)).toBe("neutral");
  });
});

describe("the sentiment of a target in plain prose", () => {
  const REVIEW = "The waiters were rude to all of us, but the desserts were delicious and the room was nice.";

  test.each([
    ["waiters", "negative"],
    ["desserts", "positive"],
  ])("is told apart from that of others in one sentence: %s", (target, sentiment) => {
    expect(readFor(target, REVIEW).sentiment).toBe(sentiment);
  });
});

describe("the sentiment in other languages", () => {
  test.each([
    ["positive", "Eskerfell ist sehr zuverlässig und leicht zu bedienen."],
    ["negative", "Die Zelte von Eskerfell sind nicht zuverlässig und viel zu teuer."],
    ["positive", "Les tentes Eskerfell sont solides et d'une excellente qualité."],
    ["negative", "Eskerfell est cher et son service est décevant."],
    ["positive", "Las tiendas de Eskerfell son muy resistentes y fáciles de montar."],
    ["negative", "Eskerfell no es fiable y su servicio es malo."],
    ["positive", "As barracas da Eskerfell são excelentes e muito leves."],
    ["negative", "A Eskerfell é cara e não é confiável."],
    ["positive", "Le tende di Eskerfell sono robuste e molto comode."],
    ["negative", "Eskerfell non è affidabile e costa troppo, il servizio è pessimo."],
    ["positive", "De tenten van Eskerfell zijn heel betrouwbaar en licht."],
    ["negative", "Eskerfell is duur en de kwaliteit valt tegen."],
    ["positive", "Eskerfellのテントは軽量でとても使いやすいです。"],
    ["negative", "Eskerfellは壊れやすく、サポートも良くないです。"],
  ])("is %s in: %s", (sentiment, answer) => {
    expect(sentimentOf(answer)).toBe(sentiment);
  });

  test.each([
    "Eskerfell on erittäin hyvä ja luotettava teltta, jota moni suosittelee.",
    "Eskerfell to bardzo dobry namiot, który jest lekki i trwały.",
    "Eskerfell는 정말 훌륭한 텐트입니다.",
    "Палатки Eskerfell очень надёжные и лёгкие.",
    "Eskerfell 是非常好的帐篷品牌。",
  ])("is neutral rather than guessed in: %s", (answer) => {
    expect(sentimentOf(answer)).toBe("neutral");
  });
});
