import type { Brand, Scan, ScanAnswer } from "@answerscope/api";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_WEIGHTS, scoreAnswer } from "../../src/domain/score.ts";
import { KINDS } from "../setup/databases.ts";
import { EngineGate } from "../setup/engine-gate.ts";
import { TestProduct } from "../setup/product.ts";

const OWN = { prominence: 0.3, recommendation: 0.3, own_source: 0.4, neutral: 0.5, negative: 0.1 };

describe.each(KINDS)("the weights of the score on %s", (kind) => {
  let product: TestProduct;
  let gate: EngineGate;
  let key: string;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    gate = new EngineGate(product);
  });
  afterAll(() => product.close());
  beforeEach(async () => {
    ({ key } = await product.makeBrand({ demo: true }));
    const body = { name: "Lantern", domain: "lantern.example" };
    await product.data("PATCH", "/brand", { key, body });
    await product.data("POST", "/topics", { key, body: { name: "Lantern Lamp", category: "camping lamps" } });
  });

  const choose = (score_weights: Brand["score_weights"]) =>
    product.data<Brand>("PATCH", "/brand", { key, body: { score_weights } });
  const start = () =>
    product.data<Scan>("POST", "/scans", { key, body: { engines: ["chatgpt", "perplexity", "claude"] } });
  const answersOf = (id: string) => product.data<ScanAnswer[]>("GET", `/scans/${id}/answers?limit=100`, { key });

  const recomputed = (answer: ScanAnswer): number =>
    scoreAnswer(
      {
        topicMentioned: answer.topic_mentioned,
        mentionPosition: answer.mention_position,
        sentiment: answer.sentiment,
        recommended: answer.action_recommendation,
        ownDomainCited: answer.own_domain_cited,
      },
      answer.score_weights,
    ).score;

  it.each([null, OWN])("%j: a score follows from the components and weights that are shown with it", async (chosen) => {
    await choose(chosen);
    const { id } = await start();
    expect(await product.ended(id, key)).toMatchObject({ metadata: { score_weights: chosen ?? DEFAULT_WEIGHTS } });
    const answers = await answersOf(id);
    expect(answers.filter(({ topic_mentioned }) => topic_mentioned).length).toBeGreaterThan(3);
    for (const answer of answers) {
      expect(answer.score_weights).toEqual(chosen ?? DEFAULT_WEIGHTS);
      expect(recomputed(answer)).toBeCloseTo(answer.score ?? -1, 2);
      const { warmth, position, recommended, cited } = answer.score_parts as Record<string, number>;
      const sum = (warmth ?? 0) * ((position ?? 0) + (recommended ?? 0) + (cited ?? 0));
      expect(Math.abs(sum - (answer.score ?? -1))).toBeLessThan(0.03);
    }
  });

  it("a scan in progress keeps those it began with, and the next one has the new ones", async () => {
    gate.holdAfter(4);
    const { id } = await start();
    await vi.waitFor(async () => {
      const { completed_queries } = await product.data<Scan>("GET", `/scans/${id}`, { key });
      expect(completed_queries).toBe(4);
    });
    await choose(OWN);
    gate.open();
    await product.ended(id, key);
    const answers = await answersOf(id);
    expect(answers.length).toBeGreaterThan(4);
    for (const answer of answers) expect(answer.score_weights).toEqual(DEFAULT_WEIGHTS);
    const next = await start();
    await product.ended(next.id, key);
    for (const answer of await answersOf(next.id)) expect(answer.score_weights).toEqual(OWN);
  });
});
