import { describe, expect, test } from "vitest";
import { readFor } from "./read-for.ts";

/** One line, as some engines hand out their pages. */
const GLUED =
  "Based on reviews, here are some good tents: Top Picks:\u00a0Quillmere Duo 2: A light tent for two.Velstrand X4:A strong contender. It is roomy.Quillmere Solo: Cheap. Quillmere Duo 2$199.994.7(38)Pellworth Dome$89.00$99.004.1(1k+)Other Options:\u00a0Eskerfell Tarnlight: Known for its weight.Factors to Consider:\u00a0Weight: Look for less than 2 kg.Price: Set a budget.AI responses may include mistakes.";

const discovered = (answer: string, name = "Nobody Here", known: string[] = []) =>
  readFor(name, answer, known).competitors;

describe("discovered competitors", () => {
  test("are brands, not their models", () => {
    const answer = "1. **Garmin Forerunner 255** – great\n2. **Garmin Fenix 7** – rugged\n3. **Coros Pace 3** – light";
    expect(discovered(answer)).toEqual(["Garmin", "Coros"]);
  });

  test("come after the named ones, each said to be known or not", () => {
    const answer = "- **Quillmere Pro:** good\n- **Velstrand X4:** good\n- **Pellworth One:** fine";
    const { competitors, evidence } = readFor("Nobody Here", answer, ["Pellworth"]);
    expect(competitors).toEqual(["Pellworth", "Quillmere", "Velstrand"]);
    expect(evidence.competitors.map(({ known }) => known)).toEqual([true, false, false]);
    expect(evidence.competitors.map(({ span }) => answer.slice(span.from, span.to))).toEqual(competitors);
  });

  test("are read from tables", () => {
    const answer = "| Tent | Price |\n|---|---|\n| Quillmere 2 | $200 |\n| Tarn & Tor Duo | $400 |";
    expect(discovered(answer)).toEqual(["Quillmere", "Tarn & Tor"]);
  });

  test("are read from a page that lost its line breaks", () => {
    expect(discovered(GLUED)).toEqual(["Quillmere", "Velstrand", "Pellworth", "Eskerfell"]);
  });

  test.each([
    [
      "features and shops",
      "## How to choose\n- **Weight:** low\n- **Price:** fair\n\n## Where to buy\n- Amazon\n- REI",
    ],
    ["sources", "Fine tents exist.\n\n### Sources\n- Wirecutter\n- The Verge"],
    ["prizes", "**Best overall:** a light tent.\n**Runner-up:** a heavy one."],
    ["questions", "### What is your budget?\n### Do you camp in winter?"],
  ])("are not %s", (_, answer) => {
    expect(discovered(answer)).toEqual([]);
  });

  test("are not the fields that every item has, in any language", () => {
    const answer =
      "1. **Quillmere Duo** – leicht\n   - Preis: 200 €\n   - Nutzlast: 2 kg\n2. **Velstrand X** – robust\n   - Preis: 300 €\n   - Nutzlast: 3 kg";
    expect(discovered(answer)).toEqual(["Quillmere", "Velstrand"]);
  });

  test("are never the brand's own items", () => {
    expect(discovered("1. Eskerfell Tarnlight\n2. Velstrand X\n3. Eskerfell Duo", "Eskerfell")).toEqual(["Velstrand"]);
  });
});

describe("the position, when nobody has named the competitors", () => {
  test.each([
    ["Quillmere", 1],
    ["Velstrand", 2],
    ["Eskerfell", 3],
  ])("of %s on the glued page is %i: price entries repeat, they do not rank", (name, rank) => {
    expect(readFor(name, GLUED).mentionPosition).toBe(rank);
  });

  test("points to the label that gave it", () => {
    const { position } = readFor("Velstrand", GLUED).evidence;
    expect(GLUED.slice(position?.from, position?.to)).toBe("Velstrand X4");
  });

  test("counts each of several in one label", () => {
    const answer =
      "#### **1. Netflix**\nBig.\n\n#### **2. Tubi / Pluto TV / Crackle**\nFree.\n\n#### **3. Mubi**\nArt.";
    expect(readFor("Crackle", answer).mentionPosition).toBe(4);
    expect(readFor("Mubi", answer).mentionPosition).toBe(5);
  });

  test("follows headings that give prizes", () => {
    const answer = "### Best overall: Quillmere 2\nFine.\n\n### Best value: Eskerfell Duo\nCheap.";
    expect(readFor("Eskerfell", answer).mentionPosition).toBe(2);
  });

  test("reads a countdown from its end", () => {
    const answer = "3. **Quillmere** – fine\n2. **Velstrand** – good\n1. **Eskerfell** – the winner";
    expect(readFor("Eskerfell", answer).mentionPosition).toBe(1);
    expect(readFor("Quillmere", answer).mentionPosition).toBe(3);
  });

  test("starts with what is praised above the list, unless the list has numbers", () => {
    const intro = "The Velstrand X4 stands out as a top contender.\n\n";
    expect(readFor("Velstrand", `${intro}- **Quillmere**: fine\n- **Velstrand**: good`).mentionPosition).toBe(1);
    expect(readFor("Quillmere", `${intro}- **Quillmere**: fine\n- **Velstrand**: good`).mentionPosition).toBe(2);
    expect(readFor("Velstrand", `${intro}1. **Quillmere**: fine\n2. **Velstrand**: good`).mentionPosition).toBe(2);
  });
});
