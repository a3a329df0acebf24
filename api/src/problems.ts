import { z } from "zod";

/** Every refusal the service knows, and the one status each has. */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    says: "The request's parameters or body are not acceptable; the message says which and what is.",
  },
  unauthorized: { status: 401, says: "The API key is missing, unknown, expired or revoked; or nobody is signed in." },
  insufficient_scope: { status: 403, says: "The key, or the person's role, lacks the scope that this endpoint needs." },
  forbidden: { status: 403, says: "Not open to whoever asks; the message says why." },
  plan_limit: { status: 403, says: "A limit of the account's plan is reached." },
  budget_spent: { status: 403, says: "The brand's monthly budget is spent." },
  not_found: { status: 404, says: "Nothing of this brand has that address or id." },
  method_not_allowed: { status: 405, says: "The address exists, but not for this method." },
  scan_in_progress: { status: 409, says: "A scan is already in progress; active_scan_id names it." },
  conflict: { status: 409, says: "The request does not fit the present state of the resource." },
  payload_too_large: { status: 413, says: "The body is larger than 64 kB." },
  unsupported_media_type: { status: 415, says: "The body is not application/json." },
  idempotency_mismatch: { status: 422, says: "This Idempotency-Key was used for a different request." },
  rate_limited: { status: 429, says: "Too many requests; Retry-After says when to come back." },
  internal: { status: 500, says: "An error of the service's own." },
  unavailable: { status: 503, says: "The service is starting or stopping." },
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

const CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]];

export const ErrorBody = z
  .object({
    error: z
      .union([z.string(), z.record(z.string(), z.unknown())])
      .describe("What was wrong, in words. This service always sends a string."),
    code: z.enum(CODES).optional().describe("The same, for programs."),
  })
  .meta({ id: "Error" });

export const ScanInProgressBody = z
  .object({
    error: z.string(),
    code: z.string().optional(),
    active_scan_id: z.uuid().describe("The scan that is in progress."),
  })
  .meta({ id: "ScanInProgress" });
