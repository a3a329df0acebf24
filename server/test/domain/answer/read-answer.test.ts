import { ENGINE_IDS, FUNNEL_STAGES } from "@answerscope/api/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import demo from "../../../src/app/demo-brand.json" with { type: "json" };
import { compileSubject, readAnswer } from "../../../src/domain/answer/read-answer.ts";
import type { Subject } from "../../../src/domain/answer/reading.ts";
import { simulateAnswer } from "../../../src/engines/simulated.ts";

const SUBJECT: Subject = {
  topic: {
    name: "Tarnlight 2P",
    brand: null,
    aliases: ["Tarnlight"],
    url: "https://eskerfell.example/tents/tarnlight-2p",
  },
  brand: { name: "Eskerfell", aliases: ["Esker Fell"], domain: "eskerfell.example" },
  competitors: [
    { name: "Kestrel Ridge", aliases: [] },
    { name: "Tarn & Tor", aliases: [] },
    { name: "Velstrand", aliases: ["Velstrand Sport"] },
  ],
  language: "en",
};
const COMPILED = compileSubject(SUBJECT);
const read = (answer: string, cited: string[] = []) => readAnswer(COMPILED, answer, cited);
const readFor = (name: string, answer: string) =>
  readAnswer(
    compileSubject({
      ...SUBJECT,
      topic: { name, brand: null, aliases: [], url: null },
      brand: { name, aliases: [], domain: null },
    }),
    answer,
    [],
  );

describe("a mention", () => {
  test.each([
    "The Eskerfell range is broad.",
    "Look at ESKERFELL'S tents.",
    "Look at Eskerfell’s tents.",
    "Éskerfell makes tents.",
    "E\u0301skerfell makes tents.",
    "Esker-Fell makes tents.",
    "The **Tarnlight** weighs little.",
    "The **Eskerfell** Tarnlight 2P weighs little.",
    "[Eskerfell Tarnlight 2P](https://shop.example/1) weighs little.",
    "Works well.Eskerfell is next.",
    "テントならEskerfellがおすすめです。",
  ])("is found in: %s", (answer) => {
    expect(read(answer).topicMentioned).toBe(true);
  });

  test.each([
    "Eskerfellow makes tents.",
    "See https://eskerfell.example/tents for more.",
    "See [the shop](https://eskerfell.example/eskerfell) for more.",
    "According to a guide ([eskerfell.example](https://eskerfell.example/)).",
    "Run `eskerfell` first.",
    "```\nEskerfell\n```",
    "Nothing here.\n\n**Sources**\n[1] Eskerfell – https://eskerfell.example/",
    "Nothing here.\n\n## Sources\n- Eskerfell review, 2026",
    "Sources: Eskerfell, Velstrand",
    "I could not find any reliable information about Eskerfell.",
    "I don't have specific details on the Eskerfell Tarnlight.",
    "I'm not familiar with Eskerfell.",
    "",
  ])("is not: %s", (answer) => {
    expect(read(answer)).toMatchObject({
      topicMentioned: false,
      mentionPosition: null,
      sentiment: null,
      recommended: null,
    });
  });

  test("counts beside an earlier denial when the answer goes on to speak of the brand", () => {
    const reading = read("I could not find reviews of Eskerfell. Its maker says that the Tarnlight weighs 1.6 kg.");
    expect(reading.evidence.mentions).toHaveLength(1);
  });

  test("of a name that is an ordinary word needs the name's own spelling", () => {
    expect(readFor("Basecamp", "Set up your basecamp first.").topicMentioned).toBe(false);
    expect(readFor("Basecamp", "Teams like Basecamp for this.").topicMentioned).toBe(true);
  });

  test("leaves spans that cut the name out of the original text", () => {
    const answer = "ﬁrst 👍🏽 Éskerfell’s tent — and ESKER  FELL again";
    const { mentions } = read(answer).evidence;
    expect(mentions.map(({ from, to }) => answer.slice(from, to))).toEqual(["Éskerfell", "ESKER  FELL"]);
  });
});

