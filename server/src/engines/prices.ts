import priceTable from "./prices.json" with { type: "json" };

/** A row of the table. Engines bill a search either each time they search or once for a request that searched. */
export type Price = {
  usd_per_million_tokens_in: number;
  usd_per_million_tokens_out: number;
  usd_per_thousand_searches: number;
  searches_billed_per: string;
  as_of: string;
  source: string;
};

const prices = new Map<string, Price>(Object.entries(priceTable));

/** The price of a model, also when it is named with the date of its release; null when the table does not know it. */
export function priceOf(model: string): Price | null {
  return prices.get(model) ?? prices.get(model.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8})$/, "")) ?? null;
}

type Use = { model: string | null; tokensIn: number | null; tokensOut: number | null; searches: number };

export function costUsdOf({ model, tokensIn, tokensOut, searches }: Use): number | null {
  const price = model === null ? null : priceOf(model);
  if (price === null) return null;
  const billsTokens = price.usd_per_million_tokens_in + price.usd_per_million_tokens_out > 0;
  if (billsTokens && (tokensIn === null || tokensOut === null)) return null;
  const billedSearches = price.searches_billed_per === "request" ? Math.min(1, searches) : searches;
  return (
    ((tokensIn ?? 0) * price.usd_per_million_tokens_in + (tokensOut ?? 0) * price.usd_per_million_tokens_out) / 1e6 +
    (billedSearches * price.usd_per_thousand_searches) / 1e3
  );
}
