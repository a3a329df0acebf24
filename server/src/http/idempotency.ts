import { createHash } from "node:crypto";
import type { Deps, Vault } from "../app/ports.ts";
import { Problem } from "../app/problem.ts";
import { openVault } from "../app/sealed-text.ts";
import type { Authenticated } from "./authentication.ts";

const KEPT_MS = 24 * 3_600_000;
const ACCEPTED = /^[\x21-\x7e]{1,255}$/;

export type Sent = { status: number; text: string };

// A kept reply may hold a new API key, which is stored nowhere in the clear: only whoever sent the request, with the
// key they sent it with or signed in as the same person, can read it again.
const vaultOf = (secret: string): Vault => openVault(secret, "idempotent reply");

export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === "string" && ACCEPTED.test(header)) return header;
  throw new Problem("invalid_request", "Idempotency-Key takes 1 to 255 visible ASCII characters without spaces.");
}

/**
 * Runs the work once for each key, within a day. Claim, effect and reply are one transaction, so that a crash leaves
 * all or nothing; a refused request leaves nothing and may be corrected and sent again.
 */
export async function once<D extends Deps>(
  deps: D,
  { caller, secret }: Authenticated,
  key: string,
  fingerprint: unknown,
  work: (deps: D) => Promise<Sent>,
): Promise<Sent & { replayed: boolean }> {
  const hash = createHash("sha256").update(JSON.stringify(fingerprint)).digest("hex");
  return deps.write(caller.brandId, async (stores) => {
    const now = deps.now();
    await stores.idempotency.forgetBefore(caller.brandId, new Date(Date.parse(now) - KEPT_MS).toISOString());
    const earlier = await stores.idempotency.claim(caller.brandId, caller.id, key, hash, now);
    if (earlier) {
      if (earlier.request_hash !== hash) {
        throw new Problem(
          "idempotency_mismatch",
          "This Idempotency-Key was used for a different request. Use a new one.",
        );
      }
      return { status: earlier.status ?? 200, text: vaultOf(secret).unseal(earlier.reply ?? ""), replayed: true };
    }
    const sent = await work({
      ...deps,
      stores,
      write: (_, inner) => inner(stores),
      snapshot: (inner) => inner(stores),
    });
    await stores.idempotency.settle(caller.brandId, caller.id, key, sent.status, vaultOf(secret).seal(sent.text));
    return { ...sent, replayed: false };
  });
}
