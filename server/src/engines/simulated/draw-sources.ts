import type { Question } from "../../domain/engine-reply.ts";
import type { SeededRandom } from "../../domain/seeded-random.ts";
import { categoryNoun } from "./category-noun.ts";
import type { Drawn, Item } from "./draw-answer.ts";
import names from "./names.json" with { type: "json" };

export type Source = {
  url: string;
  publisher: string;
  /** The item whose description leans on it; null when it stands behind the answer as a whole. */
  about: Item | null;
  /** The brand's own page. */
  own: boolean;
};

const NO_CITATIONS_SHARE = 0.05;
const OWN_CITED_SHARE = 0.38;
const COMPETITOR_CITED_SHARE = 0.2;

/** What the answer cites, and what else the engine looked at on the way. */
export function drawSources(
  question: Question,
  drawn: Drawn,
  random: SeededRandom,
): { cited: Source[]; seen: string[] } {
  const publishers = random.shuffled(names.publishers);
  const reviews = publishers.slice(0, random.whole(2, 4));
  const unread = publishers.slice(reviews.length, reviews.length + random.whole(1, 4));
  const cited: Source[] = [];
  const seen: string[] = unread.map((publisher) => reviewUrl(publisher, question, random));

  for (const item of drawn.items) {
    const url = makerUrl(item, question);
    if (url === null) continue;
    const isCited = random.chance(item.kind === "own" ? OWN_CITED_SHARE : COMPETITOR_CITED_SHARE);
    if (isCited) cited.push({ url, publisher: new URL(url).hostname, about: item, own: item.kind === "own" });
    else if (random.chance(0.3)) seen.push(url);
  }
  for (const publisher of reviews) {
    const about = drawn.items.length > 0 && random.chance(0.8) ? random.pick(drawn.items) : null;
    cited.push({ url: reviewUrl(publisher, question, random), publisher: publisher.name, about, own: false });
  }
  if (random.chance(NO_CITATIONS_SHARE)) return { cited: [], seen: [...cited.map(({ url }) => url), ...seen] };
  return { cited: inTextOrder(cited, drawn.items), seen };
}

/** Numbers in an answer rise as one reads: the general sources first, then each item's own in rank order. */
function inTextOrder(sources: Source[], items: Item[]): Source[] {
  const general = sources.filter(({ about }) => about === null);
  return [...general, ...items.flatMap((item) => sources.filter(({ about }) => about === item))];
}

function makerUrl(item: Item, question: Question): string | null {
  const { topic } = question.scene;
  if (item.kind === "own" && topic.url !== null && isWithin(topic.url, item.domain)) return topic.url;
  if (item.domain === null) return null;
  const page =
    item.kind === "own"
      ? slugOf(topic.name)
      : slugOf(item.title.slice(item.name.length)) || slugOf(categoryNoun(question));
  const url = `https://${item.domain}/${page}`;
  return URL.canParse(url) ? url : null;
}

function isWithin(url: string, domain: string | null): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return domain === null || hostname === domain || hostname.endsWith(`.${domain}`);
}

function reviewUrl(publisher: (typeof names.publishers)[number], question: Question, random: SeededRandom): string {
  const path = random
    .pick(publisher.paths)
    .replace("{slug}", slugOf(categoryNoun(question)))
    .replace("{year}", question.askedAt.slice(0, 4));
  return `https://${publisher.domain}${path}`;
}

function slugOf(text: string): string {
  const words =
    text
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join("-");
}
