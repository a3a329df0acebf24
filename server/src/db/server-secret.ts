import type { Db } from "./database.ts";

/** The secret that this database keeps for its server: whoever asks first makes it, and all get the same. */
export async function serverSecret(db: Db, fresh: string): Promise<string> {
  await db
    .insertInto("server_secret")
    .values({ secret: fresh })
    .onConflict((conflict) => conflict.column("one").doNothing())
    .execute();
  const { secret } = await db.selectFrom("server_secret").select("secret").executeTakeFirstOrThrow();
  return secret;
}
