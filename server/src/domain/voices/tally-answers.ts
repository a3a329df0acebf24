import { siteOf } from "../answer/citations.ts";
import { brandKey } from "../answer/known-brands.ts";
import { ALL_ENGINES, type CellPlace, type Tally, tallying } from "./tally.ts";

/** As much of a result row as is counted. */
export type CountedAnswer = CellPlace & { namesOwn: boolean; competitors: string[]; sources: string[] };

/** By engine and, since that is what is asked for most and a third of the size, with all engines together. */
export type ScanTallies = { voices: Tally; sources: Tally; voicesTogether: Tally; sourcesTogether: Tally };

/** What stands beside one site, in the answers about one topic or, with null, about all. */
export type SiteTally = { topicId: string | null; site: string; names: Tally; pages: Tally };

/** The own brand among the voices: no other has an empty name. */
export const OWN = "";

// What a scan keeps, the most cited first. The long tail of a large scan would be most of its room, and is never shown.
const MOST_SITES = 1000;
const MOST_DETAILED = { sites: 100, beside: 30 };
const MOST_DETAILED_PER_TOPIC = { sites: 20, beside: 10 };

/** Names that differ only in case, accents or punctuation are one. */
export const nameKey = (name: string): string => brandKey(name) || name;

type Read = CellPlace & { namesOwn: boolean; names: string[]; pages: { url: string; site: string }[] };

/** Gathers the answers of a scan, in any order, and then counts them. */
export function answerTallies() {
  const spellings = new Map<string, Map<string, number>>();
  const sites = new Map<string, string | null>();
  const answers: Read[] = [];
  return {
    add({ competitors, sources, ...answer }: CountedAnswer): void {
      for (const name of competitors) countSpelling(spellings, name);
      const pages = sources.flatMap((url) => {
        const site = cached(sites, url, siteOf);
        return site === null ? [] : [{ url, site }];
      });
      answers.push({ ...answer, names: competitors.map(nameKey), pages });
    },
    tallies(): ScanTallies {
      const named = spelledOut(answers, spellings);
      const together = named.map((answer): Read => ({ ...answer, engine: ALL_ENGINES }));
      return {
        voices: voiceCounts(named),
        sources: siteCounts(named, MOST_SITES),
        voicesTogether: voiceCounts(together),
        sourcesTogether: siteCounts(together, MOST_SITES),
      };
    },
    /** Topic by topic, then all together. */
    *details(): Generator<SiteTally[]> {
      const named = spelledOut(answers, spellings);
      for (const [topicId, ofTopic] of Map.groupBy(named, (answer) => answer.topicId)) {
        yield detailsOf(topicId, ofTopic, MOST_DETAILED_PER_TOPIC);
      }
      yield detailsOf(null, named, MOST_DETAILED);
    },
  };
}

function cached<K, V>(known: Map<K, V>, key: K, make: (key: K) => V): V {
  let value = known.get(key);
  if (value === undefined) {
    value = make(key);
    known.set(key, value);
  }
  return value;
}

function countSpelling(spellings: Map<string, Map<string, number>>, name: string): void {
  const ofKey = cached(spellings, nameKey(name), () => new Map<string, number>());
  ofKey.set(name, (ofKey.get(name) ?? 0) + 1);
}

/** The spelling that is used most; of equals, the first in the alphabet. */
export function usualSpelling(spellings: ReadonlyMap<string, number>): string {
  let usual = "";
  let most = 0;
  for (const [spelling, times] of spellings) {
    if (times > most || (times === most && spelling < usual)) [usual, most] = [spelling, times];
  }
  return usual;
}

function spelledOut(answers: Read[], spellings: Map<string, Map<string, number>>): Read[] {
  const shown = new Map([...spellings].map(([key, ofKey]) => [key, usualSpelling(ofKey)]));
  return answers.map((answer) => ({ ...answer, names: answer.names.map((key) => shown.get(key) as string) }));
}

function voiceCounts(answers: Read[]): Tally {
  const counted = tallying();
  for (const answer of answers) {
    counted.add(answer, answer.namesOwn ? [OWN, ...answer.names] : answer.names, answer.namesOwn);
  }
  return counted.tally();
}

/** Of the answers that cite anything. */
function siteCounts(answers: Read[], most: number): Tally {
  const counted = tallying();
  for (const answer of answers) {
    if (answer.pages.length > 0)
      counted.add(
        answer,
        answer.pages.map(({ site }) => site),
        answer.namesOwn,
      );
  }
  return counted.tally(most);
}

/** Prompts are not told apart here: this is for lists, not for intervals. */
function detailsOf(topicId: string | null, answers: Read[], most: typeof MOST_DETAILED): SiteTally[] {
  const kept = new Map(
    siteCounts(answers, most.sites).items.map((site) => [site, { names: tallying(), pages: tallying() }]),
  );
  for (const { stage, engine, namesOwn, names, pages } of answers) {
    const place = { promptId: "", topicId: topicId ?? "", stage, engine };
    for (const [site, ofSite] of Map.groupBy(pages, (page) => page.site)) {
      kept.get(site)?.names.add(place, names, namesOwn);
      kept.get(site)?.pages.add(
        place,
        ofSite.map(({ url }) => url),
        namesOwn,
      );
    }
  }
  return [...kept].map(([site, { names, pages }]) => ({
    topicId,
    site,
    names: names.tally(most.beside),
    pages: pages.tally(most.beside),
  }));
}
