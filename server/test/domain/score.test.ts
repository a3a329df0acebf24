import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_WEIGHTS, SCORE_VERSION, scoreAnswer, weightsOf, weightsVersion } from "../../src/domain/score.ts";

const FULL = {
  topicMentioned: true,
  mentionPosition: 1,
  sentiment: "positive",
  recommended: true,
  ownDomainCited: true,
} as const;

describe("scoreAnswer", () => {
  test("gives 100 to a first-placed, warm, recommended and cited mention", () => {
    expect(scoreAnswer(FULL).score).toBeCloseTo(100, 10);
  });

  test("gives 0 to an answer without the topic, whatever else was read", () => {
    const { score, parts } = scoreAnswer({ ...FULL, topicMentioned: false });
    expect(score).toBe(0);
    expect(parts).toMatchObject({ mentioned: false, position: 0, recommended: 0, cited: null });
  });

  test.each([
    [1, 60],
    [2, 37.8557852143],
    [3, 30],
    [7, 20],
    [15, 15],
  ])("discounts position %i to %d points", (mentionPosition, points) => {
    const { score } = scoreAnswer({ ...FULL, mentionPosition, recommended: false, ownDomainCited: false });
    expect(score).toBeCloseTo(points, 8);
  });

  test.each([
    ["positive", 100],
    ["neutral", 80],
    ["negative", 25],
  ] as const)("scales the whole by how %s the answer is", (sentiment, points) => {
    expect(scoreAnswer({ ...FULL, sentiment }).score).toBeCloseTo(points, 10);
  });

  test("adds 25 points for a recommendation and 15 for a citation", () => {
    expect(scoreAnswer({ ...FULL, mentionPosition: 3, ownDomainCited: false }).score).toBeCloseTo(55, 10);
    expect(scoreAnswer({ ...FULL, mentionPosition: 3, recommended: false }).score).toBeCloseTo(45, 10);
  });

  test("drops the citation part and divides by 0.85 where the engine cites nothing", () => {
    const uncited = { ...FULL, ownDomainCited: null };
    expect(scoreAnswer(uncited).score).toBeCloseTo(100, 10);
    expect(scoreAnswer({ ...uncited, recommended: false, mentionPosition: 3 }).score).toBeCloseTo(30 / 0.85, 10);
    expect(scoreAnswer(uncited).parts.cited).toBeNull();
  });

  test("works one mixed answer through by hand: second, neutral, recommended, not cited", () => {
    // 0.8 * (60 / log2(3) + 25)
    expect(scoreAnswer({ ...FULL, mentionPosition: 2, sentiment: "neutral", ownDomainCited: false }).score).toBeCloseTo(
      50.2846281714,
      8,
    );
  });

  test("hands out parts that add up to the score", () => {
    const { score, parts } = scoreAnswer({ ...FULL, mentionPosition: 4, sentiment: "neutral" });
    expect(parts.warmth * (parts.position + parts.recommended + (parts.cited ?? 0))).toBeCloseTo(score, 10);
    expect(parts.version).toBe(SCORE_VERSION);
  });

  test("goes by the weights it is given", () => {
    const weights = { prominence: 0.2, recommendation: 0.3, own_source: 0.5, neutral: 0.5, negative: 0 };
    expect(scoreAnswer(FULL, weights).score).toBeCloseTo(100, 10);
    expect(scoreAnswer({ ...FULL, recommended: false }, weights).score).toBeCloseTo(70, 10);
    expect(scoreAnswer({ ...FULL, sentiment: "neutral" }, weights).score).toBeCloseTo(50, 10);
    expect(scoreAnswer({ ...FULL, sentiment: "negative" }, weights).score).toBe(0);
    expect(scoreAnswer({ ...FULL, ownDomainCited: null, recommended: false }, weights).score).toBeCloseTo(40, 10);
  });

  test("says with every score by which weights it was made, to the last digit", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const all = fc.record({
      ...{ prominence: share, recommendation: share, own_source: share },
      ...{ neutral: share, negative: share },
    });
    fc.assert(
      fc.property(all, (weights) => {
        expect(weightsOf(scoreAnswer(FULL, weights).parts.weights)).toEqual({ ...weights });
        expect(scoreAnswer({ ...FULL, topicMentioned: false }, weights).parts.weights).toBe(weightsVersion(weights));
      }),
    );
  });

  test("takes a row without a version for one that the defaults made", () => {
    expect(weightsOf(undefined)).toEqual(DEFAULT_WEIGHTS);
  });
});
