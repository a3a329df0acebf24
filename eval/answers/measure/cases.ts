import type { Reading } from "../../../server/src/domain/answer/reading.ts";
import { simpleReading } from "../baselines.ts";
import type { Figure } from "../figure.ts";
import type { TrapCase } from "../load.ts";
import { plainName, readFor } from "../read-for.ts";
import { proportion } from "../statistics.ts";

export type Failure = { id: string; trap: string; faults: string[] };

type Fields = Pick<
  Reading,
  "topicMentioned" | "mentionPosition" | "sentiment" | "recommended" | "sources" | "competitors"
>;

/** A case passes when every field that it states is read so. */
export function measureCases(cases: TrapCase[]): { figure: Figure; failures: Failure[] } {
  const failuresOf = (read: (one: TrapCase) => Fields): Failure[] =>
    cases
      .map((one) => ({ id: one.id, trap: one.trap, faults: faultsOf(one, read(one)) }))
      .filter(({ faults }) => faults.length > 0);
  const share = (failed: Failure[]) => proportion(cases.length - failed.length, cases.length);
  const failures = failuresOf(readFor);
  const baselines = [{ name: "word boundary and VADER", estimate: share(failuresOf(simpleReading)) }];
  return { figure: { name: "hand-written traps passed", ours: share(failures), baselines }, failures };
}

function faultsOf(one: TrapCase, reading: Fields): string[] {
  const said = {
    topic_mentioned: reading.topicMentioned,
    mention_position: reading.mentionPosition,
    sentiment: reading.sentiment,
    action_recommendation: reading.recommended,
    sources_cited: reading.sources,
  };
  const names = new Set(reading.competitors.map(plainName));
  const { competitors = [], not_competitors = [], ...fields } = one.expect;
  const faults = Object.entries(fields)
    .map(([field, wanted]) => ({ field, wanted, got: said[field as keyof typeof said] }))
    .filter(({ wanted, got }) => JSON.stringify(wanted) !== JSON.stringify(got))
    .map(({ field, wanted, got }) => `${field}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
  faults.push(...competitors.filter((name) => !names.has(plainName(name))).map((name) => `${name} is not found`));
  faults.push(
    ...not_competitors.filter((name) => names.has(plainName(name))).map((name) => `${name} is no competitor`),
  );
  return faults;
}
