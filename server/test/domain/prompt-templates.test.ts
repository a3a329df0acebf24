import { FUNNEL_STAGES } from "@answerscope/api/vocabulary";
import { describe, expect, test } from "vitest";
import { templatePrompts } from "../../src/domain/prompt-templates.ts";

const TOPIC = { name: "Tarnlight 2P", category: "Backpacking Tents" };
const LANGUAGES = ["en", "de", "fr", "es", "pt", "it", "nl", "ja"];

describe("templatePrompts", () => {
  test.each(LANGUAGES)("gives two or three distinct, filled prompts for every stage in %s", (language) => {
    const prompts = templatePrompts(TOPIC, "Eskerfell", language);
    for (const stage of FUNNEL_STAGES) {
      expect(prompts[stage].length).toBeGreaterThanOrEqual(2);
      expect(prompts[stage].length).toBeLessThanOrEqual(3);
      expect(new Set(prompts[stage]).size).toBe(prompts[stage].length);
      for (const prompt of prompts[stage]) expect(prompt).not.toMatch(/[{}]/);
    }
  });

  test.each(LANGUAGES)("names neither brand nor product while people are only becoming aware, in %s", (language) => {
    for (const prompt of templatePrompts(TOPIC, "Eskerfell", language).awareness) {
      expect(prompt).not.toMatch(/Eskerfell|Tarnlight/);
      expect(prompt.toLowerCase()).toContain("backpacking tents");
    }
  });

  test("asks about the topic itself where it has no category", () => {
    const { awareness } = templatePrompts({ name: "Trail mix", category: null }, "Eskerfell", "en");
    expect(awareness[0]).toBe("Which brands are best known for Trail mix?");
  });

  test("asks without the brand and the model's number where there is no category", () => {
    const named = { name: "Eskerfell trail stove 300", category: null };
    expect(templatePrompts(named, "Eskerfell", "en").awareness[0]).toBe("Which brands are best known for trail stove?");
    const bare = { name: "Eskerfell 300", category: null };
    expect(templatePrompts(bare, "Eskerfell", "en").awareness[0]).toBe(
      "Which brands are best known for Eskerfell 300?",
    );
  });

  test("names the topic's own brand where it has one", () => {
    const { conversion } = templatePrompts({ name: "Stove", brand: "Cairn", category: "Stoves" }, "Eskerfell", "en");
    expect(conversion[0]).toBe("Where can I buy Cairn Stove at a good price?");
  });

  test("says the brand once when the product's name already has it", () => {
    const { evaluation } = templatePrompts({ name: "Eskerfell Tarnlight", category: "Tents" }, "Eskerfell", "en");
    expect(evaluation[0]).toBe("How does Eskerfell Tarnlight compare with its main alternatives?");
  });

  test("reads regional tags and falls back to English", () => {
    expect(templatePrompts(TOPIC, "Eskerfell", "pt-BR")).toEqual(templatePrompts(TOPIC, "Eskerfell", "pt"));
    expect(templatePrompts(TOPIC, "Eskerfell", "sv")).toEqual(templatePrompts(TOPIC, "Eskerfell", "en"));
    expect(templatePrompts(TOPIC, "Eskerfell", "constructor")).toEqual(templatePrompts(TOPIC, "Eskerfell", "en"));
  });

  test("keeps acronyms and odd characters as they are", () => {
    const { awareness } = templatePrompts({ name: "X", category: "CRM Software $& Tools" }, "B", "en");
    expect(awareness[0]).toBe("Which brands are best known for CRM software $& tools?");
  });
});
