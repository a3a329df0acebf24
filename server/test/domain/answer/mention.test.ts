import { describe, expect, test } from "vitest";
import { readFor } from "./read-for.ts";

describe("a name that is an ordinary word", () => {
  test.each([
    ["Monday", "Teams often pick Monday for project work."],
    ["Monday", "Monday offers boards."],
    ["Monday", "1. **Monday.com** – great\n2. **Asana** – good"],
    ["Apple", "The best phones come from Apple and Samsung."],
    ["Apple", "Apple's ecosystem is strong."],
    ["Target", "You can shop at Target or Walmart."],
    ["Target", "- **Target**: affordable\n- **Walmart**: cheap\n- **Costco**: bulk"],
    ["Linear", "Jira, Linear and Asana are popular."],
    ["Orange", "In France, Orange is the largest carrier."],
    ["Nothing", "1. Nothing Phone (2a)\n2. Pixel 9a"],
    ["Made In", "Made In ProCoat is great."],
    ["Discover", "### Discover it® Miles\nSimple."],
  ])("%s is named in: %s", (name, answer) => {
    expect(readFor(name, answer).topicMentioned).toBe(true);
  });

  test.each([
    ["Monday", "The sale starts on Monday."],
    ["Monday", "Monday is a good day to start. Ship it by Friday."],
    ["Monday", "Monday: rest day. Tuesday: run 5k. Wednesday: rest."],
    ["Apple", "Apple pie is a classic dessert."],
    ["Target", "Target your efforts on the audience."],
    ["Target", "## Target Audience\nYoung people."],
    ["Notion", "The notion that one is better is wrong."],
    ["Linear", "Linear regression is a model."],
    ["Orange", "Orange juice is tasty."],
    ["Gap", "THE GAP BETWEEN PRICE AND VALUE"],
    ["Made In", "It is made in China."],
    ["Nothing", "Nothing beats a good phone."],
    ["Max", "Max speed is 20 km/h."],
  ])("%s is not named in: %s", (name, answer) => {
    expect(readFor(name, answer).topicMentioned).toBe(false);
  });
});

describe("in its script and language a name", () => {
  test.each([
    ["Acme", "Acmes neue Kamera ist gut."],
    ["Яндекс", "Попробуйте сервис Яндекса для этого."],
    ["トヨタ", "日本ではトヨタが人気です。"],
    ["资生堂", "推荐使用资生堂的产品"],
    ["삼성", "삼성은 좋은 브랜드입니다"],
    ["เนสกาแฟ", "ฉันชอบเนสกาแฟมาก"],
    ["Acme", "Ａｃｍｅの製品"],
    ["Citroën", "The Citroen C3 is small."],
    ["L'Oréal", "Try LOreal."],
    ["Oral-B", "The OralB Pro is fine."],
    ["AT&T", "Choose AT\\&T for this."],
    ["H&M", "H\\&M sells clothes."],
    ["Netgear", "Popular brands: TP-Link DecoNetgear OrbiGoogle Nest"],
    ["Eero", "It is fast, but expensive.eero: Popular for its ease of use."],
  ])("%s is found in: %s", (name, answer) => {
    expect(readFor(name, answer).topicMentioned).toBe(true);
  });
});

describe("whose word it is, and what the engine says of itself, is no mention", () => {
  test.each([
    ["Acme", "A good build ([Acme](https://acme.example/review))."],
    ["Acme", "A good build ([Acme][1], [Other][2])."],
    ["Acme", "It is light. [Acme](https://acme.example)"],
    ["Acme", "It is light【4†Acme】."],
    ["Google", "Fine.AI responses may include mistakes. Learn moreThank youYour feedback helps Google improve."],
    ["Google", "Gut.KI-Antworten können Fehler enthalten. Feedback an Google"],
  ])("%s in: %s", (name, answer) => {
    expect(readFor(name, answer).topicMentioned).toBe(false);
  });

  test("a linked item is one", () => {
    expect(readFor("Acme", "- [Acme X1](https://shop.example/x1)\n- [Beta]()").topicMentioned).toBe(true);
    expect(readFor("Acme", '[Acme 15.6" Laptop]() is fine.').topicMentioned).toBe(true);
  });

  test("an item of a line that everybody knows is its maker's", () => {
    expect(readFor("Apple", "1. **iPhone SE** – small\n2. **Pixel 9a** – bright")).toMatchObject({
      topicMentioned: true,
      competitors: ["Google"],
    });
  });
});

describe("absence", () => {
  test.each([
    "I couldn't find any information about Acme. It may be a small brand. Could you tell me more about Acme?",
    "As of my last update, I am not familiar with a company called Acme.",
    "There is no publicly available data on Acme.",
    "Ich konnte keine Informationen über Acme finden.",
    "Je n'ai trouvé aucune information sur Acme.",
    "Acmeについての情報は見つかりませんでした。",
  ])("is its own outcome: %s", (answer) => {
    const reading = readFor("Acme", answer);
    expect(reading).toMatchObject({ topicMentioned: false, evidence: { mention_kind: null } });
    expect(reading.evidence.absence).not.toHaveLength(0);
  });

  test("of another brand takes nothing from this one", () => {
    const reading = readFor("Acme", "I have no information on Beta, but Acme is excellent.");
    expect(reading).toMatchObject({ topicMentioned: true, evidence: { absence: [] } });
  });
});

describe("the kind of a mention", () => {
  test.each([
    ["recommended_item", "Here are the best tents:\n\n- **Acme X1**: light\n- **Beta Z**: cheap"],
    ["ranked_item", "My ranking of the companies:\n\n1. Beta\n2. Acme"],
    ["comparison", "The Zephyr is lighter than the Acme."],
    ["reference", "Acme was founded in 1990."],
    ["carousel", "Some picks.Beta Z$49.994.5(12)Acme X1$99.994.7(38)"],
  ])("is %s in: %s", (kind, answer) => {
    expect(readFor("Acme", answer).evidence.mention_kind).toBe(kind);
  });
});
