import type { EngineId } from "@answerscope/api/vocabulary";
import type { Question } from "../../domain/engine-reply.ts";
import { hashText, type SeededRandom } from "../../domain/seeded-random.ts";
import { categoryNoun } from "./category-noun.ts";
import type { Drawn, Item } from "./draw-answer.ts";
import type { Source } from "./draw-sources.ts";
import { type Layout, writeItems } from "./layouts.ts";
import { type CitationStyle, type Pen, penFor } from "./pen.ts";
import phrases from "./phrases.json" with { type: "json" };

type Style = {
  /** Repeats weigh: a shape listed twice is drawn twice as often. */
  layouts: readonly Layout[];
  citations: CitationStyle;
  asksBack: number;
};

const STYLES = {
  chatgpt: { layouts: ["list", "list", "list", "blocks", "table"], citations: "links", asksBack: 0.6 },
  google_ai: { layouts: ["blocks", "blocks", "blocks", "list"], citations: "titles", asksBack: 0.1 },
  perplexity: { layouts: ["paragraphs", "paragraphs", "table", "table", "list"], citations: "numbers", asksBack: 0 },
  claude: { layouts: ["headings", "headings", "headings", "paragraphs"], citations: "titles", asksBack: 0.35 },
} as const satisfies Record<string, Style>;

const SHORTEST_CHARS = 900;
const ROOM_FOR_ADVICE_CHARS = 1500;

/** The drawn answer in words: markdown in the manner of the engine. */
export function composeAnswer(
  engine: EngineId,
  question: Question,
  drawn: Drawn,
  cited: Source[],
  random: SeededRandom,
): string {
  const style = styleOf(engine);
  const layout = drawLayout(style, drawn.items, random);
  const { stage, topic } = question.scene;
  const pen = penFor({ stage, currency: topic.currency, cited, citationStyle: style.citations }, random);

  const parts = [intro(question, pen, random)];
  if (drawn.absent) parts.push(random.pick(phrases.absence).replace("{name}", question.scene.brand.name));
  if (layout !== "headings" && layout !== "paragraphs" && random.chance(0.4)) {
    parts.push(`### ${random.pick(phrases.heading[stage])}`);
  }
  parts.push(writeItems(layout, drawn.items, pen, random));
  const end = ending(layout, drawn, question, random);
  if (random.chance(style.asksBack)) end.push(random.pick(phrases.closing));
  const chars = [...parts, ...end].join("\n\n").length;
  return [...parts, ...advice(layout, chars, random), ...end, ...sourceList(style, cited)].join("\n\n");
}

function intro(question: Question, pen: Pen, random: SeededRandom): string {
  const text = random.pick(phrases.intro[question.scene.stage]).replace("{category}", categoryNoun(question));
  return text.endsWith(":") ? `${text.slice(0, -1)}${pen.cite(null)}:` : text + pen.cite(null);
}

function styleOf(engine: EngineId): Style {
  const styles: Record<string, Style> = STYLES;
  const known = Object.keys(STYLES);
  return styles[engine] ?? styles[known[hashText(engine) % known.length] as string] ?? STYLES.chatgpt;
}

/** Running text shows no order but that of first mention, which only names known to the scene can be checked against. */
function drawLayout(style: Style, items: Item[], random: SeededRandom): Layout {
  const layout = random.pick(style.layouts);
  return layout === "paragraphs" && items.some((item) => item.kind === "filler") ? "list" : layout;
}

function ending(layout: Layout, drawn: Drawn, question: Question, random: SeededRandom): string[] {
  const parts: string[] = [];
  const [first, second] = random.shuffled(drawn.items.slice(0, 3));
  if (first && second && random.chance(question.scene.stage === "evaluation" ? 0.7 : 0.25)) {
    parts.push(random.pick(phrases.comparison).replace("{a}", first.name).replace("{b}", second.name));
  }
  const [pick, other] = drawn.picks;
  const bank = phrases.verdict[pick === undefined ? "none" : other === undefined ? "one" : "two"];
  const verdict = random
    .pick(bank)
    .replace("{a}", pick?.title ?? "")
    .replace("{b}", other?.title ?? "");
  if (layout === "headings") parts.unshift("## Recommendation");
  parts.push(verdict);
  return parts;
}

/** A short answer gains a paragraph on how to choose, as engines tend to add one. */
function advice(layout: Layout, chars: number, random: SeededRandom): string[] {
  const wanted = chars < SHORTEST_CHARS || (chars < ROOM_FOR_ADVICE_CHARS && random.chance(0.3));
  if (!wanted) return [];
  const paragraphs = random.shuffled(phrases.criteria).slice(0, chars < SHORTEST_CHARS - 250 ? 2 : 1);
  return [...(layout === "headings" ? ["## How to choose"] : []), ...paragraphs];
}

function sourceList(style: Style, cited: Source[]): string[] {
  if (style.citations !== "numbers" || cited.length === 0) return [];
  const lines = cited.map((source, index) => `[${index + 1}] ${source.publisher} – ${source.url}`);
  return [["**Sources**", ...lines].join("\n")];
}
