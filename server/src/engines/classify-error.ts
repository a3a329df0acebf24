import { EngineError, type EngineErrorKind } from "../domain/engine-error.ts";
import { withoutSecrets } from "./audit-copy.ts";
import type { Connector } from "./connector.ts";
import { at, listAt, numberAt, textAt } from "./read-json.ts";
import { retryAfterMsOf } from "./retry-after.ts";

/** What an engine answered when it did not answer the question. The SDK's errors have the same fields. */
export class HttpFailure extends Error {
  readonly statusCode: number;
  readonly responseHeaders: Record<string, string>;
  readonly responseBody: unknown;
  constructor(statusCode: number, responseHeaders: Record<string, string>, responseBody: unknown) {
    super(`HTTP ${statusCode}`);
    this.statusCode = statusCode;
    this.responseHeaders = responseHeaders;
    this.responseBody = responseBody;
  }
}

type Called = Pick<Connector, "vendor" | "variables">;
type Refusal = { status: number; codes: string; message: string | null };

const TIMEOUT_CODES = /^(?:ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT)$/;
const NETWORK_CODES =
  /^(?:E(?:CONN|PIPE|NOTFOUND|AI_|HOST|NET|ADDR|PROTO|SOCKET)|UND_ERR_|HPE_|CERT_|DEPTH_|SELF_|UNABLE_)/;
const LONGEST_HINT = 300;

/** Makes the connector's verdict of whatever went wrong. Nothing of the cause goes along: it may hold a key. */
export function classifyError(error: unknown, called: Called, secrets: string[]): EngineError {
  if (error instanceof EngineError) {
    return new EngineError(error.kind, withoutSecrets(error.message, secrets), error.retryAfterMs);
  }
  const network = networkTrouble(error);
  if (network) return networkError(network, called);

  const body = jsonOf(at(error, "responseBody"));
  // The SDK makes up a status of its own where an error came in a reply with status 200, and hands on the parsed reply.
  const status = typeof at(error, "responseBody") === "object" ? 200 : (numberAt(error, "statusCode") ?? 200);
  const refusal = { status, codes: codesOf(body), message: messageOf(body) };
  const kind = kindOf(refusal);
  const hint = refusal.message === null ? "" : ` ${shortened(withoutSecrets(refusal.message, secrets))}`;
  const waits = kind === "rate_limited" || kind === "overloaded" || kind === "timeout";
  const retryAfterMs = waits ? retryAfterMsOf(at(error, "responseHeaders"), body) : null;
  return new EngineError(kind, explain(kind, refusal, called) + (kind === "auth" ? "" : hint), retryAfterMs);
}

function kindOf(refusal: Refusal): EngineErrorKind {
  const { status, codes } = refusal;
  if (isUnpaid(refusal)) return "auth";
  if (isFiltered(refusal)) return "refused";
  if (status === 401) return "auth";
  if (status === 429) return "rate_limited";
  if (status === 408 || status === 504 || status === 522 || status === 524) return "timeout";
  if (status >= 500) return "overloaded";
  if (/api_key|authenti|permission|unauthori[sz]ed/.test(codes)) return "auth";
  if (/rate_?limit|resource_exhausted|too_many/.test(codes)) return "rate_limited";
  if (/timeout|deadline/.test(codes)) return "timeout";
  if (/overloaded|server_error|internal|unavailable|api_error/.test(codes)) return "overloaded";
  if (status === 403) return "auth";
  return status >= 400 ? "bad_request" : "malformed";
}

/** No retry brings money: an empty account stops an engine as a wrong key does. */
const isUnpaid = ({ status, codes, message }: Refusal): boolean =>
  status === 402 ||
  /insufficient_quota|insufficient_(?:funds|credits)|billing|payment/.test(codes) ||
  /credit balance|run out of searches|out of credits|all available credits|insufficient (?:funds|credits|balance)/i.test(
    message ?? "",
  );

