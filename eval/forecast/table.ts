import { BASELINE_NAMES } from "./baselines.ts";
import type { Figure } from "./figure.ts";
import type { Estimate } from "./statistics.ts";

const percent = (share: number): string => (100 * share).toFixed(1);
const show = ({ value, low, high }: Estimate, digits: (number: number) => string): string =>
  `${digits(value)} (${digits(low)} to ${digits(high)})`;
const ratio = (number: number): string => number.toFixed(2);

/** Markdown, aligned so that it can be read as it is. */
export function renderTable(figures: Figure[]): string {
  const others = BASELINE_NAMES.filter((name) => name !== "naive");
  const head = ["forecasts of", "series", "n", "error", "of naive (95%)", others.join(" / "), "held, % (95%)"];
  const rows = figures.map((one) => [
    one.name,
    String(one.series),
    String(one.forecasts),
    ratio(one.meanError),
    show(one.ratio, ratio),
    others.map((name) => ratio(one.baselines[name])).join(" / "),
    show(one.coverage, percent),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

const BEGIN = "<!-- eval:forecast, written by npm run eval:forecast -- --write -->";
const END = "<!-- /eval:forecast -->";

/** The document with the table between its markers. */
export function withTable(document: string, table: string): string {
  const from = document.indexOf(BEGIN);
  const to = document.indexOf(END);
  if (from === -1 || to < from) throw new Error(`The document has no place for the table: ${BEGIN} ... ${END}`);
  return `${document.slice(0, from + BEGIN.length)}\n${table}\n${document.slice(to)}`;
}
