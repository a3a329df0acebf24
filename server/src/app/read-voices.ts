import type { EngineId, FunnelStage } from "@answerscope/api";
import { siteOf } from "../domain/answer/citations.ts";
import { type BesideSite, besideSite, describeSites, rankSites, type Site } from "../domain/voices/cited-sites.ts";
import { shareOfVoice, type Voices } from "../domain/voices/share-of-voice.ts";
import type { CellFilter } from "../domain/voices/tally.ts";
import type { Deps } from "./ports.ts";
import { found } from "./problem.ts";
import { scanWindow } from "./scan-window.ts";
import type { Page, ScanTally, Stores, TallyWindow, Window } from "./stores.ts";

/** As the interface asks for them. */
export type AnswersAsked = {
  topic_id?: string | undefined;
  stage?: FunnelStage | undefined;
  engine?: EngineId | undefined;
} & Parameters<typeof scanWindow>[0];

const filterOf = ({ topic_id, stage, engine }: AnswersAsked): CellFilter => ({
  topicId: topic_id?.toLowerCase(),
  stage,
  engine,
});

async function existing(stores: Stores, brandId: string, window: TallyWindow): Promise<TallyWindow> {
  if ("scanId" in window) found(await stores.scans.get(brandId, window.scanId), "scan");
  return window;
}

export async function readCompetitors(
  deps: Pick<Deps, "snapshot" | "now">,
  brandId: string,
  { limit, ...asked }: AnswersAsked & { limit: number },
): Promise<Voices<ScanTally>> {
  const window = scanWindow(asked, deps.now());
  return deps.snapshot(async (stores) => {
    const { name, competitors } = await stores.brands.get(brandId);
    const scans = await stores.tallies.ofScans(
      brandId,
      await existing(stores, brandId, window),
      asked.engine ? "voices" : "voicesTogether",
    );
    return shareOfVoice(scans, { own: name, competitors, filter: filterOf(asked), limit });
  });
}

export type CitedSource = Site & BesideSite & { own: boolean };

export async function readSources(
  deps: Pick<Deps, "snapshot" | "now">,
  brandId: string,
  asked: AnswersAsked,
  { limit, offset }: Window,
): Promise<Page<CitedSource>> {
  const window = scanWindow(asked, deps.now());
  const filter = filterOf(asked);
  return deps.snapshot(async (stores) => {
    const { domain } = await stores.brands.get(brandId);
    const scans = await stores.tallies.ofScans(
      brandId,
      await existing(stores, brandId, window),
      asked.engine ? "sources" : "sourcesTogether",
    );
    const tallies = scans.map(({ tally }) => tally);
    const ranked = rankSites(tallies, filter);
    const shown = ranked.slice(offset, offset + limit);
    const scanIds = scans.map(({ scanId }) => scanId);
    const beside = await stores.tallies.sites(brandId, scanIds, filter.topicId ?? null, shown);
    const bySite = Map.groupBy(beside, ({ site }) => site);
    const ownSite = domain === null ? null : siteOf(domain);
    const rows = describeSites(tallies, filter, shown).map((one) => ({
      ...one,
      ...besideSite(bySite.get(one.site) ?? [], filter),
      own: one.site === ownSite,
    }));
    return { rows, total: ranked.length };
  });
}
