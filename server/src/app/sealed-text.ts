import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Vault } from "./ports.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What one secret gives for one purpose: it tells nothing of the secret, nor of what other purposes get. */
export const derivedSecret = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

/** AES-256-GCM under a key derived from the secret; `purpose` keeps texts of one use from passing for another's. */
export function openVault(secret: string, purpose = "engine keys"): Vault {
  const key = derivedSecret(secret, purpose);
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
        "base64",
      );
    },
    unseal: (sealed) => {
      const bytes = Buffer.from(sealed, "base64");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
        "utf8",
      );
    },
  };
}
