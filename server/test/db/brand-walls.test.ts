import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../../src/app/api-keys.ts";
import { measureScan } from "../../src/app/measure-scan.ts";
import { NO_SCORE } from "../../src/app/scan-score.ts";
import type { Stores } from "../../src/app/stores.ts";
import type { Db } from "../../src/db/database.ts";
import { judgedPart } from "../../src/domain/judged-reading.ts";
import { noChanges } from "../../src/domain/result-row.ts";
import { beginSampling } from "../../src/domain/scan-sampling.ts";
import { DEFAULT_WEIGHTS } from "../../src/domain/score.ts";
import type { Tally } from "../../src/domain/voices/tally.ts";
import { KINDS } from "../setup/databases.ts";
import { firstBrandId, type OpenDeps, openDeps } from "../setup/open-deps.ts";

const AT = "2026-02-03T04:05:06.007Z";
const AFTER_ALL = "9999-01-01T00:00:00.000Z";
const EVER = { since: "2000-01-01T00:00:00.000Z", until: "2999-01-01T00:00:00.000Z" };
const ALL = { limit: 10_000, offset: 0 };

/** In the order that their references ask for. */
const TABLES = ["topics", "prompts", "prompt_versions", "scans", "results", "answers", "engine_rollups"] as const;
const MORE = [
  "judgements",
  "rescores",
  "rescore_scans",
  "topic_rollups",
  "cell_rollups",
  "scan_tallies",
  "site_tallies",
  "recommendations",
  "api_keys",
  "engine_keys",
  "scan_months",
  "prompt_rollups",
  "findings",
] as const;
const PEOPLES = ["memberships", "invitations"] as const;

/** Finds its brand from nothing, or from something else than the brand: there is no other brand's row to give. */
const WITHOUT_BRAND = ["keys.byHash", "brands.first", "brands.due", "brands.lockFirstStart", "brands.insertAccount"];
const OF_PEOPLE = [
  "people.hasOwner",
  "people.lockSignUps",
  "people.ownEverything",
  "people.accountOf",
  "people.setAccount",
  "people.demoPerson",
  "brands.demo",
];
const OF_NO_BRAND = ["idempotency.forgetBefore", "jobs.enqueueLanes", "jobs.lanesInQueue", "scans.unfinished"];
const OF_ALL_BRANDS = ["scans.ended", "jobs.enqueueTask", "jobs.tasksInQueue", "rescores.unfinished"];
/** Rows are made under the brand that is given; the second brand below was made without them. */
const INSERTS = ["topics.insert", "prompts.insert", "scans.insert", "results.plan", "recommendations.insert"];
const MORE_INSERTS = ["brands.insert", "keys.insert", "invitations.insert"];

async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Gives another brand a row for every row of this one, under the very same ids, and lets every value differ. */
async function makeDouble(db: Db, brandId: string, otherId: string): Promise<void> {
  const copy = async (table: string, key: string) => {
    const columns = (await columnsOf(db, table)).filter((name) => name !== key);
    const list = sql.join(columns.map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${sql.ref(key)}, ${list})
      select ${otherId}::uuid, ${list} from ${sql.table(table)} where ${sql.ref(key)} = ${brandId}`.execute(db);
  };
  // The indexes that would not have the double.
  await sql`drop index api_keys_by_hash`.execute(db);
  await sql`drop index invitations_by_hash`.execute(db);
  await copy("brands", "id");
  for (const table of [...TABLES, ...MORE, ...PEOPLES]) await copy(table, "brand_id");
  await sql`update api_keys set hash = 'other ' || hash, name = 'Other ' || name where brand_id = ${otherId}`.execute(
    db,
  );
  await sql`create unique index api_keys_by_hash on api_keys (hash)`.execute(db);
  await sql`update invitations set hash = 'other ' || hash, role = 'owner' where brand_id = ${otherId}`.execute(db);
  await sql`update memberships set role = 'owner' where brand_id = ${otherId}`.execute(db);
  for (const [table, column] of [
    ["topics", "name"],
    ["prompt_versions", "text"],
    ["recommendations", "title"],
    ["recommendations", "identity"],
    ["answers", "answer"],
    ["engine_keys", "sealed"],
  ] as const) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = 'Other ' || ${sql.ref(column)}
      where brand_id = ${otherId}`.execute(db);
  }
  await sql`update brands set name = 'Other ' || name where id = ${otherId}`.execute(db);
  await sql`update results set score = score / 2 where brand_id = ${otherId}`.execute(db);
  await sql`update scans set score = score / 2 where brand_id = ${otherId}`.execute(db);
  await sql`update topic_rollups set overall = overall / 2 where brand_id = ${otherId}`.execute(db);
  await sql`update engine_rollups set score_sum = score_sum / 2 where brand_id = ${otherId}`.execute(db);
  await sql`update prompt_rollups set score_sum = score_sum / 2 where brand_id = ${otherId}`.execute(db);
  await sql`update site_tallies set names = pages where brand_id = ${otherId}`.execute(db);
  await sql`update scan_tallies set voices = sources where brand_id = ${otherId}`.execute(db);
  await sql`update cell_rollups set score_sum = score_sum / 2 where brand_id = ${otherId}`.execute(db);
}

