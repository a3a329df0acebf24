import { at, listAt, textAt } from "./read-json.ts";

/** SerpApi takes an answer apart into blocks; this puts it together again, as markdown. */
export function markdownOf(blocks: unknown[]): string {
  return blocks
    .map(blockMarkdown)
    .filter((text) => text !== "")
    .join("\n\n");
}

/** The sources that the blocks point to, by their number in the list of references, in the order of reading. */
export function referencesIn(blocks: unknown[]): number[] {
  return blocks.flatMap((block) => [
    ...listAt(block, "reference_indexes").filter((index) => typeof index === "number"),
    ...referencesIn(listAt(block, "list")),
    ...referencesIn(listAt(block, "text_blocks")),
    ...referencesIn(listAt(block, "comparison")),
  ]);
}

function blockMarkdown(block: unknown): string {
  const inner = markdownOf(listAt(block, "text_blocks"));
  const own = ownMarkdown(block);
  return [own, inner].filter((text) => text !== "").join("\n\n");
}

function ownMarkdown(block: unknown): string {
  const text = textAt(block, "snippet") ?? textAt(block, "title") ?? "";
  switch (at(block, "type")) {
    case "heading":
      return text === "" ? "" : `### ${text}`;
    case "list":
      return [text, listMarkdown(listAt(block, "list"), "")].filter((part) => part !== "").join("\n\n");
    case "table":
      return tableMarkdown(listAt(block, "table"));
    case "comparison":
      return comparisonMarkdown(block);
    case "code_block":
      return `\`\`\`${textAt(block, "language") ?? ""}\n${textAt(block, "code") ?? text}\n\`\`\``;
    default:
      return text;
  }
}

function listMarkdown(items: unknown[], indent: string): string {
  return items.map((item) => itemMarkdown(item, indent)).join("\n");
}

function itemMarkdown(item: unknown, indent: string): string {
  const title = textAt(item, "title");
  const snippet = typeof item === "string" ? item : textAt(item, "snippet");
  const text =
    title === null ? (snippet ?? "") : `**${title.replace(/:$/, "")}**${snippet === null ? "" : `: ${snippet}`}`;
  const deeper = listAt(item, "list");
  return `${indent}- ${text}${deeper.length > 0 ? `\n${listMarkdown(deeper, `${indent}  `)}` : ""}`;
}

function comparisonMarkdown(block: unknown): string {
  const rows = listAt(block, "comparison").map((row) => [at(row, "feature"), ...listAt(row, "values")]);
  return tableMarkdown([["", ...listAt(block, "product_labels")], ...rows]);
}

function tableMarkdown(rows: unknown[]): string {
  const [head, ...rest] = rows.filter(Array.isArray).map((row: unknown[]) => row.map(cell));
  if (!head) return "";
  return [head, head.map(() => "---"), ...rest].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const cell = (value: unknown): string =>
  (typeof value === "string" ? value : (textAt(value, "snippet") ?? textAt(value, "text") ?? ""))
    .replaceAll("|", "\\|")
    .replace(/\s+/g, " ");
