import { type Kysely, sql } from "kysely";
import { packJson } from "../packed-json.ts";

/** Replies kept as jsonb move to where they are packed. */
export async function packReplies(db: Kysely<never>): Promise<void> {
  await sql`alter table answers add column raw_packed bytea`.execute(db);
  for (;;) {
    const { rows } = await sql<{ result_id: string; raw: unknown }>`
      select result_id, raw from answers where raw is not null and raw_packed is null limit 500`.execute(db);
    if (rows.length === 0) break;
    for (const { result_id, raw } of rows) {
      await sql`update answers set raw_packed = ${packJson(raw)} where result_id = ${result_id}`.execute(db);
    }
  }
  await sql`alter table answers drop column raw`.execute(db);
}
