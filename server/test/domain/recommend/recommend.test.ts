import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recommend } from "../../../src/domain/recommend/recommend.ts";
import type { SituationCell, SituationInput } from "../../../src/domain/recommend/situation.ts";

const STAGES = ["awareness", "evaluation", "conversion"] as const;

/** Twenty answers in which nothing calls for work. */
function healthyCell(topicId: string, stage: SituationCell["stage"]): SituationCell {
  return {
    topicId,
    topicName: `Topic ${topicId}`,
    stage,
    n: 20,
    mentions: 14,
    positionSum: 21,
    recommended: 7,
    positive: 10,
    negative: 1,
    ownCited: 8,
    withCitations: 20,
    scoreMean: 50,
    competitors: [
      { name: "Globex", count: 8 },
      { name: "Initech", count: 12 },
    ],
    sources: [
      { domain: "acme.com", count: 8 },
      { domain: "reviews.example", count: 7 },
    ],
    quotes: [1, 2, 3].map((i) => ({ resultId: `result-${topicId}-${stage}-${i}`, text: `Answer ${i}` })),
  };
}

/** A healthy brand of three topics, with changes to topic "b": at awareness, or at every stage. */
function situationWith(
  change: Partial<SituationCell>,
  where: "awareness" | "everywhere" = "awareness",
): SituationInput {
  const cells = ["a", "b", "c"].flatMap((topicId) => STAGES.map((stage) => healthyCell(topicId, stage)));
  return {
    brandName: "Acme",
    ownDomain: "acme.com",
    cells: cells.map((cell) =>
      cell.topicId === "b" && (where === "everywhere" || cell.stage === where) ? { ...cell, ...change } : cell,
    ),
  };
}
const identities = (situation: SituationInput) => recommend(situation).map(({ identity }) => identity);

test("a healthy brand gets no proposal", () => {
  expect(recommend(situationWith({}))).toEqual([]);
});

test("a brand without cells, or with cells without answers, gets no proposal", () => {
  expect(recommend({ brandName: "Acme", ownDomain: "acme.com", cells: [] })).toEqual([]);
  const nothing = { n: 0, mentions: 0, positionSum: 0, recommended: 0, positive: 0, negative: 0, withCitations: 0 };
  expect(recommend(situationWith({ ...nothing, ownCited: 0, scoreMean: 0, competitors: [] }, "everywhere"))).toEqual(
    [],
  );
});

describe("absent at a stage", () => {
  const absent = { mentions: 2, positionSum: 4, recommended: 1, positive: 1, negative: 0, scoreMean: 10 };

  test("is proposed with its numbers, two quotes and a range of impact", () => {
    const [proposal, ...others] = recommend(situationWith(absent));
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({
      identity: "absent-at-stage:b:awareness",
      type: "absent-at-stage",
      topicId: "b",
      stage: "awareness",
      title: "Acme is missing from awareness answers on Topic b",
      priority: "high",
      // Gap 40, one standard error sqrt(10 * 90 / 20 + 50 * 50 / 20) = 13.0.
      impactEstimate: "about 27 to 53 points on awareness, if it did as well as your median topic there",
    });
    expect(proposal?.description).toContain("Acme is named in 2 of 20 (10%) awareness answers");
    expect(proposal?.description).toContain("Initech is named in 12 of 20 (60%)");
    expect(proposal?.description).toContain("ask the sites these answers cite most, reviews.example, to add Acme");
    expect(proposal?.evidence).toMatchObject({
      answers: 20,
      mentions: 2,
      mention_rate: 0.1,
      average_position: 2,
      competitors: [
        { name: "Initech", count: 12 },
        { name: "Globex", count: 8 },
      ],
      quotes: [
        { result_id: "result-b-awareness-1", text: "Answer 1" },
        { result_id: "result-b-awareness-2", text: "Answer 2" },
      ],
    });
  });

  test("is proposed under 25% only, and only while a competitor is named in half", () => {
    expect(identities(situationWith({ ...absent, mentions: 4 }))).toHaveLength(1);
    expect(identities(situationWith({ ...absent, mentions: 5 }))).toEqual([]);
    expect(identities(situationWith({ ...absent, competitors: [{ name: "Initech", count: 10 }] }))).toHaveLength(1);
    expect(identities(situationWith({ ...absent, competitors: [{ name: "Initech", count: 9 }] }))).toEqual([]);
  });

  test("is not proposed where the brand is rare everywhere, nor on a handful of answers", () => {
    const rare = situationWith(absent);
    const everywhere = rare.cells.map((cell) => (cell.mentions === 2 ? cell : { ...cell, ...absent, mentions: 5 }));
    expect(identities({ ...rare, cells: everywhere })).toEqual([]);
    const few = { n: 4, mentions: 0, positionSum: 0, recommended: 0, positive: 0, withCitations: 4, ownCited: 1 };
    expect(identities(situationWith({ ...absent, ...few, competitors: [{ name: "Initech", count: 4 }] }))).toEqual([]);
  });
});

describe("named late", () => {
  test("is proposed from an average position of 3", () => {
    expect(identities(situationWith({ positionSum: 42 }))).toEqual(["named-late:b:awareness"]);
    expect(identities(situationWith({ positionSum: 41 }))).toEqual([]);
  });

  test("is not proposed where the brand is seldom named", () => {
    expect(identities(situationWith({ mentions: 10, positionSum: 40 }))).toEqual(["named-late:b:awareness"]);
    expect(identities(situationWith({ mentions: 9, positionSum: 40 }))).toEqual([]);
  });
});

