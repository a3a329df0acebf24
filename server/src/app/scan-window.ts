import { Problem } from "./problem.ts";
import type { TallyWindow } from "./stores.ts";

const DAY_MS = 86_400_000;
const USUAL_DAYS = 90;
const MOST_DAYS = 366;

type Asked = {
  days?: number | undefined;
  since?: string | undefined;
  until?: string | undefined;
  scan_id?: string | undefined;
};

/** Which scans are asked for; the last 90 days' when nothing is said. */
export function scanWindow({ days, since, until, scan_id }: Asked, now: string): TallyWindow {
  const ways = [days !== undefined, since !== undefined || until !== undefined, scan_id !== undefined];
  if (ways.filter(Boolean).length > 1)
    throw new Problem("invalid_request", "Give days, or since and until, or scan_id, and not several of them.");
  if (scan_id !== undefined) return { scanId: scan_id };
  const end = Date.parse(until ?? now);
  const start = since === undefined ? end - (days ?? USUAL_DAYS) * DAY_MS : Date.parse(since);
  // An open end lies where the clock says, which may be before a later beginning: then there is just nothing.
  if (until !== undefined && start > end)
    throw new Problem("invalid_request", "since takes a time that is not later than until.");
  if (end - start > MOST_DAYS * DAY_MS)
    throw new Problem("invalid_request", `since takes a time at most ${MOST_DAYS} days before until, or before now.`);
  return { since: new Date(start).toISOString(), until: new Date(end).toISOString() };
}
