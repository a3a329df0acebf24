import type { InvitationStore } from "../app/stores.ts";
import type { Db } from "./database.ts";

const SHOWN = ["i.id", "i.role", "i.email", "i.expires_at", "i.created_at"] as const;

export const invitationStore = (db: Db): InvitationStore => ({
  open: (brandId, at) =>
    db
      .selectFrom("invitations as i")
      .where("i.brand_id", "=", brandId)
      .where("i.accepted_at", "is", null)
      .where("i.revoked_at", "is", null)
      .where("i.expires_at", ">", at)
      .orderBy("i.created_at", "desc")
      .orderBy("i.id", "desc")
      .select(SHOWN)
      .execute(),

  async byHash(hash) {
    const row = await db
      .selectFrom("invitations as i")
      .innerJoin("brands as b", "b.id", "i.brand_id")
      .where("i.hash", "=", hash)
      .select(SHOWN)
      .select(["i.brand_id as brandId", "b.name as brandName", "i.hash"])
      .select(["i.revoked_at", "i.accepted_at", "i.accepted_by"])
      .executeTakeFirst();
    return row ?? null;
  },

  async insert({ brandId, ...invitation }) {
    await db
      .insertInto("invitations")
      .values({ brand_id: brandId, ...invitation })
      .execute();
  },

  async accept(brandId, id, personId, at) {
    const { numUpdatedRows } = await db
      .updateTable("invitations")
      .set({ accepted_at: at, accepted_by: personId })
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .where("accepted_at", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  async revoke(brandId, id, at) {
    const { numUpdatedRows } = await db
      .updateTable("invitations")
      .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.val(at)) }))
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
});