describe("not recommended", () => {
  test("is proposed under 10% of mentions", () => {
    const proposals = recommend(situationWith({ recommended: 1, scoreMean: 44 }));
    expect(proposals.map(({ identity }) => identity)).toEqual(["not-recommended:b:awareness"]);
    expect(proposals[0]?.description).toContain("1 of 14 (7%) recommend it");
    // Gap 6 is within one standard error, sqrt(44 * 56 / 20 + 50 * 50 / 20) = 15.8.
    expect(proposals[0]).toMatchObject({ priority: "medium" });
    expect(proposals[0]?.impactEstimate).toMatch(/^up to about 22 points on awareness/);
    expect(identities(situationWith({ recommended: 2 }))).toEqual([]);
  });

  test("is not proposed where the brand is seldom named, nor on a handful of mentions", () => {
    expect(identities(situationWith({ mentions: 9, positionSum: 9, recommended: 0 }))).toEqual([]);
    expect(identities(situationWith({ n: 8, mentions: 4, positionSum: 4, recommended: 0 }))).toEqual([]);
    expect(identities(situationWith({ n: 8, mentions: 5, positionSum: 5, recommended: 0 }))).toHaveLength(1);
  });

  test("measures the gain against the median of other topics at the same stage", () => {
    const { cells, ...brand } = situationWith({ recommended: 0, scoreMean: 0, n: 20_000, mentions: 14_000 });
    const peerScores: Record<string, number> = { a: 60, c: 20, d: 30 };
    const peers = [...cells, healthyCell("d", "awareness")].map((cell) => {
      if (cell.topicId === "b") return cell;
      return { ...cell, n: 20_000, scoreMean: cell.stage === "awareness" ? (peerScores[cell.topicId] ?? 0) : 90 };
    });
    const proposal = recommend({ ...brand, cells: peers }).find(({ type }) => type === "not-recommended");
    expect(proposal?.impactEstimate).toMatch(/^about 30 points on awareness/);
  });

  test("claims no impact above the median, and none without another topic to compare with", () => {
    const above = recommend(situationWith({ recommended: 0, scoreMean: 55 }))[0];
    expect(above).toMatchObject({ impactEstimate: null, priority: "low" });
    const alone = situationWith({ recommended: 0 });
    const only = recommend({ ...alone, cells: alone.cells.filter(({ topicId }) => topicId === "b") })[0];
    expect(only).toMatchObject({ impactEstimate: null, priority: "medium" });
  });
});

describe("own site not cited", () => {
  // Over three stages: 3 of 60 own citations, against 20, 18 and 17 of 60 for others.
  const uncited = {
    ownCited: 1,
    scoreMean: 40,
    sources: [
      { domain: "reddit.com", count: 20 / 3 },
      { domain: "reviews.example", count: 6 },
      { domain: "wiki.example", count: 17 / 3 },
      { domain: "shop.acme.com", count: 19 },
    ],
  };

  test("is proposed for the topic as a whole, and lists the sites cited instead", () => {
    const [proposal, ...others] = recommend(situationWith(uncited, "everywhere"));
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({ identity: "own-site-not-cited:b", topicId: "b", stage: null, priority: "high" });
    expect(proposal?.impactEstimate).toMatch(/^about 1 to 19 points on this topic/);
    expect(proposal?.evidence).toMatchObject({
      own_site_cited: 3,
      answers_with_citations: 60,
      frequent_sources: [
        { domain: "reddit.com", count: 20 },
        { domain: "reviews.example", count: 18 },
      ],
    });
  });

  test("is not proposed at 10%, for lack of a site cited in 30%, or for a brand without a domain", () => {
    expect(identities(situationWith({ ...uncited, ownCited: 2 }, "everywhere"))).toEqual([]);
    const scattered = { ...uncited, sources: [{ domain: "wiki.example", count: 5 }] };
    expect(identities(situationWith(scattered, "everywhere"))).toEqual([]);
    expect(identities({ ...situationWith(uncited, "everywhere"), ownDomain: null })).toEqual([]);
  });
});

describe("cold words", () => {
  test("are proposed from three answers and 15% of mentions", () => {
    expect(identities(situationWith({ negative: 3 }))).toEqual(["cold-words:b:awareness"]);
    expect(identities(situationWith({ negative: 2, mentions: 10 }))).toEqual([]);
    expect(identities(situationWith({ negative: 3, n: 30, mentions: 21, positionSum: 21 }))).toEqual([]);
  });
});

test("proposals come by expected gain, the largest first", () => {
  const situation = situationWith({ positionSum: 70, scoreMean: 45 });
  const cells = situation.cells.map((cell) =>
    cell.topicId === "c" && cell.stage === "conversion" ? { ...cell, recommended: 0, scoreMean: 20 } : cell,
  );
  expect(identities({ ...situation, cells })).toEqual(["not-recommended:c:conversion", "named-late:b:awareness"]);
});

test("any situation gives each proposal once, in words without gaps", () => {
  const count = fc.integer({ min: 0, max: 20 });
  const change = fc.record({
    mentions: count,
    recommended: count,
    negative: count,
    ownCited: count,
    positionSum: count,
  });
  const score = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(change, score), { minLength: 9, maxLength: 9 }), (changes) => {
      const situation = situationWith({});
      const cells = situation.cells.map((cell, i) => ({
        ...cell,
        ...changes[i]?.[0],
        scoreMean: changes[i]?.[1] ?? 0,
      }));
      const proposals = recommend({ ...situation, cells });
      expect(new Set(proposals.map(({ identity }) => identity)).size).toBe(proposals.length);
      for (const { title, description, impactEstimate } of proposals) {
        expect(`${title} ${description} ${impactEstimate}`).not.toMatch(/NaN|Infinity|undefined|-\d/);
      }
    }),
  );
});
