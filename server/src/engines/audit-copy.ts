/** Sealed by the engine for its own use, up to tens of kilobytes each, and readable by nobody else. */
const SEALED = new Set(["encrypted_content", "encrypted_index", "thoughtSignature", "signature"]);

/** A reply as it may be kept: without our own key, should the engine have sent it back, and without sealed parts. */
export function auditCopy(reply: unknown, secrets: string[]): unknown {
  if (typeof reply === "string") return withoutSecrets(reply, secrets);
  if (Array.isArray(reply)) return reply.map((item) => auditCopy(item, secrets));
  if (typeof reply !== "object" || reply === null) return reply;
  const copy: [string, unknown][] = Object.entries(reply).map(([name, value]) => [
    withoutSecrets(name, secrets),
    SEALED.has(name) && typeof value === "string" ? `[sealed, ${value.length} characters]` : auditCopy(value, secrets),
  ]);
  return Object.fromEntries(copy);
}

export function withoutSecrets(text: string, secrets: string[]): string {
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(secret, "[key]");
  return clean;
}
