// How fast shares of voice and cited sources are read from a long history: a brand with 2,000,000 answers in 300 scans
// over three years, beside another, on PostgreSQL. Only what is read is made: counts, and no answers.
// Prints medians and ends with 1 when a limit is missed.
import { randomUUIDv7 } from "node:crypto";
import { ENGINE_IDS, FUNNEL_STAGES } from "@answerscope/api";
import { readCompetitors, readSources } from "../server/src/app/read-voices.ts";
import { demoBrand } from "../server/src/app/seed-demo.ts";
import { openDatabase } from "../server/src/db/database.ts";
import { migrate } from "../server/src/db/migrate.ts";
import { snapshotOn, storesOn } from "../server/src/db/stores.ts";
import { seededRandom } from "../server/src/domain/seeded-random.ts";
import { answerTallies } from "../server/src/domain/voices/tally-answers.ts";
import { startPostgres } from "../server/test/setup/postgres-server.ts";

const BRANDS = 2;
const SCANS = 300;
const [TOPICS, PROMPTS_PER_STAGE, ENGINES, SAMPLES] = [30, 3, 5, 5];
const LIMIT_MS = 30;
const ROUNDS = 30;

const random = seededRandom("voices");
/** Few are named often, and many now and then. */
const often = (most: number) => Math.floor(most * random.next() ** 3);
const prompts = Array.from({ length: TOPICS }, (_, topic) => ({ topic, topicId: randomUUIDv7() })).flatMap((of) =>
  FUNNEL_STAGES.flatMap((stage) =>
    Array.from({ length: PROMPTS_PER_STAGE }, () => ({ promptId: randomUUIDv7(), stage, ...of })),
  ),
);
/** Each topic has names and sites of its own, and some that are found everywhere. */
const nameAbout = (topic: number) => (random.chance(0.1) ? `Brand ${often(200)}` : `Brand ${topic}-${often(15)}`);
const pageAbout = (topic: number) =>
  `https://site${random.chance(0.2) ? often(800) : topic * 30 + often(30)}.example/page/about/${often(40)}`;

function talliesOfOneScan() {
  const tallies = answerTallies();
  for (const { topic, ...prompt } of prompts) {
    for (const engine of ENGINE_IDS.slice(0, ENGINES)) {
      for (let sample = 0; sample < SAMPLES; sample++) {
        const competitors = Array.from({ length: 5 }, () => nameAbout(topic));
        const sources = Array.from({ length: 8 }, () => pageAbout(topic));
        tallies.add({ ...prompt, engine, namesOwn: random.chance(0.4), competitors, sources });
      }
    }
  }
  return { ...tallies.tallies(), sites: [...tallies.details()].flat() };
}

const SCANS_OF_BRAND = `
  insert into scans (brand_id, id, status, trigger, engines, simulated, total_queries, completed_queries,
    failed_queries, topics_scanned, cost_usd, failures, created_at, completed_at)
  select $1, gen_random_uuid(), 'completed', 'demo', '{}', true, 0, 0, 0, 0, 0, '[]', at, at
  from generate_series(0, $2::int - 1) as n, lateral (select $3::timestamptz - n * interval '84 hours' as at) times`;

const server = await startPostgres();
const database = await openDatabase({ url: server.url, folder: undefined, onLost: () => undefined });
try {
  const { db, boss, pool } = database;
  const query = async (text: string, values: unknown[] = []) =>
    (await (pool as NonNullable<typeof pool>).query(text, values)).rows;
  await migrate(db);
  const stores = storesOn(db, boss);
  const now = new Date().toISOString();
  const [accountId, ...brandIds] = Array.from({ length: BRANDS + 1 }, () => randomUUIDv7()) as [string, ...string[]];
  await stores.brands.insertAccount({ id: accountId, name: "Bench", at: now });
  for (const brandId of brandIds) {
    await stores.brands.insert(demoBrand(brandId, accountId, now));
    await query(SCANS_OF_BRAND, [brandId, SCANS, now]);
  }
  const { sites, ...counted } = talliesOfOneScan();
  const scans = await query("select brand_id, id, completed_at as at from scans order by completed_at desc");
  const [first] = scans as [{ brand_id: string; id: string; at: string }];
  await stores.tallies.replace(first.brand_id, { scanId: first.id, scannedAt: first.at, ...counted });
  for (let from = 0; from < sites.length; from += 200) {
    await stores.tallies.insertSites(first.brand_id, first.id, sites.slice(from, from + 200));
  }
  // All scans get the counts of the first.
  await query(
    `insert into scan_tallies select s.brand_id, s.id, s.completed_at, t.voices, t.sources, t.voices_together,
      t.sources_together
    from scan_tallies t, scans s where s.id <> $1`,
    [first.id],
  );
  await query(
    `insert into site_tallies select s.brand_id, s.id, t.topic_id, t.site, t.names, t.pages
    from site_tallies t, scans s where s.id <> $1`,
    [first.id],
  );
  await query("vacuum analyze");
  const deps = { snapshot: snapshotOn(db, boss), now: () => now };
  const brandId = brandIds[0] as string;
  const topic_id = prompts[0]?.topicId;
  const reads: Record<string, () => Promise<unknown>> = {
    "competitors, 90 days": () => readCompetitors(deps, brandId, { limit: 10 }),
    "competitors of a topic": () => readCompetitors(deps, brandId, { limit: 10, topic_id }),
    "competitors at an engine": () => readCompetitors(deps, brandId, { limit: 10, engine: "chatgpt" }),
    "sources, 90 days": () => readSources(deps, brandId, {}, { limit: 20, offset: 0 }),
    "sources of a topic": () => readSources(deps, brandId, { topic_id }, { limit: 20, offset: 0 }),
  };
  for (const [what, read] of Object.entries(reads)) {
    const times: number[] = [];
    const before = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      await read();
      times.push(performance.now() - start);
    }
    const [median = 0] = times.toSorted((a, b) => a - b).slice(ROUNDS / 2);
    const { user, system } = process.cpuUsage(before);
    const cpuMs = (user + system) / 1000 / ROUNDS;
    const isMissed = median > LIMIT_MS;
    const limit = `limit ${LIMIT_MS}${isMissed ? "  MISSED" : ""}`;
    console.log(`${what.padEnd(26)} ${median.toFixed(1).padStart(7)} ms (CPU ${cpuMs.toFixed(1)})  ${limit}`);
    if (isMissed) process.exitCode = 1;
  }
  const sizes = await query(
    `select relname as table, round(pg_total_relation_size(oid) / 1e6) as mb from pg_class
    where relname in ('scan_tallies', 'site_tallies')`,
  );
  for (const { table, mb } of sizes)
    console.log(`${table.padEnd(30)} ${String(mb).padStart(8)} MB, ${BRANDS * SCANS} scans`);
} finally {
  await database.close();
  await server.stop();
}
