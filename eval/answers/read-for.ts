import { compileSubject, readAnswer } from "../../server/src/domain/answer/read-answer.ts";
import type { Reading, Subject } from "../../server/src/domain/answer/reading.ts";
import type { TrapCase } from "./load.ts";

type Asked = Pick<TrapCase, "answer" | "topic" | "competitors" | "citations" | "language">;

/** One answer read for one topic, as `answerscope analyze` does. */
export function readFor({ answer, topic, competitors = [], citations = [], language }: Asked): Reading {
  const subject: Subject & { language: string | null } = {
    topic: { name: topic.name, brand: topic.brand ?? null, aliases: topic.aliases ?? [], url: topic.url ?? null },
    brand: { name: topic.brand ?? topic.name, aliases: [], domain: null },
    competitors: competitors.map(({ name, aliases }) => ({ name, aliases: aliases ?? [] })),
    language: language ?? null,
  };
  return readAnswer(compileSubject(subject), answer, citations);
}

/** Names compared without case, accents, marks and punctuation. */
export const plainName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]s\b/g, "s")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
