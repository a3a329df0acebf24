import type { EngineId, Sentiment } from "@answerscope/api/vocabulary";
import type { Question } from "../../domain/engine-reply.ts";
import { hashText, type SeededRandom } from "../../domain/seeded-random.ts";
import names from "./names.json" with { type: "json" };
import { competitorLogit, logistic, namesBrand, trueMentionRate } from "./visibility.ts";

export type Item = {
  kind: "own" | "competitor" | "filler";
  /** The brand, as the reader of an answer knows it. */
  name: string;
  /** The brand with its product, as an answer writes it in full. */
  title: string;
  domain: string | null;
  sentiment: Sentiment;
  price: number | null;
};

export type Drawn = {
  /** In rank order. */
  items: Item[];
  /** What the answer tells its reader to choose: none, one, or one and a cheaper one. */
  picks: Item[];
  /** The question names the brand and the answer says that it knows nothing of it. */
  absent: boolean;
};

type Candidate = Omit<Item, "sentiment"> & { weight: number };

const MOST_ITEMS = 6;
const FEWEST_ITEMS = 3;
const TROUBLED_TOPIC_SHARE = 0.15;

/** Who is named, in what order, how warmly, and who is picked: everything about an answer but its words. */
export function drawAnswer(engine: EngineId, question: Question, random: SeededRandom): Drawn {
  const { scene, prompt, askedAt } = question;
  const rate = trueMentionRate(engine, scene, prompt, askedAt);
  const ownNamed = random.next() < rate;
  const candidates = drawCompetitors(engine, question, random, ownNamed ? MOST_ITEMS - 1 : MOST_ITEMS);
  if (ownNamed) {
    const { price } = scene.topic;
    const weight = Math.log(rate / (1 - rate));
    candidates.push({
      kind: "own",
      name: scene.brand.name,
      title: ownTitle(question),
      domain: scene.brand.domain,
      price,
      weight,
    });
  }
  const unknown = candidates.length < FEWEST_ITEMS ? FEWEST_ITEMS - candidates.length : 0;
  const others = random.shuffled(safeNames(question, names.fillers)).slice(0, unknown);
  for (const name of others) {
    candidates.push({
      kind: "filler",
      name,
      title: name,
      domain: null,
      price: nearPrice(question, random),
      weight: -0.5,
    });
  }
  const items = inDrawnOrder(candidates, random).map((candidate) => withSentiment(candidate, question, random));
  const picks = drawPicks(items, question, random);
  // A warm verdict about a coolly described item would leave no right answer to how warm the text is.
  for (const pick of picks) pick.sentiment = "positive";
  const absent = !ownNamed && namesBrand(prompt, scene.brand) && random.chance(0.6);
  return { items, picks, absent };
}

/** Made-up names that no reader could take for the brand or a competitor. */
function safeNames(question: Question, candidates: readonly string[]): string[] {
  const { brand, topic, competitors } = question.scene;
  const known = [brand, topic, ...competitors].flatMap(({ name, aliases }) => [name, ...aliases]);
  const taken = new Set(wordsOf(known.join(" ")));
  return candidates.filter((candidate) => !wordsOf(candidate).some((word) => taken.has(word)));
}

function drawCompetitors(engine: EngineId, question: Question, random: SeededRandom, atMost: number): Candidate[] {
  const designators = random.shuffled(safeNames(question, names.designators));
  const named: Candidate[] = [];
  for (const competitor of question.scene.competitors) {
    const weight = competitorLogit(engine, question.scene, competitor, question.askedAt);
    if (!random.chance(logistic(weight))) continue;
    const designator = random.chance(0.5) ? designators.pop() : undefined;
    const { name, domain } = competitor;
    named.push({
      kind: "competitor",
      name,
      title: designator ? `${name} ${designator}` : name,
      domain,
      price: nearPrice(question, random),
      weight,
    });
  }
  return named.sort((a, b) => b.weight - a.weight).slice(0, atMost);
}

function ownTitle({ scene: { brand, topic } }: Question): string {
  return topic.name.toLowerCase().includes(brand.name.toLowerCase()) ? topic.name : `${brand.name} ${topic.name}`;
}

/** Gumbel noise on the weights: stronger brands tend to lead, and the order still changes from answer to answer. */
function inDrawnOrder(candidates: Candidate[], random: SeededRandom): Candidate[] {
  const keyed = candidates.map((candidate) => ({
    candidate,
    key: 0.7 * candidate.weight - Math.log(-Math.log(Math.max(random.next(), 1e-9))),
  }));
  return keyed.sort((a, b) => b.key - a.key).map(({ candidate }) => candidate);
}

function withSentiment({ weight: _, ...item }: Candidate, question: Question, random: SeededRandom): Item {
  const troubled = (hashText(`trouble|${item.name}|${question.scene.topic.name}`) % 1000) / 1000 < TROUBLED_TOPIC_SHARE;
  const negative = troubled ? 0.2 : 0.03;
  const draw = random.next();
  return { ...item, sentiment: draw < negative ? "negative" : draw < negative + 0.35 ? "neutral" : "positive" };
}

function drawPicks(items: Item[], question: Question, random: SeededRandom): Item[] {
  const verdict = question.scene.stage === "awareness" ? 0.55 : 0.9;
  const worthy = items.filter((item) => item.sentiment !== "negative");
  if (worthy.length === 0 || !random.chance(verdict)) return [];
  const place = random.chance(0.6) ? 0 : random.whole(0, worthy.length - 1);
  const first = worthy[place] as Item;
  const rest = worthy.filter((item) => item !== first);
  return rest.length > 0 && random.chance(0.5) ? [first, random.pick(rest)] : [first];
}

function nearPrice(question: Question, random: SeededRandom): number | null {
  const factor = random.between(0.7, 1.35);
  const { price } = question.scene.topic;
  return price === null
    ? null
    : price * factor >= 20
      ? Math.round(price * factor)
      : Math.round(price * factor * 100) / 100;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
