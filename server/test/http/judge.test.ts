import {
  BASE_PATH,
  type Brand,
  type Rescore,
  type Scan,
  type ScanAgreement,
  type ScanAnswer,
  type ScanDetail,
  type ScanEstimate,
} from "@answerscope/api";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CassetteQuery, CassetteScan } from "../../src/app/cassette.ts";
import { replayScan } from "../../src/compose.ts";
import { scoreAnswer } from "../../src/domain/score.ts";
import { KINDS } from "../setup/databases.ts";
import { dropping, LoopbackEngine, neverAnswering, type Play, replyWith } from "../setup/loopback-engine.ts";
import { TestProduct } from "../setup/product.ts";
import { engineStatistics, ROUNDING, rowsOf, topicScores } from "../setup/recompute.ts";

const SOON = { timeout: 10_000, interval: 20 };
const COST_USD = 0.002;
const VERDICT = { mentioned: true, position: 7, sentiment: "negative", recommended: false };
const SHOWN = { topic_mentioned: true, mention_position: 7, sentiment: "negative", action_recommendation: false };

const says = (verdict: unknown): Play =>
  replyWith({
    ...{ id: "c1", object: "chat.completion", created: 1, model: "judge-1" },
    choices: [
      {
        ...{ index: 0, finish_reason: "stop" },
        message: { role: "assistant", content: typeof verdict === "string" ? verdict : JSON.stringify(verdict) },
      },
    ],
    usage: { prompt_tokens: 900, completion_tokens: 30, total_tokens: 930, cost: COST_USD },
  });
const refusing = (status: number, code: string): Play => replyWith({ error: { message: "No.", code } }, status);

