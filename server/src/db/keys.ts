import type { KeyStore } from "../app/stores.ts";
import type { Db } from "./database.ts";

const SHOWN = [
  "id",
  "name",
  "prefix",
  "scopes",
  "response_form",
  "expires_at",
  "revoked_at",
  "last_used_at",
  "created_at",
] as const;

export const keyStore = (db: Db): KeyStore => ({
  async byHash(hash) {
    const row = await db
      .selectFrom("api_keys")
      .where("hash", "=", hash)
      .select(SHOWN)
      .select(["brand_id as brandId", "hash"])
      .executeTakeFirst();
    return row ?? null;
  },

  list: (brandId) =>
    db
      .selectFrom("api_keys")
      .where("brand_id", "=", brandId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .select(SHOWN)
      .execute(),

  async insert({ brandId, ...key }) {
    await db
      .insertInto("api_keys")
      .values({ brand_id: brandId, ...key })
      .execute();
  },

  async revoke(brandId, id, at) {
    const { numUpdatedRows } = await db
      .updateTable("api_keys")
      .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.val(at)) }))
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  async markUsed(brandId, id, at) {
    await db
      .updateTable("api_keys")
      .set({ last_used_at: at })
      .where("brand_id", "=", brandId)
      .where("id", "=", id)
      .execute();
  },
});
