import { clusteredRate } from "../statistics/clustered-rate.ts";
import type { Estimate } from "../statistics/estimate.ts";
import { type CellFilter, HIT_NUMBERS, type Tally, visitCells } from "./tally.ts";
import { nameKey, type SiteTally, usualSpelling } from "./tally-answers.ts";

export const SITE_ESTIMAND =
  "answers with citations to prompts like those of this panel, in its topics and funnel stages, at its engines, in the scans of this time";

export type Site = {
  site: string;
  /** Answers that cite it. */
  answers: number;
  /** Those of them that name the own brand. */
  withOwn: number;
  /** Its part of the answers that cite anything. */
  share: Estimate;
};
export type Counted = { name: string; answers: number };

const BESIDE_SHOWN = 3;
const PAGES_SHOWN = 5;

const byCount = (a: Counted, b: Counted): number => b.answers - a.answers || (a.name < b.name ? -1 : 1);

/** All sites that are cited, the most cited first. */
export function rankSites(tallies: readonly Tally[], filter: CellFilter): string[] {
  const totals = new Map<string, number>();
  for (const tally of tallies) {
    for (const [item, answers] of itemCounts(tally, filter).entries()) {
      const site = tally.items[item] as string;
      if (answers > 0) totals.set(site, (totals.get(site) ?? 0) + answers);
    }
  }
  const ranked = [...totals].map(([name, answers]) => ({ name, answers })).sort(byCount);
  return ranked.map(({ name }) => name);
}

type Sums = { answers: number; withOwn: number; byPrompt: Map<string, number> };

/** The same sites, with all that is known of them. */
export function describeSites(tallies: readonly Tally[], filter: CellFilter, sites: readonly string[]): Site[] {
  const sums = new Map<string, Sums>(sites.map((site) => [site, { answers: 0, withOwn: 0, byPrompt: new Map() }]));
  const citing = new Map<string, number>();
  for (const tally of tallies) {
    const wanted = tally.items.map((site) => sums.get(site));
    visitCells(tally, filter, ({ promptId, answers: ofCell }, counts, from, to) => {
      citing.set(promptId, (citing.get(promptId) ?? 0) + ofCell);
      for (let hit = from; hit < to; hit += HIT_NUMBERS) {
        const site = wanted[counts[hit] as number];
        if (!site) continue;
        const answers = counts[hit + 1] as number;
        site.answers += answers;
        site.withOwn += counts[hit + 2] as number;
        site.byPrompt.set(promptId, (site.byPrompt.get(promptId) ?? 0) + answers);
      }
    });
  }
  return [...sums].map(([site, { answers, withOwn, byPrompt }]) => ({
    site,
    answers,
    withOwn,
    share: clusteredRate(
      [...citing].map(([prompt, n]) => ({ n, sum: byPrompt.get(prompt) ?? 0, sumSquares: byPrompt.get(prompt) ?? 0 })),
    ) as Estimate,
  }));
}

export type BesideSite = { engines: Counted[]; names: Counted[]; pages: Counted[] };

/** Which engines cite one site, whom they name beside it, and which of its pages they cite. */
export function besideSite(tallies: readonly Pick<SiteTally, "names" | "pages">[], filter: CellFilter): BesideSite {
  const anyTopic = { stage: filter.stage, engine: filter.engine };
  const names = tallies.flatMap((one) => counted(one.names, anyTopic));
  const pages = tallies.flatMap((one) => counted(one.pages, anyTopic));
  const engines: Counted[] = [];
  for (const one of tallies) {
    visitCells(one.names, anyTopic, ({ engine, answers }) => engines.push({ name: engine, answers }));
  }
  return {
    engines: added(engines, (engine) => engine),
    names: added(names, nameKey).slice(0, BESIDE_SHOWN),
    pages: added(pages, (url) => url).slice(0, PAGES_SHOWN),
  };
}

/** By the place of the item. */
function itemCounts(tally: Tally, filter: CellFilter): Float64Array {
  const totals = new Float64Array(tally.items.length);
  visitCells(tally, filter, (_, counts, from, to) => {
    for (let hit = from; hit < to; hit += HIT_NUMBERS) {
      const item = counts[hit] as number;
      totals[item] = (totals[item] as number) + (counts[hit + 1] as number);
    }
  });
  return totals;
}

function counted(tally: Tally, filter: CellFilter): Counted[] {
  const totals = itemCounts(tally, filter);
  return tally.items.flatMap((name, item) => {
    const answers = totals[item] as number;
    return answers === 0 ? [] : [{ name, answers }];
  });
}

/** Those of one key are one, under the name that is used most. */
function added(counts: Counted[], key: (name: string) => string): Counted[] {
  const totals = new Map<string, number>();
  for (const { name, answers } of counts) totals.set(name, (totals.get(name) ?? 0) + answers);
  return [...Map.groupBy(totals, ([name]) => key(name)).values()]
    .map((same) => ({
      name: usualSpelling(new Map(same)),
      answers: same.reduce((total, [, answers]) => total + answers, 0),
    }))
    .sort(byCount);
}
