import type { MemberStore } from "../app/stores.ts";
import type { Db } from "./database.ts";

const membersOf = (db: Db, brandId: string) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .where("m.brand_id", "=", brandId)
    .where("u.demo", "=", false)
    .select(["u.id", "u.name", "u.email", "m.role", "m.created_at"]);

export const memberStore = (db: Db): MemberStore => ({
  list: (brandId) => membersOf(db, brandId).orderBy("m.created_at").orderBy("u.id").execute(),

  async get(brandId, personId) {
    return (await membersOf(db, brandId).where("u.id", "=", personId).executeTakeFirst()) ?? null;
  },

  async countOwners(brandId) {
    return (await membersOf(db, brandId).where("m.role", "=", "owner").execute()).length;
  },

  async put(brandId, personId, role, at) {
    await db
      .insertInto("memberships")
      .values({ brand_id: brandId, user_id: personId, role, created_at: at })
      .onConflict((conflict) => conflict.columns(["brand_id", "user_id"]).doUpdateSet({ role }))
      .execute();
  },

  async remove(brandId, personId) {
    await db.deleteFrom("memberships").where("brand_id", "=", brandId).where("user_id", "=", personId).execute();
  },
});
