import { ENGINES, type EngineId } from "@answerscope/api/vocabulary";

type Glyph =
  | "circle"
  | "square"
  | "triangle"
  | "diamond"
  | "plus"
  | "star"
  | "hexagon"
  | "ring"
  | "cross"
  | "bar"
  | "drop";
type Look = { color: string; glyph: Glyph };

/** One colour and one shape for each engine, everywhere: the shape tells them apart where the colour cannot. */
const LOOKS: Record<EngineId, Look> = {
  chatgpt: { color: "var(--engine-green)", glyph: "circle" },
  google_ai: { color: "var(--engine-blue)", glyph: "square" },
  perplexity: { color: "var(--engine-pink)", glyph: "diamond" },
  claude: { color: "var(--engine-orange)", glyph: "triangle" },
  grok: { color: "var(--engine-sky)", glyph: "cross" },
  mistral: { color: "var(--engine-amber)", glyph: "bar" },
  google_ai_overview: { color: "var(--engine-wine)", glyph: "ring" },
  google_ai_mode: { color: "var(--engine-teal)", glyph: "hexagon" },
  copilot: { color: "var(--engine-olive)", glyph: "plus" },
  openai_compatible: { color: "var(--engine-slate)", glyph: "star" },
  simulated: { color: "var(--engine-grey)", glyph: "drop" },
};

const PATHS: Record<Glyph, string> = {
  circle: "M5 0.6a4.4 4.4 0 1 0 0 8.8a4.4 4.4 0 1 0 0-8.8Z",
  square: "M1 1h8v8H1Z",
  triangle: "M5 0.4 9.7 9H0.3Z",
  diamond: "M5 0 10 5 5 10 0 5Z",
  plus: "M3.6 0.4h2.8v3.2h3.2v2.8H6.4v3.2H3.6V6.4H0.4V3.6h3.2Z",
  cross: "M2 0 5 3 8 0l2 2-3 3 3 3-2 2-3-3-3 3-2-2 3-3-3-3Z",
  bar: "M0.4 3.2h9.2v3.6H0.4Z",
  ring: "M5 0a5 5 0 1 0 0 10A5 5 0 1 0 5 0Zm0 2.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 1 1 0-4.8Z",
  hexagon: "M2.5 0.7h5L10 5 7.5 9.3h-5L0 5Z",
  star: "m5 0 1.4 3.4 3.6.2-2.8 2.3 1 3.7L5 7.6 1.8 9.6l1-3.7L0 3.6l3.6-.2Z",
  drop: "M5 0.2C7 3 8.6 4.6 8.6 6.4a3.6 3.6 0 0 1-7.2 0C1.4 4.6 3 3 5 0.2Z",
};

const isKnown = (engine: string): engine is EngineId => Object.hasOwn(ENGINES, engine);
export const engineName = (engine: string): string => (isKnown(engine) ? ENGINES[engine] : engine);
const lookOf = (engine: string): Look => LOOKS[isKnown(engine) ? engine : "simulated"];
export const engineColor = (engine: string): string => lookOf(engine).color;
export const enginePath = (engine: string): string => PATHS[lookOf(engine).glyph];

export function EngineGlyph({ engine, size = 10 }: { engine: string; size?: number }) {
  return (
    <svg viewBox="0 0 10 10" width={size} height={size} aria-hidden="true" className="shrink-0">
      <path d={enginePath(engine)} fill={engineColor(engine)} fillRule="evenodd" />
    </svg>
  );
}

export function EngineLabel({ engine }: { engine: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <EngineGlyph engine={engine} />
      {engineName(engine)}
    </span>
  );
}