describe.each(KINDS)("the judge on %s", (kind) => {
  let product: TestProduct;
  let judge: LoopbackEngine;
  let key: string;
  beforeAll(async () => {
    judge = await LoopbackEngine.start();
    const variables = {
      ...{ OPENAI_COMPATIBLE_BASE_URL: judge.address, OPENAI_COMPATIBLE_MODEL: "judge-1" },
      PERPLEXITY_API_KEY: "pplx-loopback",
    };
    product = await TestProduct.open(kind, { variables });
    // Patience with a failing engine is tried elsewhere.
    const { pause } = product.product.deps;
    product.product.deps.pause = (ms, signal) => pause(Math.min(ms, 20), signal);
  });
  afterAll(async () => {
    await product.close();
    await judge[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    ({ key } = await product.makeBrand({ demo: true }));
    judge.plays(says(VERDICT));
    await send("PATCH", "/brand", { name: "Lantern", domain: "lantern.example" });
    await send("POST", "/topics", { name: "Lantern Lamp", category: "camping lamps" });
  });

  const send = <T>(method: string, address: string, body?: unknown): Promise<T> =>
    product.data<T>(method, address, { key, body });
  const choose = (share: number, mode: "compare" | "replace") =>
    send<Brand>("PATCH", "/brand", { judge: { engine: "openai_compatible", share, mode } });
  const start = () => send<Scan>("POST", "/scans", { engines: ["chatgpt", "claude"] });
  const scan = async (): Promise<ScanDetail> => {
    const { id } = await start();
    return (await product.ended(id, key)) as unknown as ScanDetail;
  };
  const answersOf = (id: string) => send<ScanAnswer[]>("GET", `/scans/${id}/answers?limit=100`);
  const agreementOf = (id: string) => send<ScanAgreement>("GET", `/scans/${id}/agreement`);
  const readOf = ({ topic_mentioned, mention_position, sentiment, action_recommendation }: ScanAnswer) => {
    return { topic_mentioned, mention_position, sentiment, action_recommendation };
  };

  it("is off by default, and a scan without one says so", async () => {
    const { id, metadata } = await scan();
    expect(metadata).toMatchObject({ judge: null });
    expect(judge.requests).toEqual([]);
    expect(await agreementOf(id)).toMatchObject({ judge: null, fields: { sentiment: { n: 0, kappa: null } } });
    for (const answer of await answersOf(id)) expect(answer).toMatchObject({ read_by: "local", second_reading: null });
  });

  it("that compares reads its share, beside the local reading, which stays what rows show", async () => {
    await choose(0.5, "compare");
    const { id, results, metadata } = await scan();
    const sampled = Math.ceil(results.length / 2);
    expect(metadata?.judge).toMatchObject({ sampled_answers: sampled, judged_answers: sampled, failed_answers: 0 });
    expect(judge.requests).toHaveLength(sampled);
    const answers = await answersOf(id);
    const judged = answers.filter(({ second_reading }) => second_reading !== null);
    expect(judged).toHaveLength(sampled);
    for (const answer of judged) {
      expect(answer).toMatchObject({ read_by: "local", second_reading: { model: "judge-1", judged: SHOWN } });
      expect(answer.second_reading?.local).toEqual(readOf(answer));
    }
    const { fields } = await agreementOf(id);
    const mentioned = judged.filter(({ topic_mentioned }) => topic_mentioned);
    expect(fields.topic_mentioned).toEqual({
      ...{ n: sampled, agreement: expect.closeTo(mentioned.length / sampled, 3), kappa: expect.toBeOneOf([0, null]) },
    });
    const negative = mentioned.filter(({ sentiment }) => sentiment === "negative").length;
    expect(fields.sentiment).toMatchObject({
      ...{ n: mentioned.length, agreement: expect.closeTo(negative / mentioned.length, 3) },
    });
  });

  it("is given the answer as data, and counted in the scan's cost and the month's", async () => {
    await choose(1, "compare");
    const { id, results, metadata } = await scan();
    expect(metadata?.cost_usd).toBeCloseTo(results.length * COST_USD, 4);
    const { budget } = await send<ScanEstimate>("POST", "/scans/estimate", { engines: ["simulated"] });
    expect(budget.spent_usd).toBeCloseTo(results.length * COST_USD, 4);
    const given = judge.requests.map(({ json }) => {
      const { messages } = json as { messages: { role: string; content: string }[] };
      expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
      return JSON.parse(messages[1]?.content as string) as { subject: string[]; answer: string };
    });
    for (const { subject } of given) expect(subject).toEqual(["Lantern Lamp", "Lantern"]);
    const texts = (await answersOf(id)).map(({ answer }) => answer);
    expect(given.map(({ answer }) => answer).toSorted()).toEqual(texts.toSorted());
  });

  it("that replaces is what rows show and are scored by, and every figure follows", async () => {
    await choose(1, "replace");
    const { id, results, status } = await scan();
    expect(status).toBe("completed");
    for (const row of results) expect(row).toMatchObject({ read_by: "judge", ...SHOWN });
    const rows = await rowsOf(product, id, key);
    const answers = await answersOf(id);
    for (const answer of answers) {
      expect(answer.second_reading?.local?.topic_mentioned).toBeTypeOf("boolean");
      const reading = { topicMentioned: true, mentionPosition: 7, sentiment: "negative", recommended: false } as const;
      const { score } = scoreAnswer({ ...reading, ownDomainCited: answer.own_domain_cited });
      expect(answer.score).toBeCloseTo(score, 2);
    }
    const [topic] = await send<{ visibility_score_overall: number }[]>("GET", "/topics");
    expect(Math.abs((topic?.visibility_score_overall ?? -1) - topicScores(rows).overall)).toBeLessThan(ROUNDING);
    const { engine_stats } = await send<{ engine_stats: Record<string, { sentiment: object; avg_position: number }> }>(
      "GET",
      "/analytics?type=engines",
    );
    for (const [engine, { avg_position }] of Object.entries(engine_stats)) {
      expect(avg_position).toBe(engineStatistics(rows.filter((row) => row.engine === engine)).avg_position);
    }
  });

  it("keeps its word through a rescore, which renews what it is compared with, and through a replay", async () => {
    await choose(1, "replace");
    const { id } = await scan();
    const before = await answersOf(id);
    expect(before.some(({ second_reading }) => second_reading?.local?.topic_mentioned)).toBe(true);
    await send("PATCH", "/brand", { name: "Nobody", aliases: [] });
    const [topic] = await send<{ id: string }[]>("GET", "/topics");
    await send("PATCH", `/topics/${topic?.id}`, { name: "Nobody's Lamp" });
    judge.requests.length = 0;
    const { id: rescoreId } = await send<Rescore>("POST", "/rescores");
    await vi.waitFor(async () => {
      expect(await send("GET", `/rescores/${rescoreId}`)).toMatchObject({ status: "completed" });
    }, SOON);
    expect(judge.requests).toEqual([]);
    for (const answer of await answersOf(id)) {
      expect(answer).toMatchObject({ read_by: "judge", ...SHOWN });
      expect(answer.second_reading?.local).toMatchObject({ topic_mentioned: false, sentiment: null });
    }
    expect((await agreementOf(id)).fields.topic_mentioned).toMatchObject({ n: before.length, agreement: 0 });

    const { app } = product.product;
    const { body: text } = await app.inject({
      url: `${BASE_PATH}/scans/${id}/cassette`,
      headers: { "x-api-key": key },
    });
    const [first, ...queries] = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { differences } = await replayScan(first as CassetteScan, queries as CassetteQuery[]);
    expect(differences).toEqual([]);
  }, 90_000);

  it.each<[string, Play, number]>([
    ["no JSON", says("I would rather not."), 3],
    ["another shape", says({ verdict: "good", obey: "me" }), 3],
    ["a mention without a place", says({ ...VERDICT, position: null }), 3],
    ["a place that is none", says({ ...VERDICT, position: 0 }), 3],
    ["a refusal", refusing(400, "content_policy_violation"), 1],
    ["a broken connection", dropping({}, "at once"), 5],
    ["nothing in time", neverAnswering, 3],
  ])(
    "that gives %s leaves the local reading standing, and is counted",
    async (what, play, calls) => {
      judge.plays(play);
      // One answer of them, since waiting for nothing takes its time.
      await choose(0.01, "replace");
      const { id, status, results, failed_queries, metadata } = await scan();
      expect([status, failed_queries]).toEqual(["completed", 0]);
      expect(judge.requests).toHaveLength(calls);
      const cost_usd = calls === 3 && what !== "nothing in time" ? 3 * COST_USD : 0;
      expect(metadata?.judge).toMatchObject({ sampled_answers: 1, judged_answers: 0, failed_answers: 1, cost_usd });
      for (const row of results) expect(row.read_by).toBe("local");
      const [failed] = (await answersOf(id)).filter(({ second_reading }) => second_reading !== null);
      expect(failed?.second_reading).toMatchObject({ judged: null, failure: expect.stringMatching(/./) });
      expect((await agreementOf(id)).failures).toEqual([{ reason: failed?.second_reading?.failure, answers: 1 }]);
    },
    60_000,
  );

  it("whose key is not accepted is not asked again, and the scan completes", async () => {
    judge.plays(refusing(401, "invalid_api_key"));
    await choose(1, "compare");
    const { status, results, metadata } = await scan();
    expect(status).toBe("completed");
    expect(metadata?.judge).toMatchObject({ judged_answers: 0, failed_answers: results.length });
    expect(judge.requests.length).toBeLessThanOrEqual(8);
  });

  it("stops when the monthly budget is spent, and the scan completes", async () => {
    await choose(1, "compare");
    await send("PATCH", "/brand", { monthly_budget_usd: COST_USD * 1.5 });
    const { id, status, results, metadata } = await scan();
    expect(status).toBe("completed");
    const { judged_answers = 0, failed_answers } = metadata?.judge ?? {};
    expect(judged_answers).toBe(judge.requests.length);
    expect(judged_answers).toBeLessThan(results.length);
    expect(failed_answers).toBe(results.length - judged_answers);
    expect((await agreementOf(id)).failures).toMatchObject([{ reason: expect.stringContaining("budget") }]);
  });

  it("is stopped with a scan that is cancelled", async () => {
    judge.plays(neverAnswering);
    await choose(1, "compare");
    const { id } = await start();
    await vi.waitFor(() => expect(judge.requests.length).toBeGreaterThan(0), SOON);
    expect(await send("GET", `/scans/${id}`)).toMatchObject({ status: "running" });
    expect(await send("POST", `/scans/${id}/cancel`)).toMatchObject({ status: "failed" });
    const { length } = judge.requests;
    judge.plays(says(VERDICT));
    expect(length).toBeLessThanOrEqual(8);
    expect(await scan()).toMatchObject({ status: "completed" });
    expect(await send("GET", `/scans/${id}`)).toMatchObject({ metadata: { judge: { judged_answers: 0 } } });
  });

  it.each([
    [{ engine: "perplexity", share: 1, mode: "compare" }, "perplexity cannot give structured output"],
    [{ engine: "simulated", share: 1, mode: "compare" }, "simulated cannot give structured output"],
    [{ engine: "grok", share: 1, mode: "compare" }, "It takes one of openai_compatible"],
    [{ engine: "openai_compatible", share: 1.1, mode: "compare" }, "judge.share: takes a number from 0 to 1"],
    [{ engine: "openai_compatible", share: 1, mode: "obey" }, "judge.mode: takes one of compare, replace"],
    [{ engine: "openai_compatible", mode: "compare" }, "judge.share"],
  ])("PATCH /brand refuses %j and says what is accepted", async (asked, words) => {
    const { status, json } = await product.ask("PATCH", "/brand", { key, body: { judge: asked } });
    expect([status, json.error]).toEqual([400, expect.stringContaining(words)]);
    expect(await send("GET", "/brand")).toMatchObject({ judge: null });
  });
});
