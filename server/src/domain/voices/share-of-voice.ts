import { clusteredRate } from "../statistics/clustered-rate.ts";
import type { Estimate } from "../statistics/estimate.ts";
import { type CellFilter, HIT_NUMBERS, type Tally, visitCells } from "./tally.ts";
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
  /** Its part of all mentions; null where nobody was mentioned. */
  share: Estimate | null;
};
export type WholeVoice = Voice & {
  /** Its part of all answers; null where there were none. */
  rate: Estimate | null;
  /** Answers that name it and the own brand, too. */
  besideOwn: number;
};
type Others = { names: number; mentions: number };
type VoicesIn<V> = { answers: number; mentions: number; voices: V[]; others: Others };
export type VoicesAt<Scan> = VoicesIn<Voice> & { scan: Scan };
export type Voices<Scan> = VoicesIn<WholeVoice> & { overTime: VoicesAt<Scan>[] };

type Total = { mentions: number; besideOwn: number; spellings: Map<string, number> };
/** Of one scan or of all, by prompt; of the names that are shown, in their order. */
type Sums = { answers: Float64Array; mentions: Float64Array; names: Float64Array[]; distinctNames: number };
type Asked = { own: string; competitors: KnownCompetitor[]; filter: CellFilter; limit: number };

/**
 * Who has how much of the voice: the own brand first, then the loudest `limit` competitors over all scans, in each scan the
 * same ones. A prompt is one cluster, however many scans asked it. A mention is an answer that names somebody.
 */
export function shareOfVoice<Scan extends { tally: Tally }>(scans: readonly Scan[], asked: Asked): Voices<Scan> {
  const keyed = new Map([[OWN, OWN]]);
  const keyOf = (item: string): string => {
    const key = keyed.get(item) ?? nameKey(item);
    keyed.set(item, key);
    return key;
  };
  const read = scans.map(({ tally }) => ({ tally, keys: tally.items.map(keyOf) }));
  const totals = totalsOf(read, asked.filter);
  const name = namer(asked, totals);
  const ranked = [...totals]
    .filter(([key]) => key !== OWN)
    .map(([key, { mentions }]) => ({ key, mentions, name: name(key).name }))
    .sort((a, b) => b.mentions - a.mentions || (a.name < b.name ? -1 : 1));
  const shown = [OWN, ...ranked.slice(0, asked.limit).map(({ key }) => key)];
  const prompts = new Map([...new Set(read.flatMap(({ tally }) => promptsOf(tally)))].map((id, at) => [id, at]));
  const perScan = read.map((one) => sumsOf(one, asked.filter, prompts, shown));
  const all = together(perScan, prompts.size, shown.length, totals.size);
  const whole = voicesIn(all, shown, name);
  return {
    ...whole,
    voices: whole.voices.map((voice, at) => ({
      ...voice,
      rate: rateOf(all.names[at] as Float64Array, all.answers),
      besideOwn: totals.get(shown[at] as string)?.besideOwn ?? 0,
    })),
    overTime: perScan.map((sums, at) => ({ scan: scans[at] as Scan, ...voicesIn(sums, shown, name) })),
  };
}

type Keyed = { tally: Tally; keys: string[] };

const promptsOf = ({ strata }: Tally): string[] => strata.flatMap(({ prompts }) => prompts);

function totalsOf(scans: readonly Keyed[], filter: CellFilter): Map<string, Total> {
  const totals = new Map<string, Total>();
  for (const { tally, keys } of scans) {
    const mentions = new Float64Array(keys.length);
    const besideOwn = new Float64Array(keys.length);
    visitCells(tally, filter, (_, counts, from, to) => {
      for (let hit = from; hit < to; hit += HIT_NUMBERS) {
        const item = counts[hit] as number;
        mentions[item] = (mentions[item] as number) + (counts[hit + 1] as number);
        besideOwn[item] = (besideOwn[item] as number) + (counts[hit + 2] as number);
      }
    });
    for (const [item, key] of keys.entries()) {
      const count = mentions[item] as number;
      if (count === 0) continue;
      const total = totals.get(key) ?? { mentions: 0, besideOwn: 0, spellings: new Map<string, number>() };
      totals.set(key, total);
      total.mentions += count;
      total.besideOwn += besideOwn[item] as number;
      const spelling = tally.items[item] as string;
      total.spellings.set(spelling, (total.spellings.get(spelling) ?? 0) + count);
    }
  }
  return totals;
}

