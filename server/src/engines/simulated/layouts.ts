import type { SeededRandom } from "../../domain/seeded-random.ts";
import type { Item } from "./draw-answer.ts";
import type { Pen } from "./pen.ts";
import phrases from "./phrases.json" with { type: "json" };

export type Layout = "list" | "blocks" | "headings" | "table" | "paragraphs";

/** The part of an answer that goes through the items, in one of the shapes that engines give it. */
export function writeItems(layout: Layout, items: Item[], pen: Pen, random: SeededRandom): string {
  return LAYOUTS[layout](items, pen, random);
}

const LAYOUTS: Record<Layout, (items: Item[], pen: Pen, random: SeededRandom) => string> = {
  list: (items, pen, random) => {
    const [gap, opener] = random.pick([
      [" – ", "it"],
      [": ", "It"],
      ["\n   ", "It"],
    ] as const);
    const lines = items.map(
      (item, index) => `${index + 1}. **${item.title}**${gap}${pen.describe(item, opener)}${pen.cite(item)}`,
    );
    return lines.join("\n\n");
  },

  blocks: (items, pen) => {
    const block = (item: Item) => {
      const bullets = pen.sentences(item, "It").map((sentence) => `* ${sentence}`);
      const [first, ...rest] = bullets;
      return [`**${item.title}:**${pen.cite(item)}`, first, ...rest].join("\n");
    };
    return items.map(block).join("\n\n");
  },

  headings: (items, pen, random) => {
    const numbered = random.chance(0.4);
    const section = (item: Item, index: number) => {
      const { pros, cons } = pen.prosAndCons(item);
      return [
        `## ${numbered ? `${index + 1}. ` : ""}${item.title}`,
        pen.opening(item) + pen.cite(item),
        ["**Pros:**", ...pros.map((pro) => `- ${pro}`)].join("\n"),
        ["**Cons:**", ...cons.map((con) => `- ${con}`)].join("\n"),
      ].join("\n\n");
    };
    return items.map(section).join("\n\n");
  },

  table: (items, pen, random) => {
    const priced = items.some((item) => pen.price(item) !== null);
    const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
    const rows = items.map((item) => {
      const cell = random.pick(phrases.cells[item.sentiment]) + pen.cite(item);
      return row([item.title, cell, ...(priced ? [pen.price(item) ?? "varies"] : [])]);
    });
    const columns = ["Option", "What to know", ...(priced ? ["Typical price"] : [])];
    const table = [row(columns), row(columns.map(() => "---")), ...rows].join("\n");
    const notes = items.slice(0, 4).map((item) => pen.sentences(item, item.name)[0]);
    return `${table}\n\n${notes.join(" ")}`;
  },

  paragraphs: (items, pen) => {
    const paragraphs: string[] = [];
    for (let at = 0; at < items.length; at += 2) {
      const pair = items.slice(at, at + 2);
      paragraphs.push(pair.map((item) => pen.describe(item, item.title) + pen.cite(item)).join(" "));
    }
    return paragraphs.join("\n\n");
  },
};
