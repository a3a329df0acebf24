// Installs what is missing and does nothing when nothing is: `runtime` is what `npm start` needs,
// `all` adds the tools that `npm test` needs. Plain JavaScript, since it runs on whatever Node started npm.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".answerscope-install");
const wanted = process.argv[2] === "all" ? "all" : "runtime";

const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const [installedLock, installed] = existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : [];
const current = installedLock === lock;

if (!current || (wanted === "all" && installed !== "all")) {
  // A newer lock file must not take the tools away from someone who has them.
  const scope = installed === "all" ? "all" : wanted;
  process.stderr.write(`Installing packages (${scope}), once; later starts skip this.\n`);
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  if (scope === "runtime") args.push("--omit=dev");
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ["ignore", 2, 2] })
    : spawnSync("npm", args, { cwd: root, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  if (result.status !== 0) {
    process.stderr.write("The packages could not be installed: npm said why above. Nothing was started.\n");
    process.exit(result.status ?? 1);
  }
  writeFileSync(stamp, `${lock} ${scope}`);
}