describe("the position", () => {
  test("is the rank in an ordered list, unknown brands counted", () => {
    const answer =
      "Eskerfell is in here.\n\n1. **Quillmere** – fine.\n2. **Velstrand X4** – fine.\n3. **Eskerfell Tarnlight 2P** – fine.";
    expect(read(answer).mentionPosition).toBe(3);
  });

  test("counts two products of one brand once", () => {
    const answer = "1. Velstrand X4: light\n2. Velstrand Pro: heavy\n3. Eskerfell: roomy";
    expect(read(answer).mentionPosition).toBe(2);
  });

  test("follows headings, and leaves out those that head no product", () => {
    const answer =
      "## Quick overview\ntext\n## Velstrand\ntext\n## How to choose\ntext\n## Eskerfell\ntext\n## Verdict\ntext";
    expect(read(answer).mentionPosition).toBe(2);
  });

  test("follows name blocks and is not led astray by their bullets", () => {
    const answer =
      "**Pellworth:**\n* **Price:** $20\n\n**Kestrel Ridge:**\n* **Price:** $30\n\n**Eskerfell:**\n* **Price:** $40";
    expect(read(answer).mentionPosition).toBe(3);
  });

  test("follows table rows", () => {
    const answer = "| # | Tent | Price |\n|---|---|---|\n| 1 | Velstrand | $300 |\n| 2 | Eskerfell Tarnlight | $389 |";
    expect(read(answer).mentionPosition).toBe(2);
  });

  test("is the order of first mention in running text", () => {
    expect(read("Velstrand and Kestrel Ridge lead. Velstrand sells more, and Eskerfell follows.").mentionPosition).toBe(
      3,
    );
  });

  test("goes on counting from one list to the next", () => {
    const answer =
      "1. **Velstrand** – good\n2. **Quillmere** – good\n\nOthers:\n- Kestrel Ridge: fine\n- Eskerfell: fine";
    expect(read(answer).mentionPosition).toBe(4);
  });

  test("comes after the whole list when the brand is only named below it", () => {
    const answer = "1. **Velstrand** – good\n2. **Quillmere** – good\n\nAlso consider Eskerfell.";
    expect(read(answer).mentionPosition).toBe(3);
  });
});

describe("the sentiment", () => {
  test.each([
    ["positive", "Eskerfell makes excellent, durable tents."],
    ["positive", "Eskerfell is not bad at all and very comfortable."],
    ["positive", "Although it is expensive, Eskerfell is outstanding and reliable."],
    ["neutral", "Eskerfell sells tents in three sizes."],
    ["negative", "Eskerfell tents are not reliable and feel flimsy."],
    ["negative", "Eskerfell looks nice, but it leaks, breaks early and has poor support."],
    ["negative", "I would not recommend Eskerfell."],
    ["neutral", "Velstrand is excellent and reliable. Kestrel Ridge is superb. Eskerfell exists since 1990."],
    ["positive", "Eskerfell is more durable than Velstrand, which is flimsy."],
    ["negative", "Unlike Velstrand, Eskerfell is unreliable and overpriced."],
    ["positive", "Velstrand and Eskerfell are excellent."],
    ["neutral", "Velstrand has poor zips and terrible support, while Eskerfell comes in two sizes."],
  ])("is %s in: %s", (sentiment, answer) => {
    expect(read(answer).sentiment).toBe(sentiment);
  });

  test("stays within the block that describes the topic", () => {
    const answer =
      "### Velstrand\nTerrible and overpriced.\n\n### Eskerfell\nIt is superb. It is comfortable too.\n\n### Quillmere\nAwful, useless.";
    expect(read(answer).sentiment).toBe("positive");
    expect(readFor("Velstrand", answer).sentiment).toBe("negative");
  });

  test("weighs pros against cons", () => {
    const block = (pros: string, cons: string) =>
      read(`## Eskerfell\n**Pros:**\n${pros}\n\n**Cons:**\n${cons}\n\n## Velstrand`);
    expect(block("- A\n- B\n- C", "- D").sentiment).toBe("positive");
    expect(block("- A", "- B").sentiment).toBe("neutral");
    expect(block("- A", "- B\n- C\n- D").sentiment).toBe("negative");
  });

  test("shows the words that decided", () => {
    const answer = "Eskerfell is durable but expensive.";
    const { praise, criticism } = read(answer).evidence;
    expect(praise.map(({ from, to }) => answer.slice(from, to))).toEqual(["durable"]);
    expect(criticism.map(({ from, to }) => answer.slice(from, to))).toEqual(["expensive"]);
  });
});

describe("a recommendation", () => {
  test.each([
    "I recommend the Eskerfell Tarnlight.",
    "I would go with **Eskerfell**.",
    "**Best overall:** Eskerfell Tarnlight 2P.",
    "**Top pick:** Velstrand. **Budget pick:** Eskerfell.",
    "Choose Eskerfell if you walk alone.",
    "For most people, Eskerfell is the best choice.",
    "The best choice for most people is Eskerfell.",
    "I'd pick Velstrand or Eskerfell.",
    "Velstrand is the best choice for groups, while Eskerfell is the best value.",
  ])("is read from: %s", (answer) => {
    expect(read(answer).recommended).toBe(true);
  });

  test.each([
    "Eskerfell makes tents.",
    "I would not recommend Eskerfell.",
    "I would not recommend Eskerfell as a first choice.",
    "It is hard to recommend Eskerfell.",
    "I would avoid Eskerfell for now.",
    "Eskerfell is not the best choice.",
    "I recommend Velstrand over Eskerfell.",
    "I recommend Velstrand. Eskerfell is an alternative.",
    "Eskerfell is good, but the best choice is Velstrand.",
    "Would you buy Eskerfell?",
    "**Best overall:** Velstrand. Eskerfell follows.",
  ])("is not read from: %s", (answer) => {
    expect(read(answer).recommended).toBe(false);
  });
});

