import { denyingClauses, isOnlyDetail, onlyGuesses } from "./absence.ts";
import { cleanSources, siteOf } from "./citations.ts";
import { findCompetitors } from "./competitors.ts";
import { type FoldedText, foldedSlice, foldText } from "./folded-text.ts";
import { brandKey } from "./known-brands.ts";
import { splitLines } from "./lines.ts";
import { findMentions, type Mention, mentionsWithin, SUBJECT, withImplied, withSupport } from "./mention.ts";
import { mentionKind } from "./mention-kind.ts";
import { compileNames, type NamePatterns } from "./name-patterns.ts";
import { type OfferedItem, offeredItems } from "./offered-items.ts";
import { type Passage, splitPassages } from "./passages.ts";
import { rankSubject } from "./position.ts";
import { prosePicks } from "./prose-picks.ts";
import type { Reading, Span, Subject } from "./reading.ts";
import { findAdvice } from "./recommendation.ts";
import { readTone } from "./sentiment.ts";
import { visibleText } from "./visible-text.ts";

const RULE_VERSION = "3";

export type CompiledSubject = {
  patterns: NamePatterns;
  /** Whose name a brand is, by its key. */
  whoByKey: Map<string, number>;
  competitors: string[];
  /** null when the brand has told us of no site. */
  ownDomain: string | null;
  language: string | null;
};

/** Prepared once, for all the answers of a scan. */
export function compileSubject({ topic, brand, competitors, language }: Subject): CompiledSubject {
  const own = [topic.name, ...topic.aliases, topic.brand ?? "", brand.name, ...brand.aliases];
  const names = [own, ...competitors.map(({ name, aliases }) => [name, ...aliases])];
  const keys = names.flatMap((group, who) => group.map((name) => [brandKey(name), who] as const));
  return {
    patterns: compileNames(names),
    // The first of two that share a name has it, as with the patterns.
    whoByKey: new Map(keys.filter(([key]) => key !== "").reverse()),
    competitors: competitors.map(({ name }) => name),
    ownDomain: siteOf(brand.domain ?? topic.url ?? ""),
    language,
  };
}

/** What one answer says of the subject, with the spans of text that decided. */
export function readAnswer(compiled: CompiledSubject, answerMarkdown: string, citedUrls: string[]): Reading {
  const text = visibleText(answerMarkdown);
  const lines = splitLines(text);
  const folded = foldText(text);
  const found = findMentions(folded, compiled.patterns);
  const listed = offeredItems(folded, lines, found, (key) => compiled.whoByKey.get(key) ?? null);
  const items = [...prosePicks(text, listed), ...listed];
  const labelled = withImplied(withSupport(found, items), items);
  const passages = splitPassages(folded, lines, items);
  const { mentions, denials } = withoutDenied(folded, passages, labelled);

  const own = mentions.filter(({ who }) => who === SUBJECT);
  const place = own.length > 0 ? rankSubject(items, mentions) : null;
  const advice = place ? findAdvice(folded, passages, mentions, compiled.language) : null;
  if (advice && advice.choose === null) advice.avoid ??= warningAbove(text, items);
  const tone = advice ? readTone(folded, advice) : null;
  const rivals = findCompetitors(compiled.competitors, mentions, items);
  const sources = cleanSources(citedUrls);
  return {
    ruleVersion: RULE_VERSION,
    topicMentioned: place !== null,
    mentionPosition: place?.rank ?? null,
    sentiment: tone?.sentiment ?? null,
    recommended: advice ? advice.choose !== null : null,
    sources,
    ownDomainCited: citedUrls.length === 0 ? null : citesOwnDomain(compiled, sources),
    competitors: rivals.map(({ name }) => name),
    evidence: {
      mentions: own.map(spanOf),
      mention_kind: advice ? mentionKind(text, items, passages, mentions, advice) : null,
      position: place?.decidedBy ?? null,
      absence: denials,
      sentiment_confidence: tone?.confidence ?? null,
      praise: tone?.praise ?? [],
      criticism: tone?.criticism ?? [],
      recommendation: advice?.choose ?? null,
      competitors: rivals,
    },
  };
}

const WARNING_TITLE =
  /\b(?:to avoid|avoid these|to skip|worst|stay away|steer clear|not worth|don['’]t buy|do not buy|overrated)\b/i;

/** "Brands to avoid" over a list that holds the subject. */
function warningAbove(text: string, items: OfferedItem[]): Span | null {
  for (const { who, section } of items) {
    if (who !== SUBJECT || !section || section.to - section.from > 120) continue;
    if (WARNING_TITLE.test(text.slice(section.from, section.to))) return spanOf(section);
  }
  return null;
}

/** Leaves out what is named only to say that nothing is known of it. */
function withoutDenied(folded: FoldedText, passages: Passage[], mentions: Mention[]) {
  const denied = new Set<Mention>();
  const denials: Span[] = [];
  for (const passage of passages) {
    const inside = mentionsWithin(mentions, passage);
    if (inside.length === 0) continue;
    for (const clause of denyingClauses(folded, passage)) {
      const named = mentionsWithin(inside, clause).filter((mention) => !isOnlyDetail(folded.source, mention));
      for (const mention of named) denied.add(mention);
      if (named.some(({ who }) => who === SUBJECT)) denials.push(clause);
    }
    if (denials.length > 0 && passage.owner !== SUBJECT && onlyGuesses(foldedSlice(folded, passage.from, passage.to))) {
      for (const mention of inside) if (mention.who === SUBJECT) denied.add(mention);
    }
  }
  return { mentions: mentions.filter((mention) => !denied.has(mention)), denials };
}

function citesOwnDomain({ ownDomain }: CompiledSubject, sources: string[]): boolean {
  return ownDomain !== null && sources.some((url) => siteOf(url) === ownDomain);
}

function spanOf({ from, to }: Span): Span {
  return { from, to };
}