const SAMPLING = beginSampling({
  ...{ targetHalfWidth: 5, fewestSamples: 1, mostSamples: 10, prompts: 1, engines: 1, queryLimit: null },
});

type Ids = {
  topicId: string;
  promptId: string;
  scanId: string;
  month: string;
  recommendationId: string;
  otherScanId: string;
  rescoreId: string;
  sites: string[];
  keyId: string;
  personId: string;
  invitationId: string;
};

/** Without the last digits of sums, which depend on the order in which the database comes by the rows. */
const rounded = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (_, part) => (typeof part === "number" ? Number(part.toFixed(6)) : part)));

const inWords = ({ items, counts }: Tally) => ({ items: items.join(), counts: Array.from(counts).join() });

const inScan = ({ tally, ...scan }: { tally: Tally }) => ({ ...scan, ...inWords(tally) });

/** An owner, an editor who is the one that is asked for, and an invitation. */
async function addPeople({ deps: { stores, newId }, database }: OpenDeps, brandId: string) {
  const [ownerId, personId, invitationId] = [newId(), newId(), newId()];
  for (const [id, role] of [
    [ownerId, "owner"],
    [personId, "editor"],
  ] as const) {
    const user = {
      id,
      name: role,
      email: `${role}@people.example`,
      email_verified: false,
      account_id: null,
      image: null,
    };
    await database.db
      .insertInto("users")
      .values({ ...user, created_at: AT, updated_at: AT })
      .execute();
    await stores.members.put(brandId, id, role, AT);
  }
  const fate = { revoked_at: null, accepted_at: null, accepted_by: null };
  const invitation = { id: invitationId, brandId, role: "viewer" as const, email: null, hash: "hash", ...fate };
  await stores.invitations.insert({ ...invitation, expires_at: "2999-01-01T00:00:00.000Z", created_at: AT });
  return { personId, invitationId };
}

