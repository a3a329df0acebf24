import { markdownTable } from "../markdown-table.ts";
import { FIGURES, type Figure } from "./figure.ts";
import type { Estimate } from "./statistics.ts";

const percent = (share: number): string => (100 * share).toFixed(1);

const show = ({ value, low, high }: Estimate): string =>
  Number.isNaN(value) ? "none said" : `${percent(value)} (${percent(low)} to ${percent(high)})`;

export function isBelowFloor({ name, ours }: Figure): boolean {
  const { floor } = FIGURES[name];
  return floor !== null && !(ours.value >= floor);
}

export function renderTable(figures: Figure[]): string {
  const head = ["figure", "n", "Answerscope, % (95% interval)", "baselines, %", "target"];
  const rows = figures.map(({ name, ours, baselines }) => {
    const { target } = FIGURES[name];
    const others = baselines.map(
      (one) => `${one.name} ${Number.isNaN(one.estimate.value) ? "–" : percent(one.estimate.value)}`,
    );
    return [name, String(ours.n), show(ours), others.join(", "), target === null ? "" : percent(target)];
  });
  return markdownTable(head, rows);
}
