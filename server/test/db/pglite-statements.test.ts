import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isOnlyData, PgliteStatements } from "../../src/db/pglite-statements.ts";

describe("statements that the embedded database knows", () => {
  let database: PGlite;
  let statements: PgliteStatements;
  const names = async () => {
    const { rows } = await database.query<{ name: string }>("select name from pg_prepared_statements");
    return rows.map(({ name }) => name);
  };

  beforeAll(async () => {
    database = await PGlite.create();
    await database.exec(
      "create table things (id int primary key, tags text[], extra jsonb, packed bytea, at timestamptz)",
    );
    statements = new PgliteStatements(database);
  }, 60_000);
  afterAll(() => database.close());

  it("give the rows that the database's own query gives, for every kind of value", async () => {
    const insert = "insert into things values ($1, $2, $3, $4, $5)";
    const at = "2026-01-02T03:04:05.678Z";
    const full = [1, ["a", 'b "quoted", c', "ü\n"], { deep: [1, null] }, new Uint8Array([0, 255, 10]), at];
    expect(await statements.query(insert, full)).toEqual({ rows: [], affectedRows: 1 });
    expect(await statements.query(insert, [2, [], null, undefined, null])).toEqual({ rows: [], affectedRows: 1 });
    const select = "select * from things where id = any($1) order by id";
    const expected = await database.query(select, [[1, 2]]);
    expect(expected.rows).toHaveLength(2);
    expect((await statements.query(select, [[1, 2]])).rows).toEqual(expected.rows);
    expect((await statements.query(select, [[2]])).rows).toEqual(expected.rows.slice(1));
  });

  it("are read once, however often they come", async () => {
    await statements.query("select 41 as n", []);
    const before = (await names()).length;
    for (let again = 0; again < 3; again++)
      expect((await statements.query("select 41 as n", [])).rows).toEqual([{ n: 41 }]);
    expect(await names()).toHaveLength(before);
  });

  it("fail with the database's code and leave the next one untouched, in a transaction too", async () => {
    await expect(statements.query("insert into things (id) values ($1)", [1])).rejects.toMatchObject({ code: "23505" });
    await expect(statements.query("select nonsense", [])).rejects.toMatchObject({ code: "42703" });
    expect((await statements.query("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
    await statements.query("begin", []);
    await expect(statements.query("insert into things (id) values ($1)", [1])).rejects.toMatchObject({ code: "23505" });
    await expect(statements.query("select 1 as one", [])).rejects.toMatchObject({ code: "25P02" });
    await statements.query("rollback", []);
    expect((await statements.query("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
  });

  it("see a table as it is after it was changed", async () => {
    const select = "select * from things where id = 1";
    expect(Object.keys((await statements.query(select, [])).rows[0] as object)).not.toContain("more");
    await statements.query("alter table things add column more int", []);
    expect(Object.keys((await statements.query(select, [])).rows[0] as object)).toContain("more");
  });

  it("are dropped, the longest unused first, when there are too many", async () => {
    for (let n = 0; n < 400; n++) {
      expect((await statements.query(`select ${n} as n`, [])).rows).toEqual([{ n }]);
      await statements.query("select 'often' as word", []);
    }
    const kept = await names();
    expect(kept.length).toBeLessThanOrEqual(150);
    expect((await statements.query("select 'often' as word", [])).rows).toEqual([{ word: "often" }]);
    expect(await names()).toEqual(kept);
  });

  it("keep apart what is asked at the same time", async () => {
    const asked = Array.from({ length: 50 }, (_, n) => statements.query("select $1::int as n", [n]));
    expect((await Promise.all(asked)).map(({ rows }) => rows[0])).toEqual(asked.map((_, n) => ({ n })));
  });
});

it.each([
  ["update things set id = 1", true],
  ["select created_at from drops", true],
  ["CREATE TABLE x ()", false],
  ["begin; alter table x add y int; commit", false],
])("%j changes nothing but data: %s", (sql, onlyData) => {
  expect(isOnlyData(sql)).toBe(onlyData);
});
