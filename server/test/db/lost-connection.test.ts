import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "../../src/db/database.ts";
import { copyDatabase, type DatabaseCopy } from "../setup/databases.ts";

const endOthers = sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

describe("a PostgreSQL connection that the server ends", () => {
  let copy: DatabaseCopy;
  let database: OpenDatabase;
  let other: OpenDatabase;
  beforeAll(async () => {
    copy = await copyDatabase("postgres", "empty");
    database = await openDatabase({ ...copy, onLost: () => undefined });
    other = await openDatabase({ ...copy, onLost: () => undefined });
  });
  afterAll(async () => {
    await Promise.all([database.close(), other.close()]);
    await copy.drop();
  });

  it("fails the transaction it carried, and nothing else: the next query works", async () => {
    const carried = database.db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      await endOthers.execute(other.db);
      await sql`select 2`.execute(transaction);
    });
    await expect(carried).rejects.toThrow();
    expect((await sql<{ n: number }>`select 3 as n`.execute(database.db)).rows).toEqual([{ n: 3 }]);
  });
});
