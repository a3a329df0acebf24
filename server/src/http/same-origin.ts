import type { FastifyRequest } from "fastify";
import { isLoopback } from "../app/loopback.ts";
import { Problem } from "../app/problem.ts";

/** The address that a request was sent to, as a browser would name it. */
export const originOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;

/** Browsers say which page a request comes from, and no page can make them lie. `must`: silence is refused as well. */
export function refuseOtherSites(request: FastifyRequest, must: boolean): void {
  const { "sec-fetch-site": site, origin } = request.headers;
  if (site === "same-origin") return;
  const silent = site === undefined && origin === undefined;
  if (silent ? !must : site === undefined && origin === originOf(request)) return;
  throw new Problem(
    "forbidden",
    "With a session, changes are taken from this server's own pages alone (Origin, Sec-Fetch-Site). Programs use an API key.",
  );
}

const PASSED_ON = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/** A proxy on this machine seems local too, and so does a page elsewhere whose name was made to point here. */
export const seemsLocal = ({ hostname, headers, ip }: FastifyRequest): boolean =>
  isLoopback(ip) && isLoopback(hostname) && PASSED_ON.every((name) => headers[name] === undefined);
