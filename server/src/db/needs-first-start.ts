import pg from "pg";
import { isMade } from "./data-folder.ts";

/** Whether a first start has yet to be made or finished, found out without opening the embedded database. */
export async function needsFirstStart({ url, folder }: { url: string | undefined; folder: string }): Promise<boolean> {
  if (url === undefined) return !isMade(folder);
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query("select to_regclass('brands') is not null as made");
    if (!rows[0].made) return true;
    return (await client.query("select from brands limit 1")).rowCount === 0;
  } catch (error) {
    throw new UnreachableError(error as Error);
  } finally {
    await client.end();
  }
}

/** Says what is wrong without repeating the address, which may hold a password. */
export class UnreachableError extends Error {
  constructor(cause: Error) {
    super(
      `The database at DATABASE_URL cannot be used: ${cause.message || (cause as NodeJS.ErrnoException).code}. Check that the server runs, and the address, user and password.`,
    );
    this.name = "UnreachableError";
  }
}