describe("competitors and sources", () => {
  test("lists named competitors by first appearance, under their own names", () => {
    const answer = "Velstrand Sport, then Tarn and Tor, then Velstrand again.";
    expect(read(answer).competitors).toEqual(["Velstrand", "Tarn & Tor"]);
  });

  test("cleans, deduplicates and keeps the order of sources", () => {
    const cited = [
      "https://b.example/x?utm_source=chatgpt.com&id=7#:~:text=a,b",
      "https://a.example/?gclid=1&fbclid=2",
      "https://b.example/x?id=7",
      "https://a.example/#part:~:text=x",
      "javascript:alert(1)",
      "not a url",
    ];
    expect(read("", cited).sources).toEqual([
      "https://b.example/x?id=7",
      "https://a.example/",
      "https://a.example/#part",
    ]);
  });

  test("knows its own domain and subdomains, and no look-alike", () => {
    expect(read("", ["https://www.eskerfell.example/a"]).ownDomainCited).toBe(true);
    expect(read("", ["https://shop.eskerfell.example/a"]).ownDomainCited).toBe(true);
    expect(read("", ["https://noteskerfell.example/a"]).ownDomainCited).toBe(false);
    expect(read("Eskerfell", []).ownDomainCited).toBeNull();
  });
});

describe("readAnswer", () => {
  test("never throws, and its spans lie within the text", () => {
    const piece = fc.constantFrom(
      "Eskerfell",
      "**",
      "|",
      "\n",
      "# ",
      "1. ",
      "](",
      "`",
      "Pros:",
      "not ",
      "Velstrand",
      ": ",
      "e\u0301",
      "👍",
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ unit: "grapheme" })), { maxLength: 60 }),
        fc.array(fc.webUrl()),
        (parts, urls) => {
          const answer = parts.join("");
          const { evidence } = read(answer, urls);
          for (const { from, to } of [...evidence.mentions, ...evidence.praise, ...evidence.criticism]) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeGreaterThan(from);
            expect(to).toBeLessThanOrEqual(answer.length);
          }
        },
      ),
    );
  });

  test("agrees with what the simulator drew", () => {
    const share = { mention: [0, 0], position: [0, 0], sentiment: [0, 0], recommended: [0, 0], cited: [0, 0] };
    const count = (key: keyof typeof share, agrees: boolean) => {
      share[key] = [(share[key][0] ?? 0) + Number(agrees), (share[key][1] ?? 0) + 1];
    };
    const { brand } = demo;
    for (const topic of demo.topics.filter(({ status }) => status === "active")) {
      const compiled = compileSubject({
        topic: { ...topic, brand: null },
        brand,
        competitors: brand.competitors,
        language: "en",
      });
      for (const stage of FUNNEL_STAGES) {
        for (const engine of ENGINE_IDS) {
          for (const prompt of topic.prompts[stage]) {
            const scene = { brand, topic, competitors: brand.competitors, stage };
            const question = {
              prompt,
              locale: { country: "us", language: "en" },
              scene,
              seed: "s",
              askedAt: "2026-04-06T00:00:00Z",
            };
            const { answer, cited, raw } = simulateAnswer(engine, question);
            const { drawn } = raw as {
              drawn: { named: string[]; sentiment: string; recommended: boolean; ownCited: boolean };
            };
            const reading = readAnswer(compiled, answer, cited);
            const place = drawn.named.indexOf(brand.name) + 1;
            count("mention", reading.topicMentioned === place > 0);
            count("cited", reading.ownDomainCited === drawn.ownCited);
            if (place === 0) continue;
            count("position", reading.mentionPosition === place);
            count("sentiment", reading.sentiment === drawn.sentiment);
            count("recommended", reading.recommended === drawn.recommended);
          }
        }
      }
    }
    const rate = (key: keyof typeof share) => (share[key][0] ?? 0) / (share[key][1] ?? 1);
    expect(share.mention[1]).toBeGreaterThanOrEqual(590);
    expect(rate("mention")).toBeGreaterThanOrEqual(0.99);
    expect(rate("cited")).toBeGreaterThanOrEqual(0.99);
    expect(rate("position")).toBeGreaterThanOrEqual(0.95);
    expect(rate("sentiment")).toBeGreaterThanOrEqual(0.9);
    expect(rate("recommended")).toBeGreaterThanOrEqual(0.9);
  });
});
