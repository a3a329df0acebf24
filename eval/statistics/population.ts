import demo from "../../server/src/app/demo-brand.json" with { type: "json" };
import type { Question, Scene } from "../../server/src/domain/engine-reply.ts";
import { scoreAnswer } from "../../server/src/domain/score.ts";
import { type SeededRandom, seededRandom } from "../../server/src/domain/seeded-random.ts";
import type { Sums } from "../../server/src/domain/statistics/estimate.ts";
import { drawAnswer } from "../../server/src/engines/simulated/draw-answer.ts";
import { drawSources } from "../../server/src/engines/simulated/draw-sources.ts";
import { logistic, trueMentionRate } from "../../server/src/engines/simulated/visibility.ts";

/** All prompts that a panel is drawn from, each with its true rate and true mean score (0 to 1). */
export type Population = { rates: Float64Array; scores: Float64Array; meanRate: number; meanScore: number };

/** How far prompts differ: as at the simulated engines, or four times that, on the scale of their logits. */
export const SPREADS = { low: 1, high: 4, extreme: 9 } as const;
export type Spread = keyof typeof SPREADS;

export const ASKED_AT = "2026-05-04T09:00:00Z";
const PROMPTS = 5000;
const POOL_ANSWERS = 30_000;
const STAGES = ["awareness", "evaluation", "conversion"] as const;
const ENGINES = ["chatgpt", "google_ai", "perplexity", "claude"] as const;
const LOWEST_BIN = -2;
const HIGHEST_BIN = 3;

export const promptText = (index: number): string => `Which one would you pick, and why? (${index})`;

const sceneAt = (stage: (typeof STAGES)[number], topic: Scene["topic"]): Scene => ({
  brand: demo.brand,
  topic,
  competitors: demo.brand.competitors,
  stage,
});

const logit = (rate: number): number => Math.log(rate / (1 - rate));
const mean = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at] as number;
  return sum / values.length;
};

let knownOffsets: Float64Array | undefined;

/** What a prompt adds to the logit of being named, at a simulated engine. */
function promptOffsets(): Float64Array {
  if (knownOffsets) return knownOffsets;
  const scene = sceneAt("conversion", demo.topics[0] as Scene["topic"]);
  const logits = Float64Array.from({ length: PROMPTS }, (_, index) =>
    logit(trueMentionRate("chatgpt", scene, promptText(index), ASKED_AT)),
  );
  const middle = mean(logits);
  knownOffsets = logits.map((value) => value - middle);
  return knownOffsets;
}

let knownPool: Map<number, Float64Array> | undefined;

/** Scores of answers that name the brand, as simulated engines draw them, by the rounded logit of being named. */
function scorePool(): Map<number, Float64Array> {
  if (knownPool) return knownPool;
  const random = seededRandom("scores of mentions");
  const bins = new Map<number, number[]>();
  for (let index = 0; index < POOL_ANSWERS; index++) {
    const naming = index % 3 === 0 ? ` What about ${demo.brand.name}?` : "";
    const prompt = promptText(index) + naming;
    const scene = sceneAt(random.pick(STAGES), random.pick(demo.topics) as Scene["topic"]);
    const question: Question = {
      prompt,
      scene,
      locale: { country: "us", language: "en" },
      seed: "",
      askedAt: ASKED_AT,
    };
    const engine = random.pick(ENGINES);
    const score = drawnScore(engine, question, random);
    if (score === null) continue;
    const bin = binOf(logit(trueMentionRate(engine, scene, prompt, ASKED_AT)));
    const scores = bins.get(bin) ?? [];
    scores.push(score / 100);
    bins.set(bin, scores);
  }
  knownPool = new Map([...bins].map(([bin, scores]) => [bin, Float64Array.from(scores)]));
  return knownPool;
}

function drawnScore(engine: (typeof ENGINES)[number], question: Question, random: SeededRandom): number | null {
  const drawn = drawAnswer(engine, question, random);
  const place = drawn.items.findIndex(({ kind }) => kind === "own");
  const own = drawn.items[place];
  if (own === undefined) return null;
  const { cited } = drawSources(question, drawn, random);
  return scoreAnswer({
    topicMentioned: true,
    mentionPosition: place + 1,
    sentiment: own.sentiment,
    recommended: drawn.picks.includes(own),
    ownDomainCited: cited.length === 0 ? null : cited.some((source) => source.own),
  }).score;
}

const binOf = (value: number): number => Math.min(HIGHEST_BIN, Math.max(LOWEST_BIN, Math.round(value)));

const knownPopulations = new Map<string, Population>();

/** The engines' prompts, moved so that their mean rate is `rate`, and set apart as `spread` says. */
export function populationAt(rate: number, spread: Spread): Population {
  const key = `${rate} ${spread}`;
  const population = knownPopulations.get(key) ?? makePopulation(rate, spread);
  knownPopulations.set(key, population);
  return population;
}

function makePopulation(rate: number, spread: Spread): Population {
  const offsets = promptOffsets();
  const ratesAt = (middle: number) => offsets.map((offset) => logistic(middle + SPREADS[spread] * offset));
  let low = -20;
  let high = 20;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (mean(ratesAt(middle)) < rate) low = middle;
    else high = middle;
  }
  const rates = ratesAt((low + high) / 2);
  const pool = scorePool();
  const poolMeans = new Map([...pool].map(([bin, scores]) => [bin, mean(scores)]));
  const scores = rates.map((own) => own * (poolMeans.get(binOf(logit(own))) ?? Number.NaN));
  return { rates, scores, meanRate: mean(rates), meanScore: mean(scores) };
}

/** Answers correlate this much within a prompt: the part of a mention's variance that lies between prompts. */
export function correlationOf({ rates, meanRate }: Population): number {
  return mean(rates.map((rate) => (rate - meanRate) ** 2)) / (meanRate * (1 - meanRate));
}

export const drawPrompt = ({ rates }: Population, random: SeededRandom): number =>
  Math.floor(random.next() * rates.length);

export function drawMentions(population: Population, prompt: number, runs: number, random: SeededRandom): Sums {
  const rate = population.rates[prompt] as number;
  let hits = 0;
  for (let run = 0; run < runs; run++) if (random.next() < rate) hits++;
  return { n: runs, sum: hits, sumSquares: hits };
}

/** Scores from 0 to 100. */
export function drawScores(population: Population, prompt: number, runs: number, random: SeededRandom): Sums {
  const rate = population.rates[prompt] as number;
  const pool = scorePool().get(binOf(logit(rate))) as Float64Array;
  let sum = 0;
  let sumSquares = 0;
  for (let run = 0; run < runs; run++) {
    if (random.next() >= rate) continue;
    const score = 100 * (pool[Math.floor(random.next() * pool.length)] as number);
    sum += score;
    sumSquares += score * score;
  }
  return { n: runs, sum, sumSquares };
}
