import { foldPhrase } from "./folded-text.ts";
import phrases from "./words/absence-phrases.json" with { type: "json" };

const DENIALS = new Set(phrases.denials);
const FINDING = new Set(phrases.finding);
const FINDINGS = new Set(phrases.findings);
const FIXED = phrases.fixed.map(foldPhrase);
const REACH_WORDS = 6;

/** "I could not find reliable information about X": X is named, and still not part of the answer. */
export function deniesKnowledge(sentence: string): boolean {
  const folded = foldPhrase(sentence);
  if (FIXED.some((phrase) => folded.includes(phrase))) return true;
  const words = folded.match(/[\p{L}']+/gu) ?? [];
  let deniedAt = Number.NEGATIVE_INFINITY;
  let soughtAt = Number.NEGATIVE_INFINITY;
  return words.some((word, at) => {
    if (DENIALS.has(word) || word.endsWith("n't")) deniedAt = at;
    if (FINDING.has(word) && at - deniedAt <= REACH_WORDS) soughtAt = at;
    return FINDINGS.has(word) && at - soughtAt <= REACH_WORDS;
  });
}
