// Builds the dashboard when its files are missing or were made from other sources, and does nothing otherwise.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = join(import.meta.dirname, "..");
const built = join(import.meta.dirname, "dist");
const stamp = join(built, ".sources");
const SOURCES = ["web/{src,public}/**", "web/*.{ts,html,json}", "api/src/**/*.ts", "package-lock.json"];
const COMPRESSIBLE = "**/*.{html,js,css,svg}";

function sourcesHash(): string {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(path.slice(root.length)).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** Compressed once here rather than for every browser that asks. */
function compressFiles(): void {
  for (const name of globSync(COMPRESSIBLE, { cwd: built })) {
    const bytes = readFileSync(join(built, name));
    writeFileSync(join(built, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    writeFileSync(join(built, `${name}.br`), brotliCompressSync(bytes, { params: quality }));
  }
}

const wanted = sourcesHash();
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  process.stderr.write("Building the dashboard, once; later starts skip this.\n");
  // Whatever runs this, a test for instance: what is built is for people.
  process.env.NODE_ENV = "production";
  const { build } = await import("vite");
  await build({ configFile: join(import.meta.dirname, "vite.config.ts"), logLevel: "warn" });
  compressFiles();
  writeFileSync(stamp, wanted);
}
