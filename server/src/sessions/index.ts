import type { ProblemCode } from "@answerscope/api";
import { SESSION_COOKIE } from "@answerscope/api";
import type { Kysely } from "kysely";
import type { Person, Sessions, Visit } from "../app/ports.ts";
import { Problem } from "../app/problem.ts";
import type { BetterAuth, BetterAuthSettings } from "./better-auth.ts";

/** What better-auth refuses, in our words. Whatever is not listed is a bug. */
const REFUSALS: Record<string, [ProblemCode, string]> = {
  INVALID_EMAIL_OR_PASSWORD: ["unauthorized", "The e-mail address or the password is wrong."],
  UNAUTHORIZED: ["unauthorized", "Nobody is signed in."],
  INVALID_PASSWORD: ["invalid_request", "currentPassword: is wrong."],
  CREDENTIAL_ACCOUNT_NOT_FOUND: ["forbidden", "Whoever is signed in has no password to change."],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: [
    "conflict",
    "Somebody has signed up with this e-mail address before. Sign in, and open the invitation again.",
  ],
};

async function read(response: Response): Promise<{ body: unknown; cookies: string[] }> {
  const text = await response.text();
  const body: unknown = text === "" ? null : JSON.parse(text);
  if (response.ok) return { body, cookies: response.headers.getSetCookie() };
  const { code = "", message = "" } = (body ?? {}) as { code?: string; message?: string };
  const refusal = REFUSALS[code];
  if (refusal) throw new Problem(...refusal);
  throw new Error(`better-auth answered with ${response.status} ${code} ${message}`);
}

const PRESENT = new RegExp(`(?:^|; *)(?:__Secure-)?${SESSION_COOKIE.replace(".", "\\.")}=`);

/** Sessions by better-auth, which is loaded when somebody signs in or brings a cookie: most processes never need it. */
export type OpenSessions<T> = {
  sessions: Sessions;
  within: (transaction: Kysely<T>) => Sessions;
  ready: () => Promise<void>;
};

type Settings = Omit<BetterAuthSettings, "secret" | "secure"> & { secret: () => Promise<string> };

export function openSessions<T>(db: Kysely<T>, settings: Settings): OpenSessions<T> {
  type On = (db: Kysely<T>, inside: boolean, secure: boolean) => BetterAuth;
  let loaded: Promise<On> | undefined;
  const load = async (): Promise<On> => {
    const [{ betterAuthOn }, secret] = await Promise.all([import("./better-auth.ts"), settings.secret()]);
    return (db, inside, secure) => betterAuthOn(db, inside, { ...settings, secret, secure });
  };
  const ready = (): Promise<On> => {
    // A database that was away for a moment must not keep everybody out for good.
    loaded ??= load().catch((error) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
  const kept = new Map<boolean, BetterAuth>();
  const outside = async (secure: boolean): Promise<BetterAuth> => {
    const auth = kept.get(secure) ?? (await ready())(db, false, secure);
    kept.set(secure, auth);
    return auth;
  };
  return {
    sessions: sessionsBy(outside),
    within: (transaction) => sessionsBy(async (secure) => (await ready())(transaction, true, secure)),
    ready: async () => void (await ready()),
  };
}

const arePresent = (headers: Headers): boolean => PRESENT.test(headers.get("cookie") ?? "");

const sessionsBy = (authFor: (secure: boolean) => Promise<BetterAuth>): Sessions => ({
  arePresent,

  async find({ headers, secure }: Visit, renew) {
    if (!arePresent(headers)) return { person: null, cookies: [] };
    const auth = await authFor(secure);
    const { body, cookies } = await read(await auth.getSession(headers, renew));
    return { person: (body as { user: Person } | null)?.user ?? null, cookies };
  },

  async open({ headers, secure }, personId) {
    const auth = await authFor(secure);
    return read(await auth.openSession(headers, personId));
  },

  async ask({ headers, secure }, method, path, body) {
    const auth = await authFor(secure);
    const sent = new Headers(headers);
    if (body !== undefined) sent.set("content-type", "application/json");
    const request = new Request(`http://localhost/auth${path}`, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return read(await auth.handler(request));
  },
});
