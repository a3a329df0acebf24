// Learns the tone model from labelled mentions and writes it to server/src/domain/answer/tone-model.json.
//   npm run train:tone -- <folder>
// The folder holds mams_train.jsonl (siat-nlp/MAMS-for-ABSA, Apache-2.0) and newsmtsc_train.jsonl (fhamborg/NewsMTSC,
// MIT), a JSON object a line: {"text", "from", "to", "label"}; text.slice(from, to) is the target. The same files give
// the same model.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SENTIMENTS, type Sentiment } from "@answerscope/api/vocabulary";
import { foldText } from "../src/domain/answer/folded-text.ts";
import { lexiconFor } from "../src/domain/answer/lexicon.ts";
import { likelihoods } from "../src/domain/answer/logistic.ts";
import { splitSentences } from "../src/domain/answer/sentences.ts";
import { SLOT_COUNT, toneSlots } from "../src/domain/answer/tone-features.ts";
import { seededRandom } from "../src/domain/seeded-random.ts";

const FILES = ["mams_train.jsonl", "newsmtsc_train.jsonl"];
const ROUNDS = 5;
const LEARNING_RATE = 0.02;
const SCALE = 5;
const LARGEST_BYTE = 127;

type Row = { text: string; from: number; to: number; label: Sentiment };
type Example = { slots: number[]; label: Sentiment };

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write("Usage: npm run train:tone -- <folder with mams_train.jsonl and newsmtsc_train.jsonl>\n");
  process.exit(2);
}
const examples = FILES.flatMap((file) => readExamples(join(folder, file)));
const weights = train(examples);
const model = compress(weights);
const target = join(import.meta.dirname, "../src/domain/answer/tone-model.json");
writeFileSync(target, `${JSON.stringify(model)}\n`);
process.stdout.write(`${examples.length} examples, ${target}\n`);

function readExamples(path: string): Example[] {
  const english = lexiconFor("", "en");
  if (english === null) throw new Error("there is no English lexicon");
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => {
    const row = JSON.parse(line) as Row;
    const sentences = splitSentences(row.text, { from: 0, to: row.text.length });
    const sentence = sentences.find(({ to }) => to > row.from) ?? row;
    return { slots: toneSlots(foldText(row.text), sentence, row, english), label: row.label };
  });
}

/** Stochastic gradient descent with a step per weight that shrinks as the weight moves (AdaGrad). */
function train(rows: Example[]): Float64Array {
  const random = seededRandom("tone");
  const learned = new Float64Array(SLOT_COUNT * SENTIMENTS.length);
  const moved = new Float64Array(learned.length).fill(1e-8);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { slots, label } of random.shuffled(rows)) {
      const likely = likelihoods(slots, { weights: learned, scale: SCALE });
      SENTIMENTS.forEach((sentiment, kind) => {
        const step = ((likely[sentiment] - Number(sentiment === label)) * SCALE) / Math.sqrt(slots.length);
        for (const slot of slots) {
          const at = SENTIMENTS.length * slot + kind;
          moved[at] = (moved[at] as number) + step * step;
          learned[at] = (learned[at] as number) - (LEARNING_RATE * step) / Math.sqrt(moved[at] as number);
        }
      });
    }
  }
  return learned;
}

function compress(learned: Float64Array): { scale: number; weights: string } {
  const largest = learned.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const bytes = Int8Array.from(learned, (weight) => Math.round((weight / largest) * LARGEST_BYTE));
  const scale = (SCALE * largest) / LARGEST_BYTE;
  return { scale, weights: Buffer.from(bytes.buffer).toString("base64") };
}
