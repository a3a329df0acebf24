import demo from "../../../server/src/app/demo-brand.json" with { type: "json" };
import { compileSubject, readAnswer } from "../../../server/src/domain/answer/read-answer.ts";
import type { Question, Scene } from "../../../server/src/domain/engine-reply.ts";
import { scoreAnswer } from "../../../server/src/domain/score.ts";
import { seededRandom } from "../../../server/src/domain/seeded-random.ts";
import { weightedMean } from "../../../server/src/domain/statistics/weighted-mean.ts";
import { type PanelCell, weighPanel } from "../../../server/src/domain/statistics/weighted-panel.ts";
import { simulateAnswer, trueMentionRate } from "../../../server/src/engines/simulated.ts";
import { ASKED_AT, promptText } from "../population.ts";
import type { Say } from "../progress.ts";

export type FullRun = { name: string; truth: number; covered: number };

const ENGINE = "chatgpt";
const STAGES = ["awareness", "evaluation", "conversion"] as const;
const PROMPTS_PER_STAGE = 2;
const PROMPTS = 3000;
const TOPICS = demo.topics.slice(0, 2) as Scene["topic"][];
const WEIGHTING = { topics: new Map(TOPICS.map(({ name }, index) => [name, 2 - index])) };

type Read = { mentioned: number; score: number };
type Place = Pick<PanelCell, "topicId" | "stage" | "promptId" | "engine">;

/** The whole way: simulated answers in full text, read and scored as in a scan, one to each prompt. */
export function measureFullAnswers(scans: number, say: Say): FullRun[] {
  const random = seededRandom("full answers");
  const readers = new Map(TOPICS.map((topic) => [topic.name, readerOf(topic)]));
  const runs: { place: Place; read: Read }[][] = [];
  for (let scan = 0; scan < scans; scan++) {
    say(`answers in full: scan ${scan + 1} of ${scans}`);
    runs.push(
      TOPICS.flatMap((topic) =>
        STAGES.flatMap((stage) =>
          Array.from({ length: PROMPTS_PER_STAGE }, (_, index) => {
            const prompt = promptText(Math.floor(random.next() * PROMPTS));
            const place = { topicId: topic.name, stage, promptId: `${topic.name} ${stage} ${index}`, engine: ENGINE };
            const read = (readers.get(topic.name) as ReturnType<typeof readerOf>)(stage, prompt, `${scan} ${index}`);
            return { place, read };
          }),
        ),
      ),
    );
  }
  const coverage = (value: (read: Read) => number, max: number, truth: number) => {
    const hits = runs.filter((answers) => {
      const interval = weightedMean(weighPanel(cellsOf(answers, value), WEIGHTING), { max });
      return interval !== null && interval.low <= truth && truth <= interval.high;
    });
    return (100 * hits.length) / runs.length;
  };
  const rate = trueRate();
  // No formula gives the mean score of simulated answers; that of all of them together is known a hundred times better.
  const score =
    weightedMean(
      weighPanel(
        cellsOf(runs.flat(), (read) => read.score),
        WEIGHTING,
      ),
    )?.value ?? Number.NaN;
  return [
    {
      name: "mention rate, % (truth by the engine's model)",
      truth: 100 * rate,
      covered: coverage((r) => r.mentioned, 1, rate),
    },
    { name: "score (truth by all answers together)", truth: score, covered: coverage((r) => r.score, 100, score) },
  ];
}

function cellsOf(answers: { place: Place; read: Read }[], value: (read: Read) => number): PanelCell[] {
  const groups = Map.groupBy(answers, ({ place }) => place.promptId);
  return [...groups.values()].map((group) => {
    const values = group.map(({ read }) => value(read));
    return {
      ...(group[0] as { place: Place }).place,
      n: values.length,
      sum: values.reduce((sum, one) => sum + one, 0),
      sumSquares: values.reduce((sum, one) => sum + one ** 2, 0),
    };
  });
}

const sceneOf = (topic: Scene["topic"], stage: Scene["stage"]): Scene => ({
  brand: demo.brand,
  topic,
  competitors: demo.brand.competitors,
  stage,
});

function readerOf(topic: Scene["topic"]) {
  const subject = compileSubject({
    topic: { name: topic.name, brand: demo.brand.name, aliases: topic.aliases, url: topic.url },
    brand: demo.brand,
    competitors: demo.brand.competitors,
    language: "en",
  });
  return (stage: Scene["stage"], prompt: string, seed: string): Read => {
    const locale = { country: "us", language: "en" };
    const question: Question = { prompt, locale, scene: sceneOf(topic, stage), seed, askedAt: ASKED_AT };
    const { answer, cited } = simulateAnswer(ENGINE, question);
    const reading = readAnswer(subject, answer, cited);
    return { mentioned: reading.topicMentioned ? 1 : 0, score: scoreAnswer(reading).score };
  };
}

function trueRate(): number {
  const cells = TOPICS.flatMap((topic) =>
    STAGES.map((stage) => {
      let sum = 0;
      for (let index = 0; index < PROMPTS; index++)
        sum += trueMentionRate(ENGINE, sceneOf(topic, stage), promptText(index), ASKED_AT);
      const place = { topicId: topic.name, stage, promptId: `${topic.name} ${stage}`, engine: ENGINE };
      return { ...place, n: PROMPTS, sum, sumSquares: sum };
    }),
  );
  return weightedMean(weighPanel(cells, WEIGHTING), { max: 1 })?.value ?? Number.NaN;
}
