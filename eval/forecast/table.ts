import { markdownTable } from "../markdown-table.ts";
import { BASELINE_NAMES } from "./baselines.ts";
import type { Figure } from "./figure.ts";
import type { Estimate } from "./statistics.ts";

const percent = (share: number): string => (100 * share).toFixed(1);
const show = ({ value, low, high }: Estimate, digits: (number: number) => string): string =>
  `${digits(value)} (${digits(low)} to ${digits(high)})`;
const ratio = (number: number): string => number.toFixed(2);

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
  return markdownTable(head, rows);
}
