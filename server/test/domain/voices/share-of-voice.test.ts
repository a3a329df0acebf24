import { describe, expect, it } from "vitest";
import { shareOfVoice } from "../../../src/domain/voices/share-of-voice.ts";
import { answerTallies, type CountedAnswer } from "../../../src/domain/voices/tally-answers.ts";

const answer = (fields: Partial<CountedAnswer>): CountedAnswer => ({
  promptId: "p1",
  topicId: "t1",
  stage: "awareness",
  engine: "chatgpt",
  namesOwn: false,
  competitors: [],
  sources: [],
  ...fields,
});
const scanOf = (answers: CountedAnswer[]) => {
  const tallies = answerTallies();
  for (const one of answers) tallies.add(one);
  return { tally: tallies.tallies().voices };
};
const ASKED = { own: "Acme", competitors: [], filter: {}, limit: 10 };
const listed = (scans: CountedAnswer[][], asked = {}) =>
  shareOfVoice(scans.map(scanOf), { ...ASKED, ...asked }).voices.map(({ name, mentions }) => [name, mentions]);

describe("shareOfVoice", () => {
  it("takes names that differ only in case, accents or punctuation for one, also within an answer", () => {
    const competitors = [["Garmin", "GARMIN"], ["garmin"], ["De'Longhi"], ["Délonghi"], ["DeLonghi"], ["Garmin"]];
    expect(listed([competitors.map((names) => answer({ competitors: names }))])).toEqual([
      ["Acme", 0],
      ["De'Longhi", 3],
      ["Garmin", 3],
    ]);
  });

  it("finds the usual spelling over all scans, however each scan spelled it", () => {
    const once = [answer({ competitors: ["GARMIN"] })];
    const twice = [answer({ competitors: ["Garmin"] }), answer({ competitors: ["Garmin"] })];
    expect(listed([once, twice])).toEqual([
      ["Acme", 0],
      ["Garmin", 3],
    ]);
  });

  it("keeps names in any script apart, and those without a letter, too", () => {
    const names = ["花王", "資生堂", "Яндекс", "شركة", "!!!", "???", "🍕"];
    expect(listed([[answer({ competitors: names })]])).toEqual([
      ["Acme", 0],
      ...names.toSorted().map((name) => [name, 1]),
    ]);
  });

  it("spells a competitor as the brand does, and knows it by its aliases", () => {
    const competitors = [{ name: "Garmin®", aliases: ["Suunto Oy"] }];
    const { voices } = shareOfVoice([scanOf([answer({ competitors: ["GARMIN", "suunto oy", "Polar"] })])], {
      ...ASKED,
      competitors,
    });
    expect(voices.map(({ name, known }) => [name, known])).toEqual([
      ["Acme", true],
      ["Garmin®", true],
      ["Polar", false],
      ["suunto oy", true],
    ]);
  });

  it("puts the brand first however little it is named, then the loudest; equals by name; the rest together", () => {
    const answers = [
      answer({ competitors: ["Zeta", "Beta", "Alpha"] }),
      answer({ competitors: ["Zeta"], namesOwn: true }),
      answer({ competitors: ["Zeta"] }),
    ];
    const { voices, others, mentions } = shareOfVoice([scanOf(answers)], { ...ASKED, limit: 2 });
    expect(voices.map((one) => [one.name, one.mentions, one.besideOwn])).toEqual([
      ["Acme", 1, 1],
      ["Zeta", 3, 1],
      ["Alpha", 1, 0],
    ]);
    expect(voices.map(({ share }) => share?.value)).toEqual([1 / 6, 3 / 6, 1 / 6]);
    expect([others, mentions]).toEqual([{ names: 1, mentions: 1 }, 6]);
  });

  it("asking the same prompts in more scans says less than asking more prompts", () => {
    const asked = (prompt: number, namesOwn: boolean) =>
      answer({ promptId: `p${prompt}`, namesOwn, competitors: namesOwn ? [] : ["Zeta"] });
    const halfOf = (prompts: number) => Array.from({ length: prompts }, (_, at) => asked(at, at % 2 === 0));
    const width = (scans: CountedAnswer[][]) => {
      const [own] = shareOfVoice(scans.map(scanOf), ASKED).voices;
      return (own?.share?.high ?? 1) - (own?.share?.low ?? 0);
    };
    const eightScans = width(Array.from({ length: 8 }, () => halfOf(10)));
    expect(eightScans).toBeGreaterThan(2 * width([halfOf(80)]));
    expect(eightScans).toBeLessThan(width([halfOf(10)]));
  });
});
