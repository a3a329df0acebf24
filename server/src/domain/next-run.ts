import { Cron } from "croner";

export type Schedule = { cron: string; time_zone: string };

/** When a schedule is due next, strictly after the moment given; null when it never is. Throws on a cron that says nothing. */
export function nextRun({ cron, time_zone }: Schedule, after: string): string | null {
  return new Cron(cron, { timezone: time_zone }).nextRun(new Date(after))?.toISOString() ?? null;
}
