import { type CompiledSubject, compileSubject, readAnswer } from "../domain/answer/read-answer.ts";
import type { EngineReply, Scene } from "../domain/engine-reply.ts";
import { type ScoreWeights, scoreAnswer } from "../domain/score.ts";
import { storableText } from "../domain/storable-text.ts";
import type { AnsweredQuery, BrandRecord, TopicRecord } from "./stores.ts";

type TopicNames = Pick<TopicRecord, "name" | "brand" | "aliases" | "url">;

export const subjectOf = (brand: BrandRecord, topic: TopicNames): CompiledSubject =>
  compileSubject({
    topic: { name: topic.name, brand: topic.brand, aliases: topic.aliases, url: topic.url },
    brand: { name: brand.name, aliases: brand.aliases, domain: brand.domain },
    competitors: brand.competitors,
    language: brand.language,
  });

export const sceneOf = (
  brand: BrandRecord,
  topic: TopicNames & Pick<TopicRecord, "category" | "price" | "currency">,
  stage: Scene["stage"],
): Scene => ({
  brand: { name: brand.name, aliases: brand.aliases, domain: brand.domain },
  topic: {
    name: topic.name,
    aliases: topic.aliases,
    category: topic.category,
    url: topic.url,
    price: topic.price,
    currency: topic.currency,
  },
  competitors: brand.competitors,
  stage,
});

/** For whom answers are read, and by what they are scored. */
export type Reader = { subject: CompiledSubject; weights: ScoreWeights };

/** Reads and scores one reply. The text is made storable first, so that the evidence points into what is kept. */
export function readReply(id: string, { subject, weights }: Reader, reply: EngineReply, at: string): AnsweredQuery {
  const kept: EngineReply = {
    ...reply,
    answer: storableText(reply.answer),
    cited: reply.cited.map(storableText),
    retrieved: reply.retrieved.map(storableText),
    searchQueries: reply.searchQueries.map(storableText),
  };
  const reading = readAnswer(subject, kept.answer, kept.cited);
  return { id, reply: kept, reading, ...scoreAnswer(reading, weights), at };
}
