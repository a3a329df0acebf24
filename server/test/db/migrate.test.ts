import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type Db, type OpenDatabase, openDatabase } from "../../src/db/database.ts";
import { migrate } from "../../src/db/migrate.ts";
import { voicesAndSources } from "../../src/db/migrations/0008-voices-and-sources.ts";
import { copyDatabase, type DatabaseCopy, KINDS } from "../setup/databases.ts";

const open = (copy: DatabaseCopy): Promise<OpenDatabase> => openDatabase({ ...copy, onLost: () => undefined });

const TABLES = [
  "accounts",
  "answers",
  "api_keys",
  "brands",
  "cell_rollups",
  "credentials",
  "engine_keys",
  "engine_rollups",
  "findings",
  "idempotency",
  "invitations",
  "judgements",
  "memberships",
  "plans",
  "prompt_rollups",
  "prompt_versions",
  "prompts",
  "rate_limits",
  "recommendations",
  "rescore_scans",
  "rescores",
  "results",
  "scan_months",
  "scan_tallies",
  "scans",
  "server_secret",
  "sessions",
  "site_tallies",
  "topic_rollups",
  "topics",
  "users",
];

/** Every column, index and migration: what a second run could have changed. */
async function shapeOf(db: Db): Promise<unknown> {
  const columns = await sql`select table_name, column_name, data_type, is_nullable, column_default
    from information_schema.columns where table_schema = 'public' order by 1, 2`.execute(db);
  const indexes = await sql`select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`.execute(
    db,
  );
  const done = await sql`select * from kysely_migration order by 1`.execute(db);
  const plans = await sql`select * from plans order by 1`.execute(db);
  return [columns.rows, indexes.rows, done.rows, plans.rows];
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

describe.each(KINDS)("migrate on %s", (kind) => {
  it("lays out an empty database, and running again changes nothing", async () => {
    const copy = await copyDatabase(kind, "empty");
    const database = await open(copy);
    try {
      await migrate(database.db);
      expect(await tablesOf(database.db)).toEqual(TABLES);
      const before = await shapeOf(database.db);
      await migrate(database.db);
      expect(await shapeOf(database.db)).toEqual(before);
    } finally {
      await database.close();
      await copy.drop();
    }
  });

  it("puts the brand first in every key and index of a brand's rows", async () => {
    const copy = await copyDatabase(kind, "demo");
    const database = await open(copy);
    try {
      const { rows } = await sql<{ table: string; index: string; first: string }>`
        select t.relname as table, i.relname as index, a.attname as first
        from pg_index x
        join pg_class t on t.oid = x.indrelid
        join pg_class i on i.oid = x.indexrelid
        join pg_namespace s on s.oid = t.relnamespace and s.nspname = 'public'
        join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
        where exists (select from pg_attribute b where b.attrelid = t.oid and b.attname = 'brand_id')`.execute(
        database.db,
      );
      expect(rows.length).toBeGreaterThan(15);
      const others = rows.filter(({ first }) => first !== "brand_id").map(({ index }) => index);
      const byWhatTellsTheBrand = ["api_keys_by_hash", "invitations_by_hash", "memberships_of_user"];
      expect(others.toSorted()).toEqual(byWhatTellsTheBrand);
    } finally {
      await database.close();
      await copy.drop();
    }
  });
});

describe.each(KINDS)("a database from before there were tallies, on %s", (kind) => {
  it("gets those of its completed scans, as if they had been counted then", async () => {
    const copy = await copyDatabase(kind, "demo");
    const { db, close } = await open(copy);
    const tallies = async () => [
      ...(
        await sql`select scan_id, scanned_at, md5(voices) as voices, md5(sources) as sources, md5(voices_together || sources_together) as together from scan_tallies order by 1`.execute(
          db,
        )
      ).rows,
      ...(
        await sql`select scan_id, topic_id, site, md5(names) as names, md5(pages) as pages from site_tallies order by 1, 2, 3`.execute(
          db,
        )
      ).rows,
    ];
    try {
      const before = await tallies();
      expect(before).not.toHaveLength(0);
      await sql`drop table scan_tallies, site_tallies`.execute(db);
      await voicesAndSources(db as never);
      expect(await tallies()).toEqual(before);
    } finally {
      await close();
      await copy.drop();
    }
  }, 120_000);
});

describe("migrate on postgres", () => {
  it("succeeds in eight processes' connections at once, and leaves one schema", async () => {
    const copy = await copyDatabase("postgres", "empty");
    const databases = await Promise.all(Array.from({ length: 8 }, () => open(copy)));
    try {
      await Promise.all(databases.map(({ db }) => migrate(db)));
      const [first] = databases as [OpenDatabase];
      expect(await tablesOf(first.db)).toEqual(TABLES);
      expect((await sql`select * from kysely_migration`.execute(first.db)).rows).toHaveLength(9);
      expect((await sql`select * from plans`.execute(first.db)).rows).toHaveLength(1);
    } finally {
      await Promise.all(databases.map(({ close }) => close()));
      await copy.drop();
    }
  });
});

describe("openDatabase on postgres", () => {
  it("reads times as UTC on a server that lives in another time zone", async () => {
    const copy = await copyDatabase("postgres", "empty");
    const name = new URL(copy.url as string).pathname.slice(1);
    const before = await open(copy);
    await sql`alter database ${sql.id(name)} set timezone to 'Asia/Kolkata'`.execute(before.db);
    await before.close();
    const database = await open(copy);
    try {
      const { rows } = await sql`select '2026-03-04 05:06:07.089Z'::timestamptz(3) as at, 5::bigint as n`.execute(
        database.db,
      );
      expect(rows).toEqual([{ at: "2026-03-04T05:06:07.089Z", n: 5 }]);
    } finally {
      await database.close();
      await copy.drop();
    }
  });

  it("says that it cannot be reached, with the reason and without the password", async () => {
    const opening = open({ url: "postgres://someone:hunter2@localhost:1/x", folder: undefined, drop: async () => {} });
    const { message } = (await opening.catch((error) => error)) as Error;
    expect(message).toMatch(/^The database at DATABASE_URL cannot be used: .*ECONNREFUSED/);
    expect(message).not.toContain("hunter2");
  });
});
