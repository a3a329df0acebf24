import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { firstTables } from "./migrations/0001-first-tables.ts";
import { realEngines } from "./migrations/0002-real-engines.ts";
import { cellsAndBudgets } from "./migrations/0003-cells-and-budgets.ts";
import { packReplies } from "./migrations/0004-packed-replies.ts";
import { secondReadings } from "./migrations/0005-second-readings.ts";
import { people } from "./migrations/0006-people.ts";
import { uncertainty } from "./migrations/0007-uncertainty.ts";
import { voicesAndSources } from "./migrations/0008-voices-and-sources.ts";
import { sampling } from "./migrations/0009-sampling.ts";

const statements = (texts: string[]): Migration => ({
  up: async (db) => {
    for (const text of texts) await sql.raw(text).execute(db);
  },
});

// Forward only, in the order of their names. A migration that has landed is never edited.
const MIGRATIONS: Record<string, Migration> = {
  "0001-first-tables": statements(firstTables),
  "0002-real-engines": statements(realEngines),
  "0003-cells-and-budgets": statements(cellsAndBudgets),
  "0004-packed-replies": { up: packReplies },
  "0005-second-readings": statements(secondReadings),
  "0006-people": statements(people),
  "0007-uncertainty": statements(uncertainty),
  "0008-voices-and-sources": { up: voicesAndSources },
  "0009-sampling": statements(sampling),
};

/** Brings the database up to date. Processes that start together wait for each other on an advisory lock. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
