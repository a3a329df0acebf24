import { clusteredRate } from "../statistics/clustered-rate.ts";
import type { Estimate } from "../statistics/estimate.ts";
import { type CellFilter, type Tally, visitCells } from "./tally.ts";
import { nameKey, OWN, usualSpelling } from "./tally-answers.ts";

export const VOICE_ESTIMAND =
  "mentions, or answers, of prompts like those of this panel, in its topics and funnel stages, at its engines, in the scans of this time";

/** The names that the brand gave its competitors and their aliases. */
export type KnownCompetitor = { name: string; aliases: string[] };

export type Voice = {
  name: string;
  own: boolean;
  known: boolean;
  /** Answers that name it. */
  mentions: number;
  /** Those of them that name the own brand, too. */
  besideOwn: number;
  /** Its part of all mentions; null where nobody was mentioned. */
  share: Estimate | null;
  /** Its part of all answers; null where there were none. */
  rate: Estimate | null;
};
type Others = { names: number; mentions: number };
export type VoicesAt<Scan> = { scan: Scan; answers: number; mentions: number; voices: Voice[]; others: Others };
export type Voices<Scan> = Omit<VoicesAt<Scan>, "scan"> & { overTime: VoicesAt<Scan>[] };

type Count = { mentions: number; besideOwn: number; byPrompt: number[] };
/** Prompts are known by their place in the arrays. */
type Sums = { answers: number[]; mentions: number[]; names: Map<string, Count> };
type Asked = { own: string; competitors: KnownCompetitor[]; filter: CellFilter; limit: number };

/**
 * Who has how much of the voice: the own brand first, then the loudest `limit` competitors over all scans, in each scan the
 * same ones. A prompt is one cluster, however many scans asked it. A mention is an answer that names somebody.
 */
export function shareOfVoice<Scan extends { tally: Tally }>(scans: readonly Scan[], asked: Asked): Voices<Scan> {
  const index = new Map<string, number>();
  const spellings = new Map<string, Map<string, number>>();
  const perScan = scans.map(({ tally }) => sumsOf(tally, asked.filter, index, spellings));
  const all = together(perScan);
  const name = namer(asked, spellings);
  const ranked = [...all.names]
    .filter(([key]) => key !== OWN)
    .map(([key, { mentions }]) => ({ key, mentions, name: name(key).name }))
    .sort((a, b) => b.mentions - a.mentions || (a.name < b.name ? -1 : 1));
  const shown = [OWN, ...ranked.slice(0, asked.limit).map(({ key }) => key)];
  return {
    ...voicesIn(all, shown, name),
    overTime: perScan.map((sums, at) => ({ scan: scans[at] as Scan, ...voicesIn(sums, shown, name) })),
  };
}

function sumsOf(
  tally: Tally,
  filter: CellFilter,
  index: Map<string, number>,
  spellings: Map<string, Map<string, number>>,
): Sums {
  const sums: Sums = { answers: [], mentions: [], names: new Map() };
  const keys = tally.items.map((item) => (item === OWN ? OWN : nameKey(item)));
  const counts: (Count | undefined)[] = [];
  let prompt = 0;
  visitCells(tally, filter, {
    cell: (promptId, answers) => {
      prompt = index.get(promptId) ?? index.size;
      index.set(promptId, prompt);
      sums.answers[prompt] = (sums.answers[prompt] ?? 0) + answers;
    },
    hit: (item, answers, withOwn) => {
      const count = counts[item] ?? countOf(sums, keys[item] as string);
      counts[item] = count;
      count.mentions += answers;
      count.besideOwn += withOwn;
      count.byPrompt[prompt] = (count.byPrompt[prompt] ?? 0) + answers;
      sums.mentions[prompt] = (sums.mentions[prompt] ?? 0) + answers;
    },
  });
  for (const [item, count] of counts.entries()) {
    const key = keys[item] as string;
    const ofKey = spellings.get(key) ?? new Map<string, number>();
    const spelling = tally.items[item] as string;
    if (count) spellings.set(key, ofKey.set(spelling, (ofKey.get(spelling) ?? 0) + count.mentions));
  }
  return sums;
}

function countOf({ names }: Sums, key: string): Count {
  const count = names.get(key) ?? { mentions: 0, besideOwn: 0, byPrompt: [] };
  names.set(key, count);
  return count;
}

function together(perScan: Sums[]): Sums {
  const all: Sums = { answers: [], mentions: [], names: new Map() };
  for (const sums of perScan) {
    addInto(all.answers, sums.answers);
    addInto(all.mentions, sums.mentions);
    for (const [key, { mentions, besideOwn, byPrompt }] of sums.names) {
      const count = countOf(all, key);
      count.mentions += mentions;
      count.besideOwn += besideOwn;
      addInto(count.byPrompt, byPrompt);
    }
  }
  return all;
}

function addInto(total: number[], part: number[]): void {
  for (let at = 0; at < part.length; at++) total[at] = (total[at] ?? 0) + (part[at] ?? 0);
}

type Named = { name: string; own: boolean; known: boolean };

/** A competitor that the brand has named is spelled as the brand spells it. */
function namer({ own, competitors }: Asked, spellings: Map<string, Map<string, number>>): (key: string) => Named {
  const given = new Map(competitors.map(({ name }) => [nameKey(name), name]));
  const aliases = new Set(competitors.flatMap((one) => one.aliases.map(nameKey)));
  return (key) => {
    if (key === OWN) return { name: own, own: true, known: true };
    const found = spellings.get(key);
    const name = given.get(key) ?? (found ? usualSpelling(found) : key);
    return { name, own: false, known: given.has(key) || aliases.has(key) };
  };
}

const sum = (values: number[]): number => values.reduce((total, value) => total + (value ?? 0), 0);

function voicesIn(sums: Sums, shown: string[], name: (key: string) => Named) {
  const mentions = sum(sums.mentions);
  const voices = shown.map((key): Voice => {
    const count = sums.names.get(key) ?? { mentions: 0, besideOwn: 0, byPrompt: [] };
    return {
      ...name(key),
      mentions: count.mentions,
      besideOwn: count.besideOwn,
      share: rateOf(count.byPrompt, sums.mentions),
      rate: rateOf(count.byPrompt, sums.answers),
    };
  });
  const rest = [...sums.names.keys()].filter((key) => !shown.includes(key));
  const others = { names: rest.length, mentions: mentions - sum(voices.map((one) => one.mentions)) };
  return { answers: sum(sums.answers), mentions, voices, others };
}

function rateOf(hits: number[], of: number[]): Estimate | null {
  return clusteredRate(
    Array.from(of, (n, prompt) => ({ n: n ?? 0, sum: hits[prompt] ?? 0, sumSquares: hits[prompt] ?? 0 })),
  );
}