const noSums = (prompts: number, names: number): Sums => ({
  answers: new Float64Array(prompts),
  mentions: new Float64Array(prompts),
  names: Array.from({ length: names }, () => new Float64Array(prompts)),
  distinctNames: 0,
});

function sumsOf({ tally, keys }: Keyed, filter: CellFilter, prompts: Map<string, number>, shown: string[]): Sums {
  const sums = noSums(prompts.size, shown.length);
  const place = new Map(shown.map((key, at) => [key, sums.names[at]]));
  const counted = keys.map((key) => place.get(key));
  const isNamed = new Uint8Array(keys.length);
  visitCells(tally, filter, ({ promptId, answers }, counts, from, to) => {
    const prompt = prompts.get(promptId) as number;
    let mentions = 0;
    for (let hit = from; hit < to; hit += HIT_NUMBERS) {
      const item = counts[hit] as number;
      const naming = counts[hit + 1] as number;
      isNamed[item] = 1;
      mentions += naming;
      const name = counted[item];
      if (name) name[prompt] = (name[prompt] as number) + naming;
    }
    sums.answers[prompt] = (sums.answers[prompt] as number) + answers;
    sums.mentions[prompt] = (sums.mentions[prompt] as number) + mentions;
  });
  return { ...sums, distinctNames: isNamed.reduce((total, one) => total + one, 0) };
}

function together(perScan: Sums[], prompts: number, names: number, distinctNames: number): Sums {
  const all = noSums(prompts, names);
  for (const sums of perScan) {
    addInto(all.answers, sums.answers);
    addInto(all.mentions, sums.mentions);
    for (const [at, name] of sums.names.entries()) addInto(all.names[at] as Float64Array, name);
  }
  return { ...all, distinctNames };
}

function addInto(total: Float64Array, part: Float64Array): void {
  for (let at = 0; at < part.length; at++) total[at] = (total[at] as number) + (part[at] as number);
}

type Named = { name: string; own: boolean; known: boolean };

/** A competitor that the brand has named is spelled as the brand spells it. */
function namer({ own, competitors }: Asked, totals: Map<string, Total>): (key: string) => Named {
  const given = new Map(competitors.map(({ name }) => [nameKey(name), name]));
  const aliases = new Set(competitors.flatMap((one) => one.aliases.map(nameKey)));
  return (key) => {
    if (key === OWN) return { name: own, own: true, known: true };
    const name = given.get(key) ?? usualSpelling(totals.get(key)?.spellings ?? new Map([[key, 1]]));
    return { name, own: false, known: given.has(key) || aliases.has(key) };
  };
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

function voicesIn(sums: Sums, shown: string[], name: (key: string) => Named) {
  const mentions = sum(sums.mentions);
  const voices = shown.map((key, at): Voice => {
    const byPrompt = sums.names[at] as Float64Array;
    return { ...name(key), mentions: sum(byPrompt), share: rateOf(byPrompt, sums.mentions) };
  });
  const ofShown = voices.reduce((total, voice) => total + voice.mentions, 0);
  const named = voices.filter((voice) => voice.mentions > 0).length;
  const others = { names: sums.distinctNames - named, mentions: mentions - ofShown };
  return { answers: sum(sums.answers), mentions, voices, others };
}

function rateOf(hits: Float64Array, of: Float64Array): Estimate | null {
  return clusteredRate(
    Array.from(of, (n, prompt) => ({ n, sum: hits[prompt] as number, sumSquares: hits[prompt] as number })),
  );
}
