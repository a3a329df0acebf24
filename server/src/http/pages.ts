import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import files from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const BUILT = fileURLToPath(new URL("../../../web/dist/", import.meta.url));
const INDEX = `${BUILT}index.html`;
const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Answerscope</title>
<h1>Answerscope is running</h1><p>Its dashboard is not built yet: <code>npm start</code> does that, or
<code>npx node web/build.ts</code>. The <a href="/docs">API reference</a> is ready.</p></html>`;

const COMMON = "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
/** A page runs and loads what this server sent as a file of its own, and nothing else. */
const PAGE_POLICY = `default-src 'self'; form-action 'self'; ${COMMON}`;
/** The API reference comes as one page with its script and styles inside. */
const REFERENCE_POLICY = `default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; ${COMMON}`;

export const policyOf = (url: string): string => (/^\/docs\b/.test(url) ? REFERENCE_POLICY : PAGE_POLICY);

/** Addresses below these belong to programs: a mistake there is answered with an error, not with a page. */
const PROGRAMS = /^\/(api|auth|docs|assets|healthz|readyz|metrics)(\/|$)/;

const isForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === "GET" && !PROGRAMS.test(url.split("?", 1)[0] as string) && (headers.accept ?? "").includes("text/html");

/** Sends the dashboard when a browser asks for one of its pages, and says whether it did. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** The built dashboard: its files by name, and one page that every other address of it opens. */
export function openPages(): { send: SendPage; add: (app: FastifyInstance) => Promise<void> } {
  const isBuilt = existsSync(INDEX);
  const page = isBuilt ? readFileSync(INDEX, "utf8") : NOT_BUILT;
  const sendIndex = (reply: FastifyReply) =>
    reply.type("text/html; charset=utf-8").header("Cache-Control", "no-cache").send(page);

  return {
    send: (request, reply) => {
      if (!isForPage(request)) return false;
      void sendIndex(reply);
      return true;
    },
    add: async (app) => {
      app.get("/", (_, reply) => sendIndex(reply));
      if (isBuilt) await addFiles(app);
    },
  };
}

async function addFiles(app: FastifyInstance): Promise<void> {
  await app.register(files, {
    root: BUILT,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ["**/*.{gz,br,html}"],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The name of a built file holds a hash of what is in it.
      const isHashed = path.includes("/assets/");
      reply.header("Cache-Control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}
