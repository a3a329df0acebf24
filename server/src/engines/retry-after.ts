import { at, listAt, textAt } from "./read-json.ts";

const LONGEST_WAIT_MS = 24 * 3_600_000;

/** How long an engine asks us to wait, in whichever of the usual places it says so; null when it does not. */
export function retryAfterMsOf(headers: unknown, body: unknown): number | null {
  const waitMs =
    secondsOf(textAt(headers, "retry-after-ms"), 1) ??
    secondsOf(textAt(headers, "retry-after"), 1_000) ??
    untilDate(textAt(headers, "retry-after"), textAt(headers, "date")) ??
    retryDelay(body);
  return waitMs === null ? null : Math.min(Math.max(0, Math.ceil(waitMs)), LONGEST_WAIT_MS);
}

function secondsOf(text: string | null, unitMs: number): number | null {
  return text !== null && /^\d{1,9}(?:\.\d+)?$/.test(text.trim()) ? Number(text) * unitMs : null;
}

/** Counted from the engine's own clock, which may differ from ours. */
function untilDate(text: string | null, sentAt: string | null): number | null {
  const waitMs = Date.parse(text ?? "") - Date.parse(sentAt ?? "");
  return Number.isNaN(waitMs) ? null : waitMs;
}

/** Google says it in the error itself: { "@type": "...RetryInfo", "retryDelay": "34s" }. */
function retryDelay(body: unknown): number | null {
  const error = at(body, "error") ?? at(body, 0, "error");
  const delays = listAt(error, "details").flatMap((detail) => textAt(detail, "retryDelay") ?? []);
  return secondsOf(delays[0]?.replace(/s$/, "") ?? null, 1_000);
}
