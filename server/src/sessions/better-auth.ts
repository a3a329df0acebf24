import { betterAuth } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import type { Kysely } from "kysely";
import { z } from "zod";
import { datesPlugin } from "./dates.ts";

const DAY_SECONDS = 86_400;

export type BetterAuthSettings = {
  secret: string;
  secure: boolean;
  newId: () => string;
  onError: (message: string, details: unknown[]) => void;
};

/** Signs a person in without a password. Reached from here alone: it has no route. */
const openSession = createAuthEndpoint(
  "/open-session",
  { method: "POST", body: z.object({ personId: z.string() }), requireHeaders: true, metadata: { SERVER_ONLY: true } },
  async (ctx) => {
    const { internalAdapter } = ctx.context;
    const user = await internalAdapter.findUserById(ctx.body.personId);
    if (!user) throw new Error("There is nobody to sign in.");
    await setSessionCookie(ctx, { session: await internalAdapter.createSession(user.id), user });
    return ctx.json({});
  },
);

const stamped = { createdAt: "created_at", updatedAt: "updated_at" };

export type BetterAuth = {
  handler: (request: Request) => Promise<Response>;
  getSession: (headers: Headers, renew: boolean) => Promise<Response>;
  openSession: (headers: Headers, personId: string) => Promise<Response>;
};

/** better-auth with our names for its tables. `inside` a transaction it opens none of its own. */
export function betterAuthOn<T>(db: Kysely<T>, inside: boolean, settings: BetterAuthSettings): BetterAuth {
  const { api, handler } = betterAuth({
    // Of its address only the path matters here: nothing is mailed and nobody is sent elsewhere.
    baseURL: "http://localhost",
    basePath: "/auth",
    secrets: [{ version: 1, value: settings.secret }],
    database: { db: db.withPlugin(datesPlugin), type: "postgres", transaction: !inside },
    telemetry: { enabled: false },
    // Both are ours, in http/: for all of the interface, and for these parts of it.
    rateLimit: { enabled: false },
    advanced: {
      disableCSRFCheck: true,
      disableOriginCheck: true,
      cookiePrefix: "answerscope",
      useSecureCookies: settings.secure,
      defaultCookieAttributes: { sameSite: "strict", httpOnly: true },
      ipAddress: { disableIpTracking: true },
      database: { generateId: settings.newId },
    },
    emailAndPassword: { enabled: true, minPasswordLength: 10, maxPasswordLength: 128 },
    session: {
      modelName: "sessions",
      expiresIn: 30 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      fields: {
        userId: "user_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        ...stamped,
      },
    },
    user: {
      modelName: "users",
      fields: { emailVerified: "email_verified", ...stamped },
      additionalFields: { demo: { type: "boolean", input: false, defaultValue: false } },
    },
    account: {
      modelName: "credentials",
      fields: {
        userId: "user_id",
        accountId: "account_id",
        providerId: "provider_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        ...stamped,
      },
    },
    plugins: [{ id: "open-session", endpoints: { openSession } }],
    logger: {
      level: "error",
      log: (level, message, ...details) => {
        if (level === "error") settings.onError(message, details);
      },
    },
  });
  return {
    handler,
    getSession: (headers, renew) => api.getSession({ headers, query: { disableRefresh: !renew }, asResponse: true }),
    openSession: (headers, personId) => api.openSession({ headers, body: { personId }, asResponse: true }),
  };
}
