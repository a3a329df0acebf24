import { z } from "zod";
import { type CompiledSubject, compileSubject, readAnswer } from "../domain/answer/read-answer.ts";
import type { Subject } from "../domain/answer/reading.ts";
import { scoreAnswer } from "../domain/score.ts";
import { parseLine } from "./parse-line.ts";

// Every message says what the field takes. A null counts as left out: many writers of JSON put one there.
const text = z.string({ error: "takes a text" });
const name = text.refine((value) => /\S/.test(value), { error: "takes a text that is not blank" });
const optionalText = text.nullish();
const texts = z.array(text, { error: "takes a list of texts" }).nullish();
const list = 'takes a list such as [{"name": "Rivalco", "aliases": ["Rival"]}]';

const Input = z.object(
  {
    id: z.union([z.string(), z.number()], { error: "takes a text or a number" }),
    answer: text,
    topic: z.object(
      { name, brand: optionalText, aliases: texts, url: optionalText },
      { error: 'takes an object such as {"name": "Acme Anvil", "brand": "Acme"}' },
    ),
    competitors: z
      .array(z.object({ name, aliases: texts }, { error: 'takes an object such as {"name": "Rivalco"}' }), {
        error: list,
      })
      .nullish(),
    citations: texts,
    language: optionalText,
  },
  { error: "takes an object with id, answer and topic, and optionally competitors, citations and language" },
);

export type Analysis = ReturnType<typeof analysisOf>;

/** Subjects kept compiled: the answers of one file speak of a few topics, in any order. */
const KEPT_SUBJECTS = 200;

/** Reads one line after another. */
export function lineAnalyzer(): (line: string) => Analysis | { fault: string } {
  const compiled = new Map<string, CompiledSubject>();
  return (line) => {
    const parsed = parseLine(Input, line);
    if ("fault" in parsed) return parsed;
    const input = parsed.value;
    const key = JSON.stringify([input.topic, input.competitors, input.language]);
    if (!compiled.has(key)) {
      if (compiled.size >= KEPT_SUBJECTS) compiled.clear();
      compiled.set(key, compileSubject(subjectOf(input)));
    }
    return analysisOf(compiled.get(key) as CompiledSubject, input);
  };
}

type Input = z.infer<typeof Input>;

/** Without a brand the topic's own name stands alone. */
function subjectOf({ topic, competitors, language }: Input): Subject & { language: string | null } {
  return {
    topic: { name: topic.name, brand: topic.brand ?? null, aliases: topic.aliases ?? [], url: topic.url ?? null },
    brand: { name: topic.brand ?? topic.name, aliases: [], domain: null },
    competitors: (competitors ?? []).map(({ name, aliases }) => ({ name, aliases: aliases ?? [] })),
    language: language ?? null,
  };
}

function analysisOf(subject: CompiledSubject, { id, answer, citations }: Input) {
  const reading = readAnswer(subject, answer, citations ?? []);
  const { score, parts } = scoreAnswer(reading);
  return {
    id,
    topic_mentioned: reading.topicMentioned,
    mention_position: reading.mentionPosition,
    sentiment: reading.sentiment,
    score: Math.round(score * 100) / 100,
    action_recommendation: reading.recommended,
    sources_cited: reading.sources,
    competitors_mentioned: reading.competitors,
    evidence: { rule_version: reading.ruleVersion, score_parts: parts, ...reading.evidence },
  };
}
