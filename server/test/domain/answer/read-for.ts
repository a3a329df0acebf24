import { compileSubject, readAnswer } from "../../../src/domain/answer/read-answer.ts";
import type { Reading } from "../../../src/domain/answer/reading.ts";

/** An answer read for one name, with nobody else known unless `rivals` are given. */
export function readFor(name: string, answer: string, rivals: string[] = []): Reading {
  const subject = compileSubject({
    topic: { name, brand: null, aliases: [], url: null },
    brand: { name, aliases: [], domain: null },
    competitors: rivals.map((rival) => ({ name: rival, aliases: [] })),
    language: null,
  });
  return readAnswer(subject, answer, []);
}
