import type { EngineId } from "@answerscope/api/vocabulary";
import type { EngineReply, Question } from "../domain/engine-reply.ts";
import { type SeededRandom, seededRandom } from "../domain/seeded-random.ts";
import { categoryNoun } from "./simulated/category-noun.ts";
import { composeAnswer } from "./simulated/compose-answer.ts";
import { type Drawn, drawAnswer } from "./simulated/draw-answer.ts";
import { drawSources, type Source } from "./simulated/draw-sources.ts";
import phrases from "./simulated/phrases.json" with { type: "json" };

export { trueMentionRate } from "./simulated/visibility.ts";

const CHARS_PER_TOKEN = 4;

/** An answer that no engine gave: drawn from a known model of visibility, so that what is measured can be checked. */
export function simulateAnswer(engine: EngineId, question: Question): EngineReply {
  const random = seededRandom(JSON.stringify([question.seed, engine, question.prompt]));
  const drawn = drawAnswer(engine, question, random);
  const sources = drawSources(question, drawn, random);
  const cited = engine === "chatgpt" ? sources.cited.map(tagged) : sources.cited;
  const answer = composeAnswer(engine, question, drawn, cited, random);
  const citedUrls = cited.map(({ url }) => url);
  return {
    engine,
    surface: "simulated",
    model: `simulated-${engine}-1`,
    answer,
    cited: citedUrls,
    retrieved: random.shuffled([...new Set([...citedUrls, ...sources.seen])]),
    searched: true,
    searchQueries: searchQueries(question, random),
    tokensIn: Math.ceil(question.prompt.length / CHARS_PER_TOKEN),
    tokensOut: Math.ceil(answer.length / CHARS_PER_TOKEN),
    costUsd: 0,
    latencyMs: Math.round(900 + 900 * -Math.log(1 - random.next()) + answer.length * random.between(0.8, 1.6)),
    raw: { simulated: true, seed: question.seed, drawn: summary(drawn, cited) },
  };
}

/** This engine marks the links it hands out, and whoever counts sources has to see through the mark. */
function tagged(source: Source): Source {
  const url = new URL(source.url);
  url.searchParams.set("utm_source", "chatgpt.com");
  return { ...source, url: url.href };
}

function searchQueries(question: Question, random: SeededRandom): string[] {
  const year = question.askedAt.slice(0, 4);
  const queries = random.shuffled(phrases.searches[question.scene.stage]).slice(0, random.whole(1, 2));
  return queries.map((query) => query.replace("{category}", categoryNoun(question)).replace("{year}", year));
}

/** What a perfect reader would find; kept so that the real one can be measured against it. */
function summary({ items, picks }: Drawn, cited: Source[]) {
  const own = items.find(({ kind }) => kind === "own");
  return {
    named: items.map(({ name }) => name),
    sentiment: own?.sentiment ?? null,
    recommended: own ? picks.includes(own) : null,
    ownCited:
      cited.length === 0
        ? null
        : cited.some(({ about, publisher, url }) => about !== null && about === own && url.includes(publisher)),
  };
}
