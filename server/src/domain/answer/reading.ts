import type { MentionKind, Sentiment } from "@answerscope/api/vocabulary";

/** Whom an answer is read for. Names and aliases are compared as whole words, case and accents aside. */
export type Subject = {
  topic: { name: string; brand: string | null; aliases: string[]; url: string | null };
  brand: { name: string; aliases: string[]; domain: string | null };
  competitors: { name: string; aliases: string[] }[];
  /** ISO 639-1; null when unknown. */
  language: string | null;
};

/** Character offsets into the answer's markdown, end exclusive: text.slice(from, to) is what decided. */
export type Span = { from: number; to: number };

export type Reading = {
  ruleVersion: string;
  topicMentioned: boolean;
  /** 1-based rank among the distinct brands that the answer offers; null when not mentioned. */
  mentionPosition: number | null;
  /** Toward the topic; null when not mentioned. */
  sentiment: Sentiment | null;
  /** Whether the answer tells the reader to choose the topic; null when not mentioned. */
  recommended: boolean | null;
  /** Cited URLs, cleaned and deduplicated, in order. */
  sources: string[];
  /** null when the engine gave no citations at all. */
  ownDomainCited: boolean | null;
  /** The named ones in order of appearance, then those that the answer offers besides. */
  competitors: string[];
  evidence: {
    mentions: Span[];
    /** How the answer names the topic; null when not mentioned. */
    mention_kind: MentionKind | null;
    /** The label or mention that gave the rank. */
    position: Span | null;
    /** Where the answer says that it knows nothing of the topic. */
    absence: Span[];
    /** "low": a language that is not read, or words and the model of prose disagree; null when not mentioned. */
    sentiment_confidence: "high" | "low" | null;
    praise: Span[];
    criticism: Span[];
    recommendation: Span | null;
    competitors: { name: string; span: Span; known: boolean }[];
  };
};
