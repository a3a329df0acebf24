import { compileSubject, readAnswer } from "../../../src/domain/answer/read-answer.ts";
import type { Reading } from "../../../src/domain/answer/reading.ts";

/** Reads an answer for a brand of this name, with no more known than its competitors' names. */
export function readFor(name: string, answer: string, competitors: string[] = []): Reading {
  const compiled = compileSubject({
    topic: { name, brand: null, aliases: [], url: null },
    brand: { name, aliases: [], domain: null },
    competitors: competitors.map((competitor) => ({ name: competitor, aliases: [] })),
    language: null,
  });
  return readAnswer(compiled, answer, []);
}
