import { describe, expect, test } from "vitest";
import { readFor } from "./read-for.ts";

const isRecommended = (answer: string) => readFor("Eskerfell", answer).recommended;

describe("a recommendation", () => {
  test.each([
    ["a condition", "If you need something cheap, choose Eskerfell."],
    ["an award as a label", "### 🔥 Best Overall: Eskerfell Duo\n\n* Weight: 1.6 kg"],
    ["an award as a title above", "### Best for Families\n\n**Eskerfell Duo**\n\n* **Weight:** 1.6 kg"],
    ["an award as a title below", "### Eskerfell Duo\n\n#### Best Overall\n\n*$389*\n\n### Velstrand\n\n*$200*"],
    ["whom it suits", "1. **Eskerfell Duo**\n   * **Weight:** 1.6 kg\n   * **Ideal for:** couples"],
    ["a praised choice", "bad zips.Eskerfell Duo: A budget-friendly choice that sheds rain.Velstrand: Heavy."],
    ["double negation", "There is no reason not to buy Eskerfell."],
    ["German", "Ich empfehle Eskerfell für lange Touren."],
    ["French", "Pour débuter, je vous conseille Eskerfell."],
    ["Spanish", "Para empezar, recomiendo Eskerfell."],
    ["Portuguese", "Para quem está começando, recomendo a Eskerfell."],
    ["Italian", "Per chi inizia, consiglio Eskerfell."],
    ["Dutch", "Voor beginners is Eskerfell de beste keuze."],
    ["Japanese", "初めての方にはEskerfellをおすすめします。"],
  ])("is read from %s: %s", (_, answer) => {
    expect(isRecommended(answer)).toBe(true);
  });

  test.each([
    ["a negation", "Nobody should buy Eskerfell."],
    ["another's name in between", "Choose Velstrand instead of Eskerfell."],
    ["hearsay", "Some people say Eskerfell is the best choice, but there is no evidence."],
    ["a step before the choice", "Before choosing Eskerfell, check the return policy."],
    ["a pro", "### Eskerfell\n\n**Pros:**\n- great for workouts\n\n**Cons:**\n- heavy"],
    ["a description", "Eskerfell: lightweight, durable and easy to pitch."],
    ["prices", "Eskerfell Tarnlight 2P $389.00 4.7(38) Velstrand X4 $299.00 4.5(12)"],
    ["German, denied", "Ich empfehle Eskerfell nicht."],
    ["French, denied", "Je ne recommande pas Eskerfell."],
    ["Dutch, denied", "Ik raad Eskerfell niet aan."],
    ["Japanese, denied", "Eskerfellはおすすめしません。"],
    ["a language that is not known", "Eskerfell on paras valinta, ja suosittelen sitä kaikille."],
  ])("is not read from %s: %s", (_, answer) => {
    expect(isRecommended(answer)).toBe(false);
  });
});
