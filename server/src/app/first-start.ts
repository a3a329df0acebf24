import { Sampling } from "@answerscope/api";
import { hashKey, keyRecord, newSecret, OWNER_SCOPES } from "./api-keys.ts";
import type { Deps } from "./ports.ts";
import { demoBrand, seedDemo } from "./seed-demo.ts";
import type { BrandRecord, Stores } from "./stores.ts";

const HISTORY_MS = 91 * 86_400_000;

export type FirstStartSettings = { demo: boolean; bootstrapKey: string | undefined };
export type Started = {
  /** The key that was made with it, to be shown this once; null when the key came from the settings. */
  newKey: string | null;
  /** Set when the bootstrap key does not work because somebody revoked it. */
  bootstrapRevoked: boolean;
};

export const emptyBrand = (id: string, accountId: string, at: string): BrandRecord => ({
  id,
  accountId,
  name: "My brand",
  domain: null,
  aliases: [],
  competitors: [],
  engines: null,
  schedule: null,
  sampling: Sampling.parse({ samples_per_prompt: 1 }),
  country: "us",
  language: "en",
  demo: false,
  monthly_budget_usd: null,
  score_weights: null,
  judge: null,
  next_scan_at: null,
  created_at: at,
  updated_at: at,
});

async function insertKey(deps: Deps, stores: Stores, brandId: string, secret: string, name: string): Promise<void> {
  const key = { name, scopes: OWNER_SCOPES, response_form: "a" as const, expires_at: null };
  await stores.keys.insert(keyRecord(deps.newId(), brandId, secret, key, deps.now()));
}

/**
 * Makes an account, a brand and a key on an empty database, all or nothing; a later start only sees to it that the
 * bootstrap key is there. Several processes may start at once: one of them does it.
 */
export async function firstStart(
  deps: Deps,
  settings: FirstStartSettings,
  onProgress: (done: number, of: number) => void,
): Promise<Started> {
  const secret = settings.bootstrapKey ?? newSecret(deps.randomBytes);
  if (!(await deps.stores.brands.first()) && (await makeFirstBrand(deps, settings.demo, secret, onProgress))) {
    return { newKey: settings.bootstrapKey === undefined ? secret : null, bootstrapRevoked: false };
  }
  const bootstrapRevoked = settings.bootstrapKey !== undefined && !(await ensureKey(deps, settings.bootstrapKey));
  return { newKey: null, bootstrapRevoked };
}

/** False when the key is known and was revoked: a setting does not undo what somebody decided. */
async function ensureKey(deps: Deps, secret: string): Promise<boolean> {
  const hash = hashKey(secret);
  const known = await deps.stores.keys.byHash(hash);
  if (known) return known.revoked_at === null;
  const brand = await deps.stores.brands.first();
  if (!brand) return true;
  await deps.write(brand.id, async (stores) => {
    // Asked again in line with the brand's other writers: a process that starts at the same time may have stored it.
    if (!(await stores.keys.byHash(hash))) await insertKey(deps, stores, brand.id, secret, "Bootstrap key");
  });
  return true;
}

/** False when another process was faster. */
function makeFirstBrand(
  deps: Deps,
  demo: boolean,
  secret: string,
  onProgress: (done: number, of: number) => void,
): Promise<boolean> {
  const brandId = deps.newId();
  return deps.write(brandId, async (stores) => {
    await stores.brands.lockFirstStart();
    if (await stores.brands.first()) return false;
    const now = deps.now();
    const accountId = deps.newId();
    // The demo's past needs a brand that was already there.
    const past = new Date(Date.parse(now) - HISTORY_MS).toISOString();
    const brand = demo ? demoBrand(brandId, accountId, past) : emptyBrand(brandId, accountId, now);
    await stores.brands.insertAccount({ id: accountId, name: demo ? "Demo" : "Owner", at: now });
    await stores.brands.insert(brand);
    await insertKey(deps, stores, brandId, secret, "First key");
    if (demo) await seedDemo(deps, stores, brand, now, onProgress);
    return true;
  });
}