/** Rules about content come under several statuses, none of them their own. */
const isFiltered = ({ status, codes, message }: Refusal): boolean =>
  (status < 300 || status === 400 || status === 403 || status === 422) &&
  (/content_?(?:policy|filter)|moderation|safety|prohibited|invalid_prompt|refus/.test(codes) ||
    /usage (?:guideline|polic)|content (?:polic|filter|management|moderation)|safety (?:check|system|polic)/i.test(
      message ?? "",
    ));

function explain(kind: EngineErrorKind, refusal: Refusal, { vendor, variables }: Called): string {
  const status = refusal.status < 300 ? "" : ` (HTTP ${refusal.status})`;
  switch (kind) {
    case "auth":
      return isUnpaid(refusal)
        ? `${vendor} wants to be paid${status}: the account has no credit left. Top it up, or use another key.`
        : `${vendor} did not accept the key${status}. Check ${variables.apiKey}, or the key kept for this brand.`;
    case "rate_limited":
      return `${vendor} limits the rate of requests${status}.`;
    case "overloaded":
      return `${vendor} could not take the request${status}.`;
    case "timeout":
      return `${vendor} took too long${status}.`;
    case "refused":
      return `${vendor} refused to answer${status}.`;
    case "bad_request":
      return refusal.status === 404
        ? `${vendor} does not know the model or the address${status}. Check ${variables.model ?? variables.baseUrl}.`
        : `${vendor} did not take the request${status}.`;
    case "malformed":
      return `${vendor} sent a reply that cannot be read${status}.`;
  }
}

function networkError(trouble: "timeout" | "dropped", { vendor, variables }: Called): EngineError {
  return trouble === "timeout"
    ? new EngineError("timeout", `${vendor} took too long to answer.`)
    : new EngineError(
        "overloaded",
        `The connection to ${vendor.replace(/^The /, "the ")} failed. If it keeps failing, check ${variables.baseUrl}, or the address kept for this brand.`,
      );
}

function networkTrouble(error: unknown): "timeout" | "dropped" | null {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && !causes.includes(cause); cause = cause.cause) causes.push(cause);
  const codes = causes.map((cause) => textAt(cause, "code") ?? "");
  const names = causes.map((cause) => cause.name);
  if (
    codes.some((code) => TIMEOUT_CODES.test(code)) ||
    names.includes("TimeoutError") ||
    names.includes("AbortError")
  ) {
    return "timeout";
  }
  const dropped = causes.some((cause) => /^(?:fetch failed|terminated)$/.test(cause.message));
  return dropped || codes.some((code) => NETWORK_CODES.test(code)) ? "dropped" : null;
}

function jsonOf(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Google, for one, wraps its error in a list. */
const errorOf = (body: unknown): unknown => at(body, "error") ?? at(body, 0, "error");

function codesOf(body: unknown): string {
  const error = errorOf(body);
  const reasons = listAt(error, "details").map((detail) => at(detail, "reason"));
  return [at(error, "type"), at(error, "code"), at(error, "status"), at(body, "type"), at(body, "code"), ...reasons]
    .filter((code) => typeof code === "string")
    .join(" ")
    .toLowerCase();
}

function messageOf(body: unknown): string | null {
  const error = errorOf(body);
  return (
    textAt(error, "message") ??
    (typeof error === "string" && error !== "" ? error : null) ??
    textAt(body, "message") ??
    textAt(body, "detail") ??
    textAt(body, "detail", 0, "msg")
  );
}

/** Also without what looks like somebody's key: some engines quote half of the one they were given. */
function shortened(message: string): string {
  const oneLine = message
    .replace(/\s+/g, " ")
    .replace(/\b(?:sk|pk|pplx|xai|AIza)[-_*A-Za-z0-9]{8,}/g, "[key]")
    .trim();
  return oneLine.length > LONGEST_HINT ? `${oneLine.slice(0, LONGEST_HINT)}...` : oneLine;
}
