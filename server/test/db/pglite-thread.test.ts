import { Kysely, PGliteDialect } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { embeddedPath } from "../../src/db/data-folder.ts";
import { PgliteThread } from "../../src/db/pglite-thread.ts";
import { copyDatabase, type DatabaseCopy } from "../setup/databases.ts";

const SOON = { timeout: 5000, interval: 10 };

const rowsOf = async (database: Pick<PgliteThread, "query">, statement: string): Promise<unknown[]> =>
  (await database.query(statement)).rows;

describe("PgliteThread", () => {
  let database: PgliteThread;
  let copy: DatabaseCopy;
  const lost = vi.fn();
  const open = () => PgliteThread.open(embeddedPath(copy.folder as string), lost);
  beforeAll(async () => {
    copy = await copyDatabase("pglite");
    database = await open();
  });
  afterAll(async () => {
    await database.close();
    await copy.drop();
  });
  beforeEach(async () => {
    await database.exec("create table notes (id integer primary key, text text)");
  });
  afterEach(async () => {
    await database.exec("drop table notes");
  });

  describe("transactions", () => {
    it("keep everything else out until they end", async () => {
      const order: string[] = [];
      const begun = Promise.withResolvers<void>();
      const transaction = database.transaction(async (inside) => {
        await inside.query("insert into notes values (1, 'a')");
        begun.resolve();
        await inside.query("insert into notes values (2, 'b')");
        order.push("transaction");
      });
      await begun.promise;
      const outside = rowsOf(database, "select count(*) as n from notes").then((rows) => {
        order.push("outside");
        return rows;
      });
      const second = database.transaction(async (inside) => {
        order.push("second");
        await inside.query("delete from notes");
      });
      await Promise.all([transaction, outside, second]);
      expect(order).toEqual(["transaction", "outside", "second"]);
      expect(await outside).toEqual([{ n: 2 }]);
      expect(await rowsOf(database, "select * from notes")).toEqual([]);
    });

    it("give what the work gives", async () => {
      expect(await database.transaction(async () => "given")).toBe("given");
    });

    it("undo everything when the work throws, and pass the error on", async () => {
      const failing = database.transaction(async (inside) => {
        await inside.query("insert into notes values (1, 'a')");
        throw new Error("half-way");
      });
      await expect(failing).rejects.toThrow("half-way");
      expect(await rowsOf(database, "select * from notes")).toEqual([]);
    });

    it("undo everything when a statement fails, and leave the connection usable", async () => {
      const failing = database.transaction(async (inside) => {
        await inside.query("insert into notes values (1, 'a')");
        await inside.query("insert into notes values (1, 'again')");
      });
      await expect(failing).rejects.toMatchObject({ code: "23505" });
      expect(await rowsOf(database, "select * from notes")).toEqual([]);
    });

    it("can be rolled back by the work itself", async () => {
      await database.transaction(async (inside) => {
        await inside.query("insert into notes values (1, 'a')");
        await inside.rollback();
      });
      expect(await rowsOf(database, "select * from notes")).toEqual([]);
    });

    it("of Kysely stay apart from its other queries", async () => {
      const db = new Kysely<{ notes: { id: number; text: string } }>({
        dialect: new PGliteDialect({ pglite: database }),
      });
      const begun = Promise.withResolvers<void>();
      const failing = db.transaction().execute(async (transaction) => {
        await transaction.insertInto("notes").values({ id: 1, text: "undone" }).execute();
        begun.resolve();
        await transaction.insertInto("notes").values({ id: 2, text: "undone" }).execute();
        throw new Error("undo");
      });
      await begun.promise;
      const kept = db.insertInto("notes").values({ id: 1, text: "kept" }).execute();
      await expect(failing).rejects.toThrow("undo");
      await kept;
      expect(await db.selectFrom("notes").selectAll().execute()).toEqual([{ id: 1, text: "kept" }]);
    });
  });

  describe("exec", () => {
    it("gives the rows of each statement", async () => {
      const results = await database.exec("insert into notes values (1, 'a'); select id from notes; select 7 as seven");
      expect(results.map(({ rows }) => rows)).toEqual([[], [{ id: 1 }], [{ seven: 7 }]]);
    });

    it("of a block that fails inside its transaction does not poison the next statement", async () => {
      const block = "begin; insert into notes values (1, 'a'); select 1/0; commit";
      await expect(database.exec(block)).rejects.toMatchObject({ code: "22012" });
      expect(await rowsOf(database, "select count(*) as n from notes")).toEqual([{ n: 0 }]);
    });
  });

  describe("values and errors", () => {
    it("timestamps are ISO strings in UTC with milliseconds, and big integers are numbers", async () => {
      const statement = `select '2026-03-04 05:06:07.5+02'::timestamptz(3) as at, '2026-03-04 05:06:07Z'::timestamptz as whole,
        9007199254740991::bigint as big, count(*) as n from notes`;
      expect(await rowsOf(database, statement)).toEqual([
        { at: "2026-03-04T03:06:07.500Z", whole: "2026-03-04T05:06:07.000Z", big: 9007199254740991, n: 0 },
      ]);
    });

    it("takes parameters, arrays and text beyond ASCII among them", async () => {
      const { rows } = await database.query("select $1::text as text, $2::text[] as list, $3::jsonb as json", [
        "naïve 日本 🏔",
        ["a", 'with "quotes", and {braces}'],
        JSON.stringify({ deep: [1, null] }),
      ]);
      expect(rows).toEqual([
        { text: "naïve 日本 🏔", list: ["a", 'with "quotes", and {braces}'], json: { deep: [1, null] } },
      ]);
    });

    it("an error is an Error with its message, code and the constraint it names", async () => {
      await database.query("insert into notes values (1, 'a')");
      const failing = database.query("insert into notes values (1, 'b')");
      await expect(failing).rejects.toBeInstanceOf(Error);
      await expect(failing).rejects.toMatchObject({
        code: "23505",
        constraint: "notes_pkey",
        message: expect.stringContaining("duplicate key"),
      });
    });

    it("says how many rows a statement touched", async () => {
      const { affectedRows } = await database.query("insert into notes values (1, 'a'), (2, 'b')");
      expect(affectedRows).toBe(2);
    });
  });

  describe("listen", () => {
    it("hears what is notified on its channel, and nothing else", async () => {
      const heard: string[] = [];
      await database.listen("doorbell", (payload) => heard.push(payload));
      await database.exec("notify other, 'no'; notify doorbell, 'yes'");
      await vi.waitFor(() => expect(heard).toEqual(["yes"]), SOON);
    });

    it("hears a notification only when its transaction is kept", async () => {
      const heard: string[] = [];
      await database.listen("kept", (payload) => heard.push(payload));
      const failing = database.transaction(async (inside) => {
        await inside.query("select pg_notify('kept', 'undone')");
        throw new Error("undo");
      });
      await expect(failing).rejects.toThrow("undo");
      await database.query("select pg_notify('kept', 'done')");
      await vi.waitFor(() => expect(heard).toEqual(["done"]), SOON);
    });

    it("stops hearing when told to, while another listener goes on", async () => {
      const [first, second]: [string[], string[]] = [[], []];
      const stop = await database.listen("shared", (payload) => first.push(payload));
      await database.listen("shared", (payload) => second.push(payload));
      await stop();
      await database.query("select pg_notify('shared', 'x')");
      await vi.waitFor(() => expect(second).toEqual(["x"]), SOON);
      expect(first).toEqual([]);
    });

    it("hears once, however often the channel was listened to before", async () => {
      const heard: string[] = [];
      await (await database.listen("again", () => undefined))();
      await Promise.all([database.listen("again", () => undefined), database.listen("again", (p) => heard.push(p))]);
      await database.query("select pg_notify('again', 'x')");
      await database.query("select pg_notify('again', 'last')");
      await vi.waitFor(() => expect(heard).toContain("last"), SOON);
      expect(heard).toEqual(["x", "last"]);
    });
  });

  describe("close", () => {
    it("a folder that cannot be a database is refused instead of waited for", async () => {
      await expect(PgliteThread.open("/dev/null/nowhere", lost)).rejects.toThrow();
    });

    it("waits for what is under way, refuses what comes after, keeps what was stored, and is not a loss", async () => {
      const underWay = database.query("insert into notes select n, 'kept' from generate_series(1, 50000) n");
      const closing = database.close();
      const late = expect(database.query("select 1")).rejects.toThrow("The embedded database is closed.");
      expect((await underWay).affectedRows).toBe(50_000);
      await closing;
      await late;
      await expect(database.query("select 1")).rejects.toThrow("The embedded database is closed.");
      expect(lost).not.toHaveBeenCalled();
      database = await open();
      expect(await rowsOf(database, "select count(*) as n from notes")).toEqual([{ n: 50_000 }]);
    });
  });
});
