import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FolderInUseError, lockFolder } from "../../src/db/data-folder.ts";

const HOLDER = `
  import { lockFolder } from ${JSON.stringify(new URL("../../src/db/data-folder.ts", import.meta.url).href)};
  lockFolder(process.argv[1]);
  process.stdout.write("held");
  setInterval(() => undefined, 1000);
`;

describe("lockFolder", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "answerscope-lock-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("makes the folder, with those above it", () => {
    const deep = join(folder, "a", "b");
    lockFolder(deep).release();
    lockFolder(deep).release();
  });

  it("refuses a second holder and names the folder and the ways out", () => {
    const lock = lockFolder(folder);
    try {
      expect(() => lockFolder(folder)).toThrow(FolderInUseError);
      expect(() => lockFolder(folder)).toThrow(folder);
      expect(() => lockFolder(folder)).toThrow(/in use by another.+DATA_DIR.+DATABASE_URL/);
    } finally {
      lock.release();
    }
  });

  it("can be taken again once it is released", () => {
    lockFolder(folder).release();
    const again = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUseError);
    again.release();
  });

  it("keeps other processes out, and is free at once when its holder is killed", async () => {
    const holder = spawn(process.execPath, ["--input-type=module-typescript", "--eval", HOLDER, folder]);
    await once(holder.stdout, "data");
    expect(() => lockFolder(folder)).toThrow(FolderInUseError);
    holder.kill("SIGKILL");
    await once(holder, "exit");
    lockFolder(folder).release();
  });
});
