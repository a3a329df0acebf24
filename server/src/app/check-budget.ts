import type { Spending, Stores } from "./stores.ts";

/** A calendar month in UTC, as costs and scans are counted. */
export const monthOf = (now: string): string => now.slice(0, 7);

/** When the month that `now` lies in is over. */
export const nextMonth = (now: string): string =>
  new Date(Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5, 7)), 1)).toISOString();

/** Why nothing more may be spent this month; null while the brand has no budget or some of it is left. */
export function whySpent({ limit_usd, spent_usd }: Spending, now: string): string | null {
  if (limit_usd === null || spent_usd < limit_usd) return null;
  return `The brand's budget of ${limit_usd} USD a month is spent. It resets at ${nextMonth(now)}; PATCH /brand changes it.`;
}

export const budgetSpent = async (stores: Stores, brandId: string, now: string): Promise<string | null> =>
  whySpent(await stores.scans.spending(brandId, monthOf(now)), now);
