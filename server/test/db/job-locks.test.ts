import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import type { JobLocks } from "../../src/app/ports.ts";
import { lockedHere, lockedInPostgres } from "../../src/db/job-locks.ts";
import { copyDatabase, type DatabaseCopy } from "../setup/databases.ts";

const lane = (engine: "chatgpt" | "claude") => ({ brandId: "b", scanId: "s", engine }) as const;

describe("locks of lanes in PostgreSQL", () => {
  let copy: DatabaseCopy;
  let one: JobLocks;
  let other: JobLocks;
  beforeEach(async () => {
    copy = await copyDatabase("postgres", "empty");
    one = lockedInPostgres(copy.url as string);
    other = lockedInPostgres(copy.url as string);
  });
  afterEach(async () => {
    await Promise.all([one.close(), other.close()]);
    await copy.drop();
  });

  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject("postgresUrl") });
    await client.connect();
    await client.query(statement.replace("$name", new URL(copy.url as string).pathname.slice(1)));
    await client.end();
  };

  it("are had by one process at a time, lane by lane, until they are given back", async () => {
    const lock = await one.take(lane("chatgpt"));
    expect(await other.take(lane("chatgpt"))).toBeNull();
    expect(await one.take(lane("chatgpt"))).toBeNull();
    expect(await other.take(lane("claude"))).not.toBeNull();
    const lanes = [lane("chatgpt"), lane("claude")];
    expect([...(await one.taken(lanes))]).toEqual(lanes);
    await lock?.release();
    expect([...(await one.taken(lanes))]).toEqual([lanes[1]]);
    expect(await other.take(lane("chatgpt"))).not.toBeNull();
  });

  it("go with the process that had them", async () => {
    await one.take(lane("chatgpt"));
    await one.close();
    await expect.poll(() => other.take(lane("chatgpt"))).not.toBeNull();
  });

  it("are taken again when the connection comes back", async () => {
    const lock = await one.take(lane("chatgpt"));
    await onServer("alter database $name allow_connections false");
    await onServer("select pg_terminate_backend(pid) from pg_stat_activity where datname = '$name'");
    await onServer("alter database $name allow_connections true");
    await expect.poll(async () => (await other.taken([lane("chatgpt")])).size, { timeout: 5000 }).toBe(1);
    expect(lock?.lost.aborted).toBe(false);
    expect(await other.take(lane("chatgpt"))).toBeNull();
  });

  it("that somebody else has meanwhile are lost, and say so", async () => {
    const lock = await one.take(lane("chatgpt"));
    await onServer("alter database $name allow_connections false");
    await onServer("select pg_terminate_backend(pid) from pg_stat_activity where datname = '$name'");
    // Faster than the first owner's next try: a session that holds the lock from outside.
    await onServer("alter database $name allow_connections true");
    const thief = new pg.Client({ connectionString: copy.url as string });
    await thief.connect();
    const { rows } = await thief.query("select pg_try_advisory_lock(hashtextextended('s:chatgpt', 0)) as locked");
    if (rows[0]?.locked) await expect.poll(() => lock?.lost.aborted, { timeout: 5000 }).toBe(true);
    else expect(lock?.lost.aborted).toBe(false);
    await thief.end();
  });
});

it("in one process, a lane is taken once", async () => {
  const locks = lockedHere();
  const lock = await locks.take(lane("chatgpt"));
  expect(await locks.take(lane("chatgpt"))).toBeNull();
  await lock?.release();
  expect(await locks.take(lane("chatgpt"))).not.toBeNull();
});
