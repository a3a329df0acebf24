import { labelledNames } from "../baselines.ts";
import type { Figure } from "../figure.ts";
import type { BenchAnswer, GoldList } from "../load.ts";
import { plainName, readFor } from "../read-for.ts";
import { proportion } from "../statistics.ts";
import { nameIn } from "./position.ts";

type Found = { name: string; from: number };
type Tally = { right: number; said: number; found: number; wanted: number };

// In no answer: every brand of the list is then someone else's.
const NOBODY = "Qwyxolm";

/** Brands found in answers for a topic whose competitors nobody has named. */
export function measureCompetitors(answers: BenchAnswer[], lists: GoldList[]): Figure[] {
  const texts = new Map(answers.map(({ id, answer }) => [id, answer]));
  const tally = (find: (answer: string) => Found[]) => {
    const total: Tally = { right: 0, said: 0, found: 0, wanted: 0 };
    for (const list of lists) judge(texts.get(list.id) ?? "", list, find, total);
    return { precision: proportion(total.right, total.said), recall: proportion(total.found, total.wanted) };
  };
  const ours = tally((answer) =>
    readFor({ answer, topic: { name: NOBODY } }).evidence.competitors.map(({ name, span }) => ({
      name,
      from: span.from,
    })),
  );
  const labels = tally(labelledNames);
  const baseline = (estimate: typeof ours.precision) => [{ name: "first word of each label", estimate }];
  return [
    { name: "discovered competitors, precision", ours: ours.precision, baselines: baseline(labels.precision) },
    { name: "discovered competitors, recall", ours: ours.recall, baselines: baseline(labels.recall) },
  ];
}

/** The labels are complete up to the last item: what is found after it is not judged. A brand counts once. */
function judge(answer: string, { items }: GoldList, find: (answer: string) => Found[], total: Tally): void {
  const end = Math.max(...items.map(({ char }) => char));
  const wanted = new Set(items.map((item) => plainName(nameIn(answer, item))));
  const matched = new Set<string>();
  for (const { name } of find(answer).filter(({ from }) => from <= end)) {
    const brand = [...wanted].find((one) => isSameBrand(one, plainName(name)));
    total.said++;
    if (brand !== undefined && !matched.has(brand)) total.right++;
    if (brand !== undefined) matched.add(brand);
  }
  total.found += matched.size;
  total.wanted += wanted.size;
}

/** "U-Turn" and "U-Turn Audio" are one brand. */
function isSameBrand(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}
