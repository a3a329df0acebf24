import { deniesKnowledge } from "./absence.ts";
import { cleanSources, hostOf, isWithinDomain } from "./citations.ts";
import { splitLines } from "./lines.ts";
import { compileNames, findMentions, type Mention, mentionsWithin, type NamePattern, SUBJECT } from "./mention.ts";
import { offeredItems } from "./offered-items.ts";
import { type Passage, splitPassages } from "./passages.ts";
import { rankSubject } from "./position.ts";
import type { Reading, Span, Subject } from "./reading.ts";
import { findAdvice } from "./recommendation.ts";
import { readTone } from "./sentiment.ts";
import { visibleText } from "./visible-text.ts";

const RULE_VERSION = "1";

export type CompiledSubject = {
  patterns: NamePattern[];
  competitors: string[];
  /** null when the brand has told us of no site. */
  ownDomain: string | null;
};

/** Prepared once, for all the answers of a scan. */
export function compileSubject({ topic, brand, competitors }: Subject): CompiledSubject {
  const own = [topic.name, ...topic.aliases, topic.brand ?? "", brand.name, ...brand.aliases];
  const others = competitors.map(({ name, aliases }) => [name, ...aliases]);
  return {
    patterns: compileNames([own, ...others]),
    competitors: competitors.map(({ name }) => name),
    ownDomain: hostOf(brand.domain ?? topic.url ?? ""),
  };
}

/** What one answer says of the subject, with the spans of text that decided. */
export function readAnswer(compiled: CompiledSubject, answerMarkdown: string, citedUrls: string[]): Reading {
  const text = visibleText(answerMarkdown);
  const lines = splitLines(text);
  const named = findMentions(text, compiled.patterns);
  const items = offeredItems(text, lines, named);
  const passages = splitPassages(text, lines, items);
  const mentions = withoutDenied(text, passages, named);

  const own = mentions.filter(({ who }) => who === SUBJECT);
  const isMentioned = own.length > 0;
  const advice = isMentioned ? findAdvice(text, passages, mentions) : null;
  const tone = advice ? readTone(text, passages, mentions, advice) : null;
  const rivals = firstOfEach(mentions.filter(({ who }) => who !== SUBJECT));
  const rivalName = ({ who }: Mention) => compiled.competitors[who - 1] ?? "";
  const sources = cleanSources(citedUrls);
  return {
    ruleVersion: RULE_VERSION,
    topicMentioned: isMentioned,
    mentionPosition: isMentioned ? rankSubject(items, mentions) : null,
    sentiment: tone?.sentiment ?? null,
    recommended: advice ? advice.choose !== null : null,
    sources,
    ownDomainCited: citedUrls.length === 0 ? null : citesOwnDomain(compiled, sources),
    competitors: rivals.map(rivalName),
    evidence: {
      mentions: own.map(spanOf),
      praise: tone?.praise ?? [],
      criticism: tone?.criticism ?? [],
      recommendation: advice?.choose ?? null,
      competitors: rivals.map((mention) => ({ name: rivalName(mention), span: spanOf(mention) })),
    },
  };
}

function withoutDenied(text: string, passages: Passage[], mentions: Mention[]): Mention[] {
  const denied = new Set<Mention>();
  for (const passage of passages) {
    const inside = mentionsWithin(mentions, passage);
    if (inside.length === 0 || !deniesKnowledge(text.slice(passage.from, passage.to))) continue;
    for (const mention of inside) denied.add(mention);
  }
  return mentions.filter((mention) => !denied.has(mention));
}

function firstOfEach(mentions: Mention[]): Mention[] {
  const first = new Map<number, Mention>();
  for (const mention of mentions) if (!first.has(mention.who)) first.set(mention.who, mention);
  return [...first.values()];
}

function citesOwnDomain({ ownDomain }: CompiledSubject, sources: string[]): boolean {
  return ownDomain !== null && sources.some((url) => isWithinDomain(url, ownDomain));
}

function spanOf({ from, to }: Span): Span {
  return { from, to };
}
