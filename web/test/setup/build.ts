import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The tests look at what people get: the built dashboard, served by the real server. */
export function setup(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL("../../build.ts", import.meta.url))], { stdio: "inherit" });
}
