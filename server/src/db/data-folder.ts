import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/** Where PGlite keeps its files. */
export const embeddedPath = (folder: string): string => join(folder, "pglite");

export const holdsDatabase = (folder: string): boolean => existsSync(embeddedPath(folder));

/** Raised when another process already works on the data folder. */
export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Answerscope process. Two at once would corrupt it: stop the other one, or give this one a DATA_DIR of its own, or use PostgreSQL (DATABASE_URL).`,
    );
    this.name = "FolderInUseError";
  }
}

/**
 * Holds the folder for this process. PGlite does not refuse a second opener and loses data, and Node has no file
 * lock of its own; SQLite's is an operating-system lock, which a killed process cannot leave behind.
 */
export function lockFolder(folder: string): { release: () => void } {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, "lock"), { timeout: 0 });
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new FolderInUseError(folder);
    throw error;
  }
  return { release: () => lock.close() };
}
