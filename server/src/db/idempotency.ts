import type { IdempotencyStore } from "../app/stores.ts";
import type { Db } from "./database.ts";

export const idempotencyStore = (db: Db): IdempotencyStore => ({
  async claim(brandId, keyId, key, requestHash, at) {
    // A second request with the same key waits here for the first one's transaction, then finds its reply.
    const claimed = await db
      .insertInto("idempotency")
      .values({ brand_id: brandId, key_id: keyId, idempotency_key: key, request_hash: requestHash, created_at: at })
      .onConflict((conflict) => conflict.columns(["brand_id", "key_id", "idempotency_key"]).doNothing())
      .returning("idempotency_key")
      .executeTakeFirst();
    if (claimed) return null;
    return db
      .selectFrom("idempotency")
      .where("brand_id", "=", brandId)
      .where("key_id", "=", keyId)
      .where("idempotency_key", "=", key)
      .select(["request_hash", "status", "reply"])
      .executeTakeFirstOrThrow();
  },

  async settle(brandId, keyId, key, status, reply) {
    await db
      .updateTable("idempotency")
      .set({ status, reply })
      .where("brand_id", "=", brandId)
      .where("key_id", "=", keyId)
      .where("idempotency_key", "=", key)
      .execute();
  },

  async forgetBefore(brandId, at) {
    await db.deleteFrom("idempotency").where("brand_id", "=", brandId).where("created_at", "<", at).execute();
  },
});