/** Everything that the stores can read of a brand. */
async function readAll(stores: Stores, brandId: string, ids: Ids) {
  return rounded({
    topics: await stores.topics.list(brandId, "all", ALL),
    topic: await stores.topics.get(brandId, ids.topicId),
    history: await stores.topics.history(brandId, ids.topicId, "2000-01-01T00:00:00.000Z"),
    active: await stores.topics.countActive(brandId),
    prompts: await stores.prompts.list(brandId, {}, ALL),
    prompt: await stores.prompts.get(brandId, ids.promptId),
    panel: await stores.prompts.panel(brandId),
    scans: await stores.scans.list(brandId, {}, 10_000),
    scan: await stores.scans.get(brandId, ids.scanId),
    scanBefore: await stores.scans.completedBeside(brandId, { id: ids.otherScanId, completed_at: AFTER_ALL }, "before"),
    activeScan: await stores.scans.activeId(brandId),
    startedIn: await stores.scans.startedIn(brandId, ids.month),
    spending: await stores.scans.spending(brandId, ids.month),
    results: await stores.results.ofScan(brandId, ids.scanId),
    waiting: await stores.results.waiting(brandId, ids.scanId, "chatgpt", 10_000),
    countWaiting: await stores.results.countWaiting(brandId, ids.scanId),
    progress: await stores.results.progress(brandId, ids.scanId, AT),
    failures: await stores.results.failures(brandId, ids.scanId),
    scanPanel: await stores.results.panel(brandId, ids.scanId, "chatgpt"),
    answering: await stores.results.answering(brandId, ids.scanId, 1),
    topicsOfScan: await stores.topics.ofScan(brandId, ids.scanId),
    recentUse: await stores.results.recentUse(brandId),
    recorded: await stores.results.recorded(brandId, ids.scanId, null, 10_000),
    answers: await stores.results.answersOf(brandId, ids.scanId, {}, ALL),
    engineTotals: await stores.analytics.engineTotals(brandId),
    enginePrompts: await stores.analytics.enginePrompts(brandId),
    cells: await stores.analytics.panel(brandId, ids.otherScanId),
    findings: await stores.findings.list(brandId, {}, ALL),
    comparable: await stores.findings.panel(brandId, ids.otherScanId),
    countedAnswers: await stores.tallies.answers(brandId, ids.otherScanId, null, 10_000),
    voices: (await stores.tallies.ofScans(brandId, EVER, "voices")).map(inScan),
    voicesTogether: (await stores.tallies.ofScans(brandId, EVER, "voicesTogether")).map(inScan),
    sources: (await stores.tallies.ofScans(brandId, EVER, "sources")).map(inScan),
    sites: (await stores.tallies.sites(brandId, [ids.otherScanId], null, ids.sites)).map(({ names, pages }) => ({
      names: inWords(names),
      pages: inWords(pages),
    })),
    weights: [...(await stores.topics.weights(brandId))],
    brandScores: await stores.analytics.brandScores(brandId),
    topicScores: await stores.analytics.topicScores(brandId),
    situation: await stores.analytics.situation(brandId, ids.scanId),
    recommendations: await stores.recommendations.list(brandId, { status: "all" }, ALL),
    recommendation: await stores.recommendations.get(brandId, ids.recommendationId),
    allRecommendations: await stores.recommendations.all(brandId),
    brand: await stores.brands.get(brandId),
    limits: await stores.plans.limitsOf(brandId),
    keys: await stores.keys.list(brandId),
    engineKeys: await stores.engineKeys.list(brandId),
    readings: await stores.results.readings(brandId, ids.scanId, null, 10_000),
    panelIf: await stores.analytics.panelIf(brandId, ids.otherScanId, []),
    judgementsWaiting: await stores.judgements.waiting(brandId, ids.otherScanId, 10),
    judgementsToCome: await stores.judgements.countWaiting(brandId, ids.otherScanId),
    judgementPairs: await stores.judgements.pairs(brandId, ids.otherScanId),
    judgementFailures: await stores.judgements.failures(brandId, ids.otherScanId),
    rescores: await stores.rescores.list(brandId, 10),
    rescore: await stores.rescores.get(brandId, ids.rescoreId),
    rescoredScans: await stores.rescores.scansOf(brandId, ids.rescoreId),
    nextRescored: await stores.rescores.nextScan(brandId, ids.rescoreId),
    activeRescore: await stores.rescores.activeId(brandId),
    members: await stores.members.list(brandId),
    member: await stores.members.get(brandId, ids.personId),
    owners: await stores.members.countOwners(brandId),
    invitations: await stores.invitations.open(brandId, AT),
  });
}

