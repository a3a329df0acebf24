import { sql } from "kysely";
import type { TallyStore, TallyWindow } from "../app/stores.ts";
import type { CountedAnswer } from "../domain/voices/tally-answers.ts";
import type { Db } from "./database.ts";
import { packTally, unpackTally } from "./packed-tally.ts";

const COLUMNS = {
  voices: "voices",
  sources: "sources",
  voicesTogether: "voices_together",
  sourcesTogether: "sources_together",
} as const;

const inWindow = (db: Db, brandId: string, window: TallyWindow) =>
  db
    .selectFrom("scan_tallies")
    .where("brand_id", "=", brandId)
    .$if("scanId" in window, (q) => q.where("scan_id", "=", (window as { scanId: string }).scanId))
    .$if("since" in window, (q) => {
      const { since, until } = window as { since: string; until: string };
      return q.where("scanned_at", ">=", since).where("scanned_at", "<=", until);
    })
    .orderBy("scanned_at")
    .orderBy("scan_id")
    .select(["scan_id as scanId", "scanned_at as scannedAt"]);

export const tallyStore = (db: Db): TallyStore => ({
  async answers(brandId, scanId, afterId, limit) {
    const after = afterId === null ? sql`` : sql`and id > ${afterId}`;
    const { rows } = await sql<CountedAnswer & { id: string }>`
      select id, prompt_id as "promptId", topic_id as "topicId", funnel_stage as stage, engine,
        topic_mentioned as "namesOwn", competitors_mentioned as competitors, sources_cited as sources
      from results where brand_id = ${brandId} and scan_id = ${scanId} and state = 'answered' ${after}
      order by id limit ${limit}`.execute(db);
    return rows;
  },

  async replace(brandId, { scanId, scannedAt, ...tallies }) {
    for (const table of ["scan_tallies", "site_tallies"] as const) {
      await db.deleteFrom(table).where("brand_id", "=", brandId).where("scan_id", "=", scanId).execute();
    }
    await db
      .insertInto("scan_tallies")
      .values({
        ...{ brand_id: brandId, scan_id: scanId, scanned_at: scannedAt },
        voices: packTally(tallies.voices),
        sources: packTally(tallies.sources),
        voices_together: packTally(tallies.voicesTogether),
        sources_together: packTally(tallies.sourcesTogether),
      })
      .execute();
  },

  async insertSites(brandId, scanId, sites) {
    if (sites.length === 0) return;
    const rows = sites.map(({ topicId, site, names, pages }) => ({
      ...{ brand_id: brandId, scan_id: scanId, topic_id: topicId, site },
      ...{ names: packTally(names), pages: packTally(pages) },
    }));
    await db.insertInto("site_tallies").values(rows).execute();
  },

  async ofScans(brandId, window, kind) {
    const rows = await inWindow(db, brandId, window).select(`${COLUMNS[kind]} as packed`).execute();
    return rows.map(({ packed, ...scan }) => ({ ...scan, tally: unpackTally(packed) }));
  },

  async sites(brandId, scanIds, topicId, sites) {
    if (scanIds.length === 0 || sites.length === 0) return [];
    const rows = await db
      .selectFrom("site_tallies")
      .where("brand_id", "=", brandId)
      .where("scan_id", "=", sql<string>`any(${scanIds}::uuid[])`)
      .where("topic_id", topicId === null ? "is" : "=", topicId)
      .where("site", "=", sql<string>`any(${sites}::text[])`)
      .orderBy("scan_id")
      .orderBy("site")
      .select(["topic_id as topicId", "site", "names", "pages"])
      .execute();
    return rows.map(({ names, pages, ...row }) => ({ ...row, names: unpackTally(names), pages: unpackTally(pages) }));
  },
});
