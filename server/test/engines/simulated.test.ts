import { ENGINE_IDS, type EngineId, FUNNEL_STAGES, type FunnelStage } from "@answerscope/api/vocabulary";
import { describe, expect, test } from "vitest";
import demo from "../../src/app/demo-brand.json" with { type: "json" };
import type { Question, Scene } from "../../src/domain/engine-reply.ts";
import { simulateAnswer, trueMentionRate } from "../../src/engines/simulated.ts";

type Drawn = { named: string[]; sentiment: string | null; recommended: boolean | null; ownCited: boolean | null };

const TOPIC = demo.topics[0] as (typeof demo.topics)[number];
const PROMPT = "Which lightweight tents are good?";
const ASKED_AT = "2026-05-04T09:00:00Z";

function sceneAt(stage: FunnelStage, topic = TOPIC): Scene {
  return { brand: demo.brand, topic, competitors: demo.brand.competitors, stage };
}

function questionOf(seed: string, scene = sceneAt("evaluation"), prompt = PROMPT): Question {
  return { prompt, locale: { country: "us", language: "en" }, scene, seed, askedAt: ASKED_AT };
}

function drawnIn(raw: unknown): Drawn {
  return (raw as { drawn: Drawn }).drawn;
}

function everyAnswer(runs: number) {
  return demo.topics
    .slice(0, 5)
    .flatMap((topic) =>
      FUNNEL_STAGES.flatMap((stage) =>
        ENGINE_IDS.flatMap((engine) =>
          Array.from({ length: runs }, (_, run) =>
            simulateAnswer(engine, questionOf(`run-${run}`, sceneAt(stage, topic))),
          ),
        ),
      ),
    );
}

describe("simulateAnswer", () => {
  test("gives the same reply to the same question, and another to another seed", () => {
    expect(simulateAnswer("claude", questionOf("a"))).toEqual(simulateAnswer("claude", questionOf("a")));
    expect(simulateAnswer("claude", questionOf("a")).answer).not.toBe(simulateAnswer("claude", questionOf("b")).answer);
  });

  test("names the brand as often as trueMentionRate says, within four standard errors", () => {
    const runs = 600;
    for (const engine of ["chatgpt", "google_ai", "perplexity", "claude"] as const) {
      for (const stage of FUNNEL_STAGES) {
        const scene = sceneAt(stage);
        const rate = trueMentionRate(engine, scene, PROMPT, ASKED_AT);
        let named = 0;
        for (let run = 0; run < runs; run++) {
          const { raw } = simulateAnswer(engine, questionOf(`${stage}-${run}`, scene));
          if (drawnIn(raw).named.includes(demo.brand.name)) named++;
        }
        expect(Math.abs(named / runs - rate)).toBeLessThan(4 * Math.sqrt((rate * (1 - rate)) / runs));
      }
    }
  });

  test("writes 800 to 2500 characters without a leftover placeholder", () => {
    for (const { answer } of everyAnswer(3)) {
      expect(answer.length).toBeGreaterThanOrEqual(800);
      expect(answer.length).toBeLessThanOrEqual(2500);
      expect(answer).not.toMatch(/[{}]|undefined|null/);
    }
  });

  test("cites what it retrieved, shows each citation in the text, and now and then cites nothing", () => {
    const replies = everyAnswer(3);
    for (const { cited, retrieved, answer } of replies) {
      expect(retrieved).toEqual(expect.arrayContaining(cited));
      for (const url of cited) expect(answer).toContain(url);
    }
    expect(replies.some(({ cited, retrieved }) => retrieved.length > cited.length)).toBe(true);
    const uncited = replies.filter(({ cited }) => cited.length === 0).length / replies.length;
    expect(uncited).toBeGreaterThan(0.02);
    expect(uncited).toBeLessThan(0.09);
  });

  test("says that it is simulated wherever a reply says where it came from", () => {
    const reply = simulateAnswer("perplexity", questionOf("a"));
    expect(reply).toMatchObject({ surface: "simulated", model: "simulated-perplexity-1", costUsd: 0, searched: true });
    expect(reply.raw).toMatchObject({ simulated: true, seed: "a" });
    expect(reply.searchQueries.length).toBeGreaterThan(0);
  });

  test("answers for a brand of which nothing but names is known", () => {
    const scene: Scene = {
      brand: { name: "Nova", aliases: [], domain: null },
      topic: { name: "Nova Core", aliases: [], category: null, url: null, price: null, currency: null },
      competitors: [],
      stage: "conversion",
    };
    for (const engine of ENGINE_IDS) {
      const { answer, raw } = simulateAnswer(engine, questionOf("a", scene));
      expect(drawnIn(raw).named.length).toBeGreaterThanOrEqual(3);
      expect(answer.includes("Nova")).toBe(drawnIn(raw).named.includes("Nova"));
    }
  });
});

describe("trueMentionRate", () => {
  const rate = (engine: EngineId, stage: FunnelStage, askedAt = ASKED_AT, prompt = PROMPT) =>
    trueMentionRate(engine, sceneAt(stage), prompt, askedAt);

  test("differs by engine, by stage and by prompt", () => {
    expect(new Set(ENGINE_IDS.map((engine) => rate(engine, "evaluation"))).size).toBe(ENGINE_IDS.length);
    expect(rate("chatgpt", "evaluation")).toBeGreaterThan(rate("chatgpt", "awareness"));
    expect(rate("chatgpt", "evaluation", ASKED_AT, "Any other tents?")).not.toBe(rate("chatgpt", "evaluation"));
  });

  test("drifts over weeks without jumping from one day to the next", () => {
    const days = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString());
    const rates = days.map((day) => rate("chatgpt", "evaluation", day));
    expect(Math.max(...rates) - Math.min(...rates)).toBeGreaterThan(0.05);
    const steps = rates.slice(1).map((value, day) => Math.abs(value - (rates[day] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(0.02);
  });

  test("is high where the question itself names the brand", () => {
    expect(rate("claude", "evaluation", ASKED_AT, "Is Eskerfell any good?")).toBeGreaterThan(0.6);
  });
});

describe("the demo brand", () => {
  test("has two distinct prompts for every stage of every active topic, and awareness never names the brand", () => {
    const active = demo.topics.filter(({ status }) => status === "active");
    const prompts = active.flatMap((topic) => FUNNEL_STAGES.flatMap((stage) => topic.prompts[stage]));
    expect(prompts.length).toBe(active.length * 6);
    expect(new Set(prompts).size).toBe(prompts.length);
    for (const { prompts, name } of active) {
      for (const prompt of prompts.awareness) expect(prompt).not.toMatch(new RegExp(`eskerfell|${name}`, "i"));
    }
  });
});
