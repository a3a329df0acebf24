import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{api,server,web}/test/**/*.test.ts"],
    globalSetup: ["web/test/setup/build.ts", "server/test/setup/global-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Each file opens a database of its own: more at once than there are cores only makes each of them slow.
    maxWorkers: 2,
  },
});
