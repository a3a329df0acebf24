import { createHash } from "node:crypto";
import { API_KEY_PREFIX, type ApiKeyCreate, type ApiKeyCreated, SCOPES } from "@answerscope/api";
import type { Caller, Deps } from "./ports.ts";
import { found, Problem } from "./problem.ts";
import type { KeyRecord, Stores } from "./stores.ts";

const VISIBLE_CHARACTERS = API_KEY_PREFIX.length + 6;
const LAST_USED_STEP_MS = 60_000;

/** 192 random bits, so a plain SHA-256 is as good as a slow hash: there is nothing to guess. */
export const newSecret = (randomBytes: (count: number) => Uint8Array): string =>
  API_KEY_PREFIX + Buffer.from(randomBytes(24)).toString("hex");

export const hashKey = (secret: string): string => createHash("sha256").update(secret).digest("hex");

type NewKey = Pick<KeyRecord, "name" | "scopes" | "response_form" | "expires_at">;

export const keyRecord = (id: string, brandId: string, secret: string, key: NewKey, at: string): KeyRecord => ({
  id,
  brandId,
  ...key,
  prefix: secret.slice(0, VISIBLE_CHARACTERS),
  hash: hashKey(secret),
  revoked_at: null,
  last_used_at: null,
  created_at: at,
});

/** The caller that a presented key stands for; null for a key that is unknown, expired or revoked. */
export async function authenticate(
  deps: { stores: Stores; now: () => string },
  secret: string,
): Promise<Caller | null> {
  if (!secret.startsWith(API_KEY_PREFIX)) return null;
  const key = await deps.stores.keys.byHash(hashKey(secret));
  const now = deps.now();
  if (!key || key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= now)) return null;
  // To the minute: a write for every read would double the work of reading.
  if (key.last_used_at === null || Date.parse(now) - Date.parse(key.last_used_at) >= LAST_USED_STEP_MS) {
    await deps.stores.keys.markUsed(key.brandId, key.id, now);
  }
  return { id: key.id, personId: null, brandId: key.brandId, scopes: key.scopes, form: key.response_form };
}

export async function createKey(
  deps: Pick<Deps, "write" | "now" | "newId" | "randomBytes">,
  brandId: string,
  input: ApiKeyCreate,
): Promise<ApiKeyCreated> {
  const now = deps.now();
  const expires = input.expires_at ? new Date(input.expires_at).toISOString() : null;
  if (expires !== null && expires <= now) throw new Problem("invalid_request", "expires_at: must lie in the future.");
  const secret = newSecret(deps.randomBytes);
  const record = keyRecord(deps.newId(), brandId, secret, { ...input, expires_at: expires }, now);
  await deps.write(brandId, (stores) => stores.keys.insert(record));
  const { hash: _, brandId: __, ...shown } = record;
  return { ...shown, key: secret };
}

export async function revokeKey(deps: Pick<Deps, "write" | "now">, brandId: string, id: string): Promise<void> {
  await deps.write(brandId, async (stores) => {
    found((await stores.keys.revoke(brandId, id, deps.now())) || null, "key");
  });
}

export const OWNER_SCOPES = [...SCOPES];
