import { sql } from "kysely";
import type { PeopleStore } from "../app/stores.ts";
import type { Db } from "./database.ts";

export const peopleStore = (db: Db): PeopleStore => ({
  async hasOwner() {
    return (
      (await db.selectFrom("users").where("demo", "=", false).limit(1).select("id").executeTakeFirst()) !== undefined
    );
  },

  async lockSignUps() {
    // Any number that nothing else in this database locks on.
    await sql`select pg_advisory_xact_lock(7203412)`.execute(db);
  },

  brandsOf: (personId) =>
    db
      .selectFrom("memberships as m")
      .innerJoin("brands as b", "b.id", "m.brand_id")
      .where("m.user_id", "=", personId)
      .orderBy("b.created_at")
      .orderBy("b.id")
      .select(["b.id", "b.name", "b.domain", "m.role", "b.demo"])
      .execute(),

  async ownEverything(personId, at) {
    await sql`insert into memberships (brand_id, user_id, role, created_at)
      select id, ${personId}, 'owner', ${at} from brands`.execute(db);
    await sql`update users set account_id = (select account_id from brands order by created_at, id limit 1)
      where id = ${personId}`.execute(db);
  },

  async accountOf(personId) {
    const { account_id } = await db
      .selectFrom("users")
      .where("id", "=", personId)
      .select("account_id")
      .forUpdate()
      .executeTakeFirstOrThrow();
    return account_id;
  },

  async setAccount(personId, accountId) {
    await db.updateTable("users").set({ account_id: accountId }).where("id", "=", personId).execute();
  },

  async demoPerson({ id, name, email, at }) {
    await db
      .insertInto("users")
      .values({ id, name, email, email_verified: false, demo: true, created_at: at, updated_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const person = await db.selectFrom("users").where("demo", "=", true).select("id").executeTakeFirstOrThrow();
    return person.id;
  },
});
