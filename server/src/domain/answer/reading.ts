import type { Sentiment } from "@answerscope/api/vocabulary";

/** Whom an answer is read for. Names and aliases are compared as whole words, case and accents aside. */
export type Subject = {
  topic: { name: string; brand: string | null; aliases: string[]; url: string | null };
  brand: { name: string; aliases: string[]; domain: string | null };
  competitors: { name: string; aliases: string[] }[];
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
  competitors: string[];
  evidence: {
    mentions: Span[];
    praise: Span[];
    criticism: Span[];
    recommendation: Span | null;
    competitors: { name: string; span: Span }[];
  };
};
