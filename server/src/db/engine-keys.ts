import type { EngineKeyStore } from "../app/stores.ts";
import type { Db } from "./database.ts";

export const engineKeyStore = (db: Db): EngineKeyStore => ({
  list: (brandId) =>
    db
      .selectFrom("engine_keys")
      .where("brand_id", "=", brandId)
      .orderBy("engine")
      .select(["engine", "sealed", "base_url", "model"])
      .execute(),

  async put(brandId, key, at) {
    await db
      .insertInto("engine_keys")
      .values({ brand_id: brandId, ...key, updated_at: at })
      .onConflict((conflict) => conflict.columns(["brand_id", "engine"]).doUpdateSet({ ...key, updated_at: at }))
      .execute();
  },

  async delete(brandId, engine) {
    await db.deleteFrom("engine_keys").where("brand_id", "=", brandId).where("engine", "=", engine).execute();
  },
});
