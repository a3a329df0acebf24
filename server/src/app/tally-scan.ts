import { answerTallies } from "../domain/voices/tally-answers.ts";
import type { Stores } from "./stores.ts";

/** Few enough that whoever else waits for this process does not wait long. */
const PAGE_ANSWERS = 500;

/** Counts who is named and what is cited in a completed scan, in place of what was counted before. */
export async function tallyScan(stores: Stores, brandId: string, scanId: string, scannedAt: string): Promise<void> {
  const tallies = answerTallies();
  for (let afterId: string | null = null; ; ) {
    const page = await stores.tallies.answers(brandId, scanId, afterId, PAGE_ANSWERS);
    for (const answer of page) tallies.add(answer);
    if (page.length < PAGE_ANSWERS) break;
    afterId = page.at(-1)?.id ?? null;
  }
  await stores.tallies.replace(brandId, { scanId, scannedAt, ...tallies.tallies() });
  for (const sites of tallies.details()) await stores.tallies.insertSites(brandId, scanId, sites);
}
