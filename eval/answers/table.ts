import { FIGURES, type Figure } from "./figure.ts";
import type { Estimate } from "./statistics.ts";

const percent = (share: number): string => (100 * share).toFixed(1);

const show = ({ value, low, high }: Estimate): string =>
  Number.isNaN(value) ? "none said" : `${percent(value)} (${percent(low)} to ${percent(high)})`;

export function isBelowFloor({ name, ours }: Figure): boolean {
  const { floor } = FIGURES[name];
  return floor !== null && !(ours.value >= floor);
}

/** Markdown, aligned so that it can be read as it is. */
export function renderTable(figures: Figure[]): string {
  const head = ["figure", "n", "Answerscope, % (95% interval)", "baselines, %", "target"];
  const rows = figures.map(({ name, ours, baselines }) => {
    const { target } = FIGURES[name];
    const others = baselines.map(
      (one) => `${one.name} ${Number.isNaN(one.estimate.value) ? "–" : percent(one.estimate.value)}`,
    );
    return [name, String(ours.n), show(ours), others.join(", "), target === null ? "" : percent(target)];
  });
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

const BEGIN = "<!-- eval:answers, written by npm run eval:answers -- --write -->";
const END = "<!-- /eval:answers -->";

/** The document with the table between its markers. */
export function withTable(document: string, table: string): string {
  const from = document.indexOf(BEGIN);
  const to = document.indexOf(END);
  if (from === -1 || to < from) throw new Error(`The document has no place for the table: ${BEGIN} ... ${END}`);
  return `${document.slice(0, from + BEGIN.length)}\n${table}\n${document.slice(to)}`;
}
