import { mentionsBySubstring, rankByFirstMention } from "../baselines.ts";
import type { Figure } from "../figure.ts";
import type { BenchAnswer, GoldList, RankRow } from "../load.ts";
import { plainName, readFor } from "../read-for.ts";
import { type Estimate, proportion } from "../statistics.ts";

type Ranked = { answer: string; brand: string; rank: number; others: string[] };

/** Each brand of a labelled list in turn, once with the other brands known and once without. */
export function measurePosition(answers: BenchAnswer[], lists: GoldList[], more: RankRow[]): Figure[] {
  const texts = new Map(answers.map(({ id, answer }) => [id, answer]));
  const ranked = [
    ...lists.flatMap((list) => rankedBrands(texts.get(list.id) ?? "", list)),
    ...more.flatMap(rankedCompanies),
  ];
  const share = (rank: (one: Ranked) => number | null): Estimate =>
    proportion(ranked.filter((one) => rank(one) === one.rank).length, ranked.length);
  const ours = (isKnown: boolean) =>
    share(({ answer, brand, others }) => {
      const competitors = isKnown ? others.map((name) => ({ name })) : [];
      return readFor({ answer, topic: { name: brand }, competitors }).mentionPosition;
    });
  return [
    {
      name: "position, brands known",
      ours: ours(true),
      baselines: [
        {
          name: "first mention",
          estimate: share(({ answer, brand, others }) => rankByFirstMention(answer, brand, others)),
        },
      ],
    },
    {
      name: "position, brands unknown",
      ours: ours(false),
      baselines: [
        {
          name: "first mention",
          estimate: share(({ answer, brand }) => rankByFirstMention(answer, brand, [])),
        },
      ],
    },
  ];
}

/** A brand that the answer leaves out ("Theragun" without "Therabody") goes by its first product. */
export function nameIn(answer: string, { brand, product }: { brand: string; product: string }): string {
  return mentionsBySubstring(answer, brand) ? brand : product;
}

function rankedBrands(answer: string, { items }: GoldList): Ranked[] {
  const names = new Map<string, string>();
  for (const item of items) {
    if (!names.has(plainName(item.brand))) names.set(plainName(item.brand), nameIn(answer, item));
  }
  const order = [...names.values()];
  return order.map((brand, index) => ({
    answer,
    brand,
    rank: index + 1,
    others: order.filter((name) => name !== brand),
  }));
}

function rankedCompanies({ answer, gold_rank }: RankRow): Ranked[] {
  const names = Object.keys(gold_rank);
  return names.map((brand) => ({
    answer,
    brand,
    rank: gold_rank[brand] ?? 0,
    others: names.filter((name) => name !== brand),
  }));
}
