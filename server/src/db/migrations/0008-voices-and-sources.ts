import { type Kysely, sql } from "kysely";
import { answerTallies, type CountedAnswer } from "../../domain/voices/tally-answers.ts";
import { packTally } from "../packed-tally.ts";

// Who is named and what is cited, counted per scan: one small row holds the counts of all prompts, since the same counts
// as rows of their own would take half the room of the results. What stands beside a site is looked up site by site.
const tables = [
  `create table scan_tallies (
    brand_id uuid not null,
    scan_id uuid not null,
    scanned_at timestamptz(3) not null,
    voices bytea not null,
    sources bytea not null,
    voices_together bytea not null,
    sources_together bytea not null,
    primary key (brand_id, scan_id),
    foreign key (brand_id, scan_id) references scans on delete cascade
  )`,
  "create index scan_tallies_in_order on scan_tallies (brand_id, scanned_at, scan_id)",
  `create table site_tallies (
    brand_id uuid not null,
    scan_id uuid not null,
    topic_id uuid,
    site text not null,
    names bytea not null,
    pages bytea not null,
    unique nulls not distinct (brand_id, scan_id, topic_id, site),
    foreign key (brand_id, scan_id) references scans on delete cascade
  )`,
];

type Scan = { brand_id: string; id: string; completed_at: string };

/** Scans that were completed before there were tallies get theirs. */
export async function voicesAndSources(db: Kysely<never>): Promise<void> {
  for (const table of tables) await sql.raw(table).execute(db);
  const { rows: scans } = await sql<Scan>`
    select brand_id, id, completed_at from scans where status = 'completed' order by brand_id, id`.execute(db);
  for (const scan of scans) await tallyScan(db, scan);
}

async function tallyScan(db: Kysely<never>, { brand_id, id, completed_at }: Scan): Promise<void> {
  const { rows } = await sql<CountedAnswer>`
    select prompt_id as "promptId", topic_id as "topicId", funnel_stage as stage, engine,
      topic_mentioned as "namesOwn", coalesce(competitors_mentioned, '{}') as competitors,
      coalesce(sources_cited, '{}') as sources
    from results where brand_id = ${brand_id} and scan_id = ${id} and state = 'answered'`.execute(db);
  const tallies = answerTallies();
  for (const row of rows) tallies.add(row);
  const { voices, sources, voicesTogether, sourcesTogether } = tallies.tallies();
  await sql`
    insert into scan_tallies (brand_id, scan_id, scanned_at, voices, sources, voices_together, sources_together)
    values (${brand_id}, ${id}, ${completed_at}, ${packTally(voices)}, ${packTally(sources)},
      ${packTally(voicesTogether)}, ${packTally(sourcesTogether)})`.execute(db);
  for (const sites of tallies.details()) {
    if (sites.length === 0) continue;
    const values = sites.map(
      ({ topicId, site, names, pages }) =>
        sql`(${brand_id}::uuid, ${id}::uuid, ${topicId}::uuid, ${site}, ${packTally(names)}::bytea, ${packTally(pages)}::bytea)`,
    );
    await sql`
      insert into site_tallies (brand_id, scan_id, topic_id, site, names, pages) values ${sql.join(values)}`.execute(
      db,
    );
  }
}
