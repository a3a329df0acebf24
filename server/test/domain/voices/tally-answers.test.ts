import { expect, it } from "vitest";
import { besideSite, describeSites, rankSites } from "../../../src/domain/voices/cited-sites.ts";
import { answerTallies, type CountedAnswer } from "../../../src/domain/voices/tally-answers.ts";

const tallied = (answers: Partial<CountedAnswer>[]) => {
  const tallies = answerTallies();
  for (const one of answers) {
    const place = { promptId: "p", topicId: "t", stage: "awareness", engine: "chatgpt" } as const;
    tallies.add({ ...place, namesOwn: false, competitors: [], sources: [], ...one });
  }
  return tallies;
};

it("an answer that cites many pages of a site cites the site once", () => {
  const sources = tallied([
    { sources: ["https://shop.acme.co.uk/a", "https://acme.co.uk/b", "https://www.acme.co.uk/c"], namesOwn: true },
    { sources: ["https://acme.co.uk/b", "http://192.0.2.7/x"] },
    { sources: [] },
  ]).tallies().sources;
  expect(rankSites([sources], {})).toEqual(["acme.co.uk", "192.0.2.7"]);
  const [acme] = describeSites([sources], {}, ["acme.co.uk"]);
  expect(acme).toMatchObject({ answers: 2, withOwn: 1, share: { value: 1, n: 2 } });
});

it("of a scan with a long tail the most cited sites stay, and all answers that cite count", () => {
  const rare = Array.from({ length: 1500 }, (_, at) => ({ sources: [`https://site${at}.example/`] }));
  const sources = tallied([...rare, { sources: ["https://site1499.example/"] }]).tallies().sources;
  const ranked = rankSites([sources], {});
  expect([ranked.length, ranked[0]]).toEqual([1000, "site1499.example"]);
  expect(describeSites([sources], {}, ["site1499.example"])[0]?.share.n).toBe(1501);
});

it("pages and competitors of a site are told apart by stage and engine", () => {
  const cites = (page: string, competitor: string) => ({
    sources: [`https://a.example/${page}`],
    competitors: [competitor],
  });
  const tallies = tallied([
    { ...cites("one", "Zeta"), stage: "awareness" },
    { ...cites("two", "Beta"), stage: "conversion" },
    { ...cites("two", "Beta"), stage: "conversion", engine: "claude" },
  ]);
  const details = [...tallies.details()].flat();
  expect(details.map(({ topicId, site }) => [topicId, site])).toEqual([
    ["t", "a.example"],
    [null, "a.example"],
  ]);
  for (const one of details) {
    expect(besideSite([one], {})).toEqual({
      engines: [
        { name: "chatgpt", answers: 2 },
        { name: "claude", answers: 1 },
      ],
      names: [
        { name: "Beta", answers: 2 },
        { name: "Zeta", answers: 1 },
      ],
      pages: [
        { name: "https://a.example/two", answers: 2 },
        { name: "https://a.example/one", answers: 1 },
      ],
    });
    expect(besideSite([one], { stage: "conversion", engine: "claude" })).toEqual({
      engines: [{ name: "claude", answers: 1 }],
      names: [{ name: "Beta", answers: 1 }],
      pages: [{ name: "https://a.example/two", answers: 1 }],
    });
  }
});
