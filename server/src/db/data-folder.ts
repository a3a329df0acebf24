import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/** Where PGlite keeps its files. */
export const embeddedPath = (folder: string): string => join(folder, "pglite");

/** Written when a first start is done: a folder without it may hold half of one. */
const doneMark = (folder: string): string => join(folder, "made");

export const isMade = (folder: string): boolean => existsSync(doneMark(folder));
export const markMade = (folder: string): void => writeFileSync(doneMark(folder), "");

/** Raised when another process already works on the data folder. */
export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Answerscope process. Two at once would corrupt it: stop the other one, or give this one a DATA_DIR of its own, or use PostgreSQL (DATABASE_URL).`,
    );
    this.name = "FolderInUseError";
  }
}

/** Raised when the data folder cannot be made or written to. */
export class UnusableFolderError extends Error {
  constructor(folder: string, cause: Error) {
    super(
      `The data folder ${folder} cannot be used: ${cause.message}. DATA_DIR takes a folder that can be written to.`,
    );
    this.name = "UnusableFolderError";
  }
}

/** With its parents, but never asking Node to make parents where one exists: under /proc that would not return. */
function makeFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  mkdirSync(folder, { recursive: !existsSync(dirname(resolve(folder))) });
}

/**
 * Holds the folder for this process. PGlite does not refuse a second opener and loses data, and Node has no file
 * lock of its own; SQLite's is an operating-system lock, which a killed process cannot leave behind.
 */
export function lockFolder(folder: string): { release: () => void } {
  let lock: DatabaseSync | undefined;
  try {
    makeFolder(folder);
    lock = new DatabaseSync(join(folder, "lock"), { timeout: 0 });
    lock.exec("PRAGMA locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
    const held = lock;
    return { release: () => held.close() };
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new FolderInUseError(folder);
    throw new UnusableFolderError(folder, error as Error);
  }
}
