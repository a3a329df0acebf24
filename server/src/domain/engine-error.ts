/** A connector's verdict on a failed call. Whether to try again is for others to judge. */
export const ENGINE_ERROR_KINDS = [
  "rate_limited",
  "overloaded",
  "timeout",
  "refused",
  "auth",
  "bad_request",
  "malformed",
] as const;
export type EngineErrorKind = (typeof ENGINE_ERROR_KINDS)[number];

export class EngineError extends Error {
  readonly kind: EngineErrorKind;
  /** How long the engine asked us to wait; null when it did not say. */
  readonly retryAfterMs: number | null;
  constructor(kind: EngineErrorKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = "EngineError";
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
