import { ConfigError } from "../config.ts";
import { FolderInUseError, UnusableFolderError } from "../db/data-folder.ts";
import { UnreachableError } from "../db/needs-first-start.ts";

const EXPECTED = [ConfigError, FolderInUseError, UnusableFolderError, UnreachableError];

/** Mistakes of whoever starts it: their message says it all. */
export const isExpected = (error: unknown): boolean => EXPECTED.some((kind) => error instanceof kind);
