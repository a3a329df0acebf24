import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const SECRET = "apin_Logged0Logged0Logged0Logged0Logged0";
const SCRIPT = `
  import { createLogger } from ${JSON.stringify(new URL("../src/logger.ts", import.meta.url).href)};
  const logger = createLogger("info");
  const secret = ${JSON.stringify(SECRET)};
  logger.info({ key: secret, headers: { "x-api-key": secret } }, "was given " + secret);
  logger.error({ err: new Error("cannot use " + secret) }, "failed");
  logger.child({ secret }).warn("from a child");
  logger.debug("too quiet to be heard");
`;

it("the log is JSON lines on standard error, from its level up, and holds no key wherever one was put", () => {
  const child = spawnSync(process.execPath, ["--input-type=module-typescript", "--eval", SCRIPT], { encoding: "utf8" });
  expect(child.stdout).toBe("");
  const lines = child.stderr.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["was given apin_…", "failed", "from a child"]);
  expect(child.stderr).not.toContain("Logged0");
});
