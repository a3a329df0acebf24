import type { FunnelStage } from "@answerscope/api/vocabulary";
import type { SeededRandom } from "../../domain/seeded-random.ts";
import type { Item } from "./draw-answer.ts";
import type { Source } from "./draw-sources.ts";
import phrases from "./phrases.json" with { type: "json" };

export type CitationStyle = "links" | "numbers" | "titles";

/** Writes about one item at a time, and never the same sentence twice in one answer. */
export type Pen = {
  /** Two or three sentences, the first of which opens with `opener`. */
  sentences(item: Item, opener: string): string[];
  describe(item: Item, opener: string): string;
  /** One sentence that fits the item's sentiment, and the price where the reader is about to buy. */
  opening(item: Item): string;
  prosAndCons(item: Item): { pros: string[]; cons: string[] };
  price(item: Item): string | null;
  cite(item: Item | null): string;
};

type Supplies = { stage: FunnelStage; currency: string | null; cited: Source[]; citationStyle: CitationStyle };

export function penFor({ stage, currency, cited, citationStyle }: Supplies, random: SeededRandom): Pen {
  const take = dealer(random);
  const takeMany = (bank: readonly string[], count: number) => Array.from({ length: count }, () => take(bank));

  const price = (item: Item) => (item.price === null || currency === null ? null : formatPrice(item.price, currency));
  const opening = (item: Item) => {
    const sentence = take(phrases[item.sentiment]).replace("{It}", item.name);
    const amount = stage === "conversion" ? price(item) : null;
    return amount === null ? sentence : `${sentence} ${take(phrases.price).replace("{price}", amount)}`;
  };

  const sentences = (item: Item, opener: string) => {
    const written = [take(phrases[item.sentiment]).replace("{It}", opener)];
    if (item.sentiment === "negative" && random.chance(0.4)) {
      written.push(take(phrases.warning).replace("{name}", item.name));
    } else if (stage !== "conversion" || random.chance(0.3)) {
      written.push(take(phrases[item.sentiment]).replace("{It}", "It"));
    }
    const amount = price(item);
    if (amount !== null && (stage === "conversion" || (stage === "evaluation" && random.chance(0.35)))) {
      written.push(take(phrases.price).replace("{price}", amount));
    }
    if (stage === "conversion" && random.chance(0.6)) written.push(take(phrases.where));
    return written;
  };

  const prosAndCons = (item: Item) => {
    const counts = { positive: [3, 1], neutral: [1, 1], negative: [1, 1] }[item.sentiment];
    const pros = takeMany(phrases.pros, counts[0] ?? 1);
    const cons = [
      ...(item.sentiment === "negative" ? takeMany(phrases.faults, 2) : []),
      ...takeMany(phrases.cons, counts[1] ?? 1),
    ];
    return { pros, cons };
  };

  const cite = (item: Item | null) =>
    cited.map((source, index) => (source.about === item ? citation(source, index + 1, citationStyle) : "")).join("");

  return {
    sentences,
    describe: (item, opener) => sentences(item, opener).join(" "),
    opening,
    prosAndCons,
    price,
    cite,
  };
}

/** Deals a bank's sentences in a drawn order, and shuffles again only when all have been used. */
function dealer(random: SeededRandom): (bank: readonly string[]) => string {
  const decks = new Map<readonly string[], string[]>();
  return (bank) => {
    const deck = decks.get(bank) ?? [];
    if (deck.length === 0) deck.push(...random.shuffled(bank));
    decks.set(bank, deck);
    return deck.pop() ?? "";
  };
}

function citation(source: Source, number: number, style: CitationStyle): string {
  if (style === "numbers") return `[${number}]`;
  const label = style === "links" ? new URL(source.url).hostname : source.publisher;
  return ` ([${label}](${source.url}))`;
}

const formats = new Map<string, Intl.NumberFormat>();

// Making a format costs far more than using one.
function priceFormat(currency: string, digits: number): Intl.NumberFormat {
  const known = formats.get(currency + digits);
  if (known) return known;
  const made = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(currency + digits, made);
  return made;
}

function formatPrice(amount: number, currency: string): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return /^[A-Z]{3}$/.test(currency) ? priceFormat(currency, digits).format(amount) : amount.toFixed(digits);
}
