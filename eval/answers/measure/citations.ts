import type { Figure } from "../figure.ts";
import type { BenchAnswer } from "../load.ts";
import { readFor } from "../read-for.ts";
import { proportion } from "../statistics.ts";

/** Answers whose cited pages are all kept, in order, each once and without what only tells where a click came from. */
export function measureCitations(answers: BenchAnswer[]): Figure {
  const cited = answers.filter(({ sources }) => sources.length > 0);
  const share = (clean: (row: BenchAnswer) => string[]) =>
    proportion(cited.filter((row) => isClean(row.sources, clean(row))).length, cited.length);
  return {
    name: "citations",
    ours: share(({ answer, sources }) => readFor({ answer, topic: { name: "Qwyxolm" }, citations: sources }).sources),
    baselines: [{ name: "as the engine gave them", estimate: share(({ sources }) => sources) }],
  };
}

function isClean(given: string[], kept: string[]): boolean {
  const pages = [...new Set(given.map(pageOf))];
  const isBare = kept.every((url) => !/[?&](?:utm_\w+|gclid|srsltid|fbclid)=|:~:text=/i.test(url));
  return isBare && new Set(kept).size === kept.length && pages.join(" ") === [...new Set(kept.map(pageOf))].join(" ");
}

/** Host and path: what is left of an address when every question and fragment is dropped. */
function pageOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  return hostname + pathname;
}
