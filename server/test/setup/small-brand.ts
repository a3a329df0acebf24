import { type EngineId, Sampling, type TopicCreate } from "@answerscope/api";
import { createTopic } from "../../src/app/edit-topics.ts";
import type { Deps, EngineDirectory } from "../../src/app/ports.ts";
import type { BrandRecord, TopicRecord } from "../../src/app/stores.ts";
import type { EngineReply, Question } from "../../src/domain/engine-reply.ts";
import { simulatedOnly } from "./open-deps.ts";

export type SmallBrand = { brandId: string; topics: TopicRecord[] };

/** A brand of an account of its own, with a few topics and the prompts that a new topic gets, each asked thrice. */
export async function makeSmallBrand(
  deps: Deps,
  topics: TopicCreate[] = [{ name: "Cloudberry Stove", category: "camping stoves" }],
  engines: EngineId[] = ["chatgpt"],
): Promise<SmallBrand> {
  const [brandId, accountId, at] = [deps.newId(), deps.newId(), deps.now()];
  const brand: BrandRecord = {
    id: brandId,
    accountId,
    name: "Fjordgear",
    domain: "fjordgear.example",
    aliases: [],
    competitors: [{ name: "Rivalco", aliases: [], domain: "rivalco.example" }],
    engines,
    schedule: null,
    sampling: Sampling.parse({ samples_per_prompt: 3 }),
    country: "us",
    language: "en",
    demo: true,
    monthly_budget_usd: null,
    score_weights: null,
    judge: null,
    next_scan_at: null,
    created_at: at,
    updated_at: at,
  };
  await deps.write(brandId, async (stores) => {
    await stores.brands.insertAccount({ id: accountId, name: "Small", at });
    await stores.brands.insert(brand);
  });
  const made: TopicRecord[] = [];
  for (const topic of topics) made.push(await createTopic(deps, brandId, topic));
  return { brandId, topics: made };
}

/** An answer that an engine could have given, in the words of the test. */
export const replyOf = (engine: EngineId, answer: string, cited: string[] = []): EngineReply => ({
  engine,
  surface: "simulated",
  model: "scripted",
  answer,
  cited,
  retrieved: cited,
  searched: cited.length > 0,
  searchQueries: [],
  tokensIn: null,
  tokensOut: null,
  costUsd: null,
  latencyMs: 12.4,
  raw: null,
});

export type ScriptedEngines = EngineDirectory & { asked: { engine: EngineId; question: Question }[] };

/** Engines that say what the test tells them to, and remember what they were asked. */
export function scriptedEngines(
  answer: (question: Question, nth: number, signal: AbortSignal) => string | Promise<string>,
): ScriptedEngines {
  const asked: ScriptedEngines["asked"] = [];
  return {
    asked,
    list: (access) => simulatedOnly().list(access),
    structure: () => Promise.reject(new Error("no judge is scripted")),
    typicalCostUsd: () => null,
    simulate: (engine, question) => simulatedOnly().simulate(engine, question),
    ask: async (engine, question, signal) => {
      const nth = asked.push({ engine, question });
      return replyOf(engine, await answer(question, nth, signal), ["https://reviews.example/a"]);
    },
  };
}
