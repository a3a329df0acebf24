import { mentionsBySubstring, mentionsByWord, wordPattern } from "../baselines.ts";
import type { Figure } from "../figure.ts";
import type { BenchAnswer } from "../load.ts";
import { readFor } from "../read-for.ts";
import { proportion } from "../statistics.ts";

type Judgement = { truth: boolean; ours: boolean; substring: boolean; word: boolean };

// What the model that read the products wrote where it found no brand.
const NOT_BRANDS = new Set(["Unknown", "Various", "Generic"]);
const ORDINARY_USES = 3;

/** Every brand of the data against every answer that holds its letters, where the truth can be known without doubt. */
export function measureMention(answers: BenchAnswer[]): Figure[] {
  const brands = [...new Set(answers.flatMap(({ brands }) => brands))].filter((name) => !NOT_BRANDS.has(name));
  const judged: Judgement[] = [];
  for (const brand of brands) {
    const isOrdinary = !brands.includes(brand.toLowerCase()) && isOrdinaryWord(brand, answers);
    for (const row of answers) {
      if (!mentionsBySubstring(row.answer, brand)) continue;
      const truth = isNamed(brand, row, isOrdinary);
      if (truth === null) continue;
      const { topicMentioned } = readFor({ answer: row.answer, topic: { name: brand } });
      judged.push({ truth, ours: topicMentioned, substring: true, word: mentionsByWord(row.answer, brand) });
    }
  }
  return [figure("mention, recall", judged, "truth"), figure("mention, precision", judged, "said")];
}

function figure(name: Figure["name"], judged: Judgement[], over: "truth" | "said"): Figure {
  const share = (key: "ours" | "substring" | "word") => {
    const counted = judged.filter((one) => (over === "truth" ? one.truth : one[key]));
    return proportion(counted.filter((one) => one.truth && one[key]).length, counted.length);
  };
  return {
    name,
    ours: share("ours"),
    baselines: [
      { name: "substring", estimate: share("substring") },
      { name: "word boundary", estimate: share("word") },
    ],
  };
}

/** A brand such as Visible or Nothing: its word stands in small letters in several answers. */
function isOrdinaryWord(brand: string, answers: BenchAnswer[]): boolean {
  const pattern = wordPattern(brand.toLowerCase(), "u");
  return answers.filter(({ answer }) => pattern.test(speech(answer))).length >= ORDINARY_USES;
}

/** The answer without addresses, the titles of sources and what the engine adds about itself. */
function speech(answer: string): string {
  const end = answer.indexOf("AI responses may include mistakes");
  const own = end === -1 ? answer : answer.slice(0, end);
  return own.replace(/^\[\d+\]: .*$/gm, "").replace(/https?:\/\/[^\s)\]]+/g, " ");
}

/** null: two people might differ. */
function isNamed(brand: string, row: BenchAnswer, isOrdinary: boolean): boolean | null {
  const said = speech(row.answer);
  const isOffered = row.brands.includes(brand);
  if (wordPattern(brand, "u").test(said)) return isOffered || !isOrdinary ? true : null;
  if (isOffered || said.includes(brand)) return null;
  if (mentionsByWord(said, brand)) return isOrdinary ? false : null;
  return false;
}