/** Every change that the stores can make to rows that are there. */
async function changeAll(stores: Stores, brandId: string, ids: Ids, waitingId: string): Promise<void> {
  const { rescoreId, otherScanId } = ids;
  await stores.results.answer(brandId, ids.scanId, [], ids.month);
  await stores.results.fail(brandId, ids.scanId, [waitingId], "failed", AT);
  await stores.results.failWaiting(brandId, ids.scanId, "chatgpt", "failed", AT);
  await stores.recommendations.change(brandId, ids.recommendationId, { status: "dismissed" });
  await stores.prompts.reword(brandId, ids.promptId, "Changed", AT);
  await stores.prompts.delete(brandId, ids.promptId, AT);
  await stores.topics.change(brandId, ids.topicId, { name: "Changed" }, AT);
  await stores.topics.delete(brandId, ids.topicId, AT);
  await stores.scans.markRunning(brandId, ids.scanId, AT);
  await stores.scans.setSampling(brandId, ids.scanId, SAMPLING);
  await stores.scans.end(brandId, ids.scanId, {
    status: "failed",
    error: "x",
    cancelled: false,
    ...NO_SCORE,
    failures: [],
    at: AT,
  });
  await stores.analytics.rebuildAllTime(brandId);
  await stores.analytics.forgetScan(brandId, otherScanId);
  await stores.findings.replace(brandId, { scan_id: otherScanId, compared_with: null, scanned_at: AT }, []);
  const nothing = { strata: [], engines: [], items: [], counts: [] };
  await stores.tallies.replace(brandId, {
    ...{ scanId: otherScanId, scannedAt: AT, voices: nothing, sources: nothing },
    ...{ voicesTogether: nothing, sourcesTogether: nothing },
  });
  const site = { topicId: null, site: "other.example", names: nothing, pages: nothing };
  await stores.tallies.insertSites(brandId, otherScanId, [site]);
  await stores.scans.delete(brandId, ids.scanId);
  await stores.brands.change(brandId, { name: "Changed" }, AT);
  await stores.brands.setNextScan(brandId, AT);
  await stores.keys.markUsed(brandId, ids.keyId, AT);
  await stores.keys.revoke(brandId, ids.keyId, AT);
  await stores.engineKeys.put(brandId, { engine: "claude", sealed: "x", base_url: null, model: null }, AT);
  await stores.engineKeys.delete(brandId, "grok");
  const [first] = await stores.results.readings(brandId, otherScanId, null, 1);
  if (first)
    await stores.results.reread(brandId, otherScanId, [
      { ...first, row: { ...first.row, score: 1 }, local: judgedPart(first.row) },
    ]);
  await stores.scans.setScore(brandId, otherScanId, { ...NO_SCORE, score: 1 }, DEFAULT_WEIGHTS);
  const [waiting] = await stores.judgements.waiting(brandId, otherScanId, 1);
  const none = { model: null, reading: null, local: null, failure: "x", costUsd: 1, shown: null };
  if (waiting) await stores.judgements.settle(brandId, otherScanId, { id: waiting.id, at: AT, ...none }, ids.month);
  await stores.judgements.failWaiting(brandId, otherScanId, "x", AT);
  await stores.rescores.markRunning(brandId, rescoreId, AT);
  const progress = { done_answers: 1, after_id: null, changed: noChanges(), sample: [] };
  await stores.rescores.advance(brandId, rescoreId, otherScanId, progress);
  await stores.rescores.finishScan(brandId, rescoreId, otherScanId, 1);
  await stores.rescores.end(brandId, rescoreId, { status: "failed", error: "x", cancelled: true, at: AT });
  await stores.invitations.revoke(brandId, ids.invitationId, AT);
  await stores.invitations.accept(brandId, ids.invitationId, ids.personId, AT);
  await stores.members.put(brandId, ids.personId, "viewer", AT);
  await stores.members.remove(brandId, ids.personId);
}

/** Leaves a few answers of a scan judged, failed and waiting. */
async function judgeSome(stores: Stores, db: Db, brandId: string, scanId: string): Promise<void> {
  const read = (await stores.results.readings(brandId, scanId, null, 4)).map(({ id }) => id);
  await stores.judgements.plan(brandId, scanId, read);
  const [settled = "", failed = ""] = read;
  const words = JSON.stringify({
    ...{ topic_mentioned: true, mention_position: 1, sentiment: "positive", action_recommendation: true },
  });
  const judged = { state: "judged", judged: words, local: words } as const;
  await db.updateTable("judgements").set(judged).where("result_id", "=", settled).execute();
  await db.updateTable("judgements").set({ state: "failed" }).where("result_id", "=", failed).execute();
}

/** The same stores, noting which of their methods were called. */
function watched(stores: Stores, called: Set<string>): Stores {
  const watch = <T extends object>(name: string, store: T): T =>
    new Proxy(store, {
      get: (target, method: string) => {
        called.add(`${name}.${method}`);
        return Reflect.get(target, method);
      },
    });
  return Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, watch(name, store)])) as Stores;
}

