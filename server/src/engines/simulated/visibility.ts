import type { EngineId, FunnelStage } from "@answerscope/api/vocabulary";
import type { NamedBrand, Scene } from "../../domain/engine-reply.ts";
import { normalTrait, seededRandom } from "../../domain/seeded-random.ts";

const MS_PER_WEEK = 7 * 24 * 60 * 60 * 1000;
const EPOCH_MS = Date.UTC(2026, 0, 1);

// Logits. A category overview has room for few names; a comparison looks for alternatives on purpose.
const STAGE_EFFECT: Record<FunnelStage, number> = { awareness: -0.75, evaluation: 0.3, conversion: 0 };
const PROMPT_NAMES_BRAND_EFFECT = 2.2;

/**
 * The probability that a simulated answer names the brand. The simulator draws exactly this Bernoulli, so an interval
 * computed from answers can be checked against it.
 */
export function trueMentionRate(engine: EngineId, scene: Scene, prompt: string, askedAt: string): number {
  const { brand, topic, stage } = scene;
  const weeks = weeksSinceEpoch(askedAt);
  const logit =
    -0.1 +
    0.35 * normalTrait(`brand|${brand.name}`) +
    0.6 * normalTrait(`topic|${brand.name}|${topic.name}`) +
    STAGE_EFFECT[stage] +
    0.2 * normalTrait(`stage|${brand.name}|${stage}`) +
    0.4 * normalTrait(`engine|${brand.name}|${engine}`) +
    0.2 * normalTrait(`engine-stage|${brand.name}|${engine}|${stage}`) +
    0.35 * normalTrait(`prompt|${prompt}`) +
    (namesBrand(prompt, brand) ? PROMPT_NAMES_BRAND_EFFECT : 0) +
    drift(`drift|${brand.name}`, weeks) +
    0.6 * drift(`drift|${brand.name}|${topic.name}`, weeks) +
    0.4 * drift(`drift|${brand.name}|${engine}`, weeks);
  return logistic(logit);
}

/** How visible a competitor is on the same topic; also the weight it carries when the answer is put in order. */
export function competitorLogit(engine: EngineId, scene: Scene, competitor: NamedBrand, askedAt: string): number {
  const name = competitor.name;
  return (
    0.3 +
    0.6 * normalTrait(`rival|${name}`) +
    0.5 * normalTrait(`rival|${name}|${scene.topic.category ?? scene.topic.name}`) +
    0.3 * normalTrait(`rival|${name}|${engine}`) +
    drift(`rival-drift|${name}`, weeksSinceEpoch(askedAt))
  );
}

export function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

export function namesBrand(prompt: string, brand: NamedBrand): boolean {
  const asked = prompt.toLowerCase();
  return [brand.name, ...brand.aliases].some((name) => name !== "" && asked.includes(name.toLowerCase()));
}

/** A smooth wander of three slow waves and a trend that levels off, so that no brand leaves the scale. */
function drift(key: string, weeks: number): number {
  const random = seededRandom(key);
  const waves = [
    { periodWeeks: random.between(8, 12), size: 0.1 },
    { periodWeeks: random.between(17, 26), size: 0.16 },
    { periodWeeks: random.between(38, 60), size: 0.22 },
  ];
  const phases = waves.map(() => random.between(0, 2 * Math.PI));
  const swing = waves.reduce(
    (sum, wave, index) => sum + wave.size * Math.sin((2 * Math.PI * weeks) / wave.periodWeeks + (phases[index] ?? 0)),
    0,
  );
  const trendPerWeek = random.between(-0.008, 0.014);
  return swing + 0.9 * Math.tanh(trendPerWeek * weeks);
}

function weeksSinceEpoch(askedAt: string): number {
  const askedAtMs = Date.parse(askedAt);
  return Number.isNaN(askedAtMs) ? 0 : (askedAtMs - EPOCH_MS) / MS_PER_WEEK;
}
