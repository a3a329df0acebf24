import { join } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = process.env.ANSWERSCOPE ?? "http://127.0.0.1:4000";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  resolve: { alias: { zod: join(import.meta.dirname, "src/no-zod.ts") } },
  server: {
    host: "127.0.0.1",
    proxy: Object.fromEntries(["/api", "/auth", "/docs"].map((path) => [path, { target: server }])),
  },
  build: {
    // The page's policy allows files of its own only, so nothing is inlined as a data address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
  },
});
