import type { EngineId, FunnelStage, Surface } from "@answerscope/api/vocabulary";

/** What a scan knows about the question it asks. A real engine sees `prompt` and `locale` alone. */
export type Question = {
  prompt: string;
  locale: { country: string; language: string };
  /** Whom the question is about: only a simulated engine may look, so that its answers have someone to name. */
  scene: Scene;
  /** Makes a simulated answer reproducible; real engines ignore it. */
  seed: string;
  askedAt: string;
};

export type NamedBrand = { name: string; aliases: string[]; domain: string | null };

export type Scene = {
  brand: NamedBrand;
  topic: {
    name: string;
    aliases: string[];
    category: string | null;
    url: string | null;
    price: number | null;
    currency: string | null;
  };
  competitors: NamedBrand[];
  stage: FunnelStage;
};

/** The one shape every engine's answer takes. */
export type EngineReply = {
  engine: EngineId;
  surface: Surface;
  model: string;
  answer: string;
  /** Sources the answer points to, in order. */
  cited: string[];
  /** Sources the engine looked at; cited ones included. */
  retrieved: string[];
  searched: boolean;
  searchQueries: string[];
  tokensIn: number | null;
  tokensOut: number | null;
  costUsd: number | null;
  latencyMs: number;
  raw: unknown;
};