describe.each(KINDS)("the walls between brands on %s", (kind) => {
  let opened: OpenDeps;
  let stores: Stores;
  let ids: Ids;
  let brandId: string;
  let before: Awaited<ReturnType<typeof readAll>>;
  const otherId = crypto.randomUUID();
  const called = new Set<string>();

  beforeAll(async () => {
    opened = await openDeps(kind);
    stores = watched(opened.deps.stores, called);
    brandId = await firstBrandId(opened.deps);
    const { db } = opened.database;
    const first = async (table: "topics" | "prompts" | "recommendations" | "api_keys") =>
      (await db.selectFrom(table).select("id").orderBy("id").limit(1).executeTakeFirstOrThrow()).id;
    const [scan, second] = await opened.deps.stores.scans.list(brandId, {}, 2);
    ids = {
      topicId: await first("topics"),
      promptId: await first("prompts"),
      scanId: scan?.id ?? "",
      month: scan?.created_at.slice(0, 7) ?? "",
      recommendationId: await first("recommendations"),
      otherScanId: second?.id ?? "",
      rescoreId: crypto.randomUUID(),
      sites: (await db.selectFrom("site_tallies").select("site").distinct().execute()).map(({ site }) => site),
      keyId: await first("api_keys"),
      ...(await addPeople(opened, brandId)),
    };
    // A scan in progress, so that there is something to read wherever the stores can look.
    await db.updateTable("scans").set({ status: "running" }).where("id", "=", ids.scanId).execute();
    const some = db.selectFrom("results").where("scan_id", "=", ids.scanId).select("id").orderBy("id").limit(20);
    await db.updateTable("results").set({ state: "waiting" }).where("id", "in", some).execute();
    const last = db.selectFrom("results").where("scan_id", "=", ids.scanId).select("id").orderBy("id", "desc").limit(5);
    await db.updateTable("results").set({ state: "failed", failure: "none" }).where("id", "in", last).execute();
    await stores.engineKeys.put(brandId, { engine: "grok", sealed: "x", base_url: null, model: null }, AT);
    await judgeSome(stores, db, brandId, ids.otherScanId);
    await stores.rescores.insert(brandId, { id: ids.rescoreId, dryRun: false, at: AT }, {});
    before = await readAll(stores, brandId, ids);
    await makeDouble(db, brandId, otherId);
    // So many rows at once make the database's guesses wrong until it looks again, and its plans slow.
    await sql`analyze`.execute(db);
  });
  afterAll(() => opened.close());

  it("there is something to read in every place", () => {
    for (const [name, value] of Object.entries(before)) {
      expect(value, name).toBeTruthy();
      if (Array.isArray(value)) expect(value.length, name).toBeGreaterThan(0);
    }
  });

  it("a brand reads the same whether or not another has rows with the same ids", async () => {
    expect(await readAll(stores, brandId, ids)).toEqual(before);
  });

  it("the other brand reads its own rows alone", async () => {
    const other = await readAll(stores, otherId, ids);
    for (const { name } of other.topics.rows) expect(name).toMatch(/^Other /);
    expect(other.topics.total).toBe(before.topics.total);
    for (const { text } of other.prompts.rows) expect(text).toMatch(/^Other /);
    for (const { prompt } of other.waiting) expect(prompt).toMatch(/^Other /);
    expect(other.waiting).toHaveLength(before.waiting.length);
    for (const { topic_name, query } of other.results) expect(topic_name + query).toMatch(/^Other .*Other /);
    expect(other.results).toHaveLength(before.results.length);
    for (const { title } of other.recommendations.rows) expect(title).toMatch(/^Other /);
    expect(other.recommendations.total).toBe(before.recommendations.total);
    for (const { name } of other.topicScores) expect(name).toMatch(/^Other /);
    for (const { topicName } of other.situation) expect(topicName).toMatch(/^Other /);
    for (const { name } of other.keys) expect(name).toMatch(/^Other /);
    expect([before.owners, before.member?.role, before.invitations[0]?.role]).toEqual([1, "editor", "viewer"]);
    expect([other.owners, other.member?.role, other.invitations[0]?.role]).toEqual([2, "owner", "owner"]);
    const sum = (rows: { score: number }[]) => rows.reduce((all, { score }) => all + score, 0);
    expect(sum(other.brandScores)).toBeCloseTo(sum(before.brandScores) / 2, 3);
    expect(sum(other.topicScores)).toBeCloseTo(sum(before.topicScores) / 2, 3);
    const points = (rows: { sum: number }[]) => rows.reduce((all, { sum: part }) => all + part, 0);
    expect(points(other.enginePrompts)).toBeCloseTo(points(before.enginePrompts) / 2, 3);
    expect(other.voices).toEqual(before.sources);
    expect(other.sites.map(({ names }) => names)).toEqual(before.sites.map(({ pages }) => pages));
    const totals = (rows: typeof before.engineTotals) => rows.reduce((all, { score_sum }) => all + score_sum, 0);
    expect(totals(other.engineTotals)).toBeCloseTo(totals(before.engineTotals) / 2, 3);
  });

  it("a key leads to its own brand", async () => {
    const { hash } = await opened.database.db
      .selectFrom("api_keys")
      .where("brand_id", "=", otherId)
      .select("hash")
      .executeTakeFirstOrThrow();
    expect((await stores.keys.byHash(hash))?.brandId).toBe(otherId);
    expect((await stores.keys.byHash(hash.replace("other ", "")))?.brandId).toBe(brandId);
    expect(await stores.keys.byHash(hashKey("apin_unknown"))).toBeNull();
  });

  it("an invitation's token leads to its own brand, and a person to all of theirs", async () => {
    expect((await stores.invitations.byHash("hash"))?.brandId).toBe(brandId);
    expect((await stores.invitations.byHash("other hash"))?.brandId).toBe(otherId);
    const brands = await stores.people.brandsOf(ids.personId);
    expect(new Map(brands.map(({ id, role }) => [id, role]))).toEqual(
      new Map([
        [brandId, "editor"],
        [otherId, "owner"],
      ]),
    );
  });

  it("a rollup takes the rows of its own brand", async () => {
    const { db } = opened.database;
    const [, scan] = before.scans;
    const scanId = scan?.id ?? "";
    const overall = (brand: string) =>
      db
        .selectFrom("topic_rollups")
        .where("brand_id", "=", brand)
        .where("scan_id", "=", scanId)
        .orderBy("topic_id")
        .select(["n", "overall"])
        .execute();
    await stores.analytics.rebuildCells(otherId, scanId);
    const score = await measureScan(stores, otherId, scanId, AT);
    expect(score?.value).toBeCloseTo((scan?.score ?? 0) / 2, 3);
    const expected = (await overall(brandId)).map((one) => ({ n: one.n, overall: one.overall / 2 }));
    expect(rounded(await overall(otherId))).toEqual(rounded(expected));
    expect(await readAll(stores, brandId, ids)).toEqual(before);
  });

  it("the same Idempotency-Key of two brands is two keys", async () => {
    const claim = (brand: string) => stores.idempotency.claim(brand, ids.keyId, "retry-1", "hash", AT);
    expect([await claim(brandId), await claim(otherId)]).toEqual([null, null]);
    await stores.idempotency.settle(otherId, ids.keyId, "retry-1", 201, "theirs");
    expect(await claim(brandId)).toEqual({ request_hash: "hash", status: null, reply: null });
    expect(await claim(otherId)).toEqual({ request_hash: "hash", status: 201, reply: "theirs" });
  });

  it("whatever the other brand changes or deletes, this one reads the same", async () => {
    await changeAll(stores, otherId, ids, before.waiting[0]?.id ?? "");
    const other = await readAll(stores, otherId, ids);
    expect([other.topic, other.prompt, other.scan]).toEqual([null, null, null]);
    expect(other.brand.name).toBe("Changed");
    expect(await readAll(stores, brandId, ids)).toEqual(before);
  });

  it("deleting the other brand takes its rows alone", async () => {
    expect(await stores.brands.delete(otherId)).toBe(true);
    expect(await readAll(stores, brandId, ids)).toEqual(before);
    expect(await stores.brands.delete(brandId)).toBe(false);
  });

  it("nothing that a store can do was left out above", () => {
    const methods = Object.entries(opened.deps.stores).flatMap(([name, store]) =>
      Object.keys(store).map((method) => `${name}.${method}`),
    );
    const exempt = new Set([
      ...WITHOUT_BRAND,
      ...OF_PEOPLE,
      ...OF_NO_BRAND,
      ...OF_ALL_BRANDS,
      ...INSERTS,
      ...MORE_INSERTS,
    ]);
    expect(methods.filter((method) => !called.has(method) && !exempt.has(method))).toEqual([]);
  });
});
