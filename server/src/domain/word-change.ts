import { type ChangeReason, ENGINES } from "@answerscope/api/vocabulary";
import type { Finding } from "./find-changes.ts";

const REASONS: Record<ChangeReason, string> = {
  not_measured_before: "the scan before did not measure it",
  rules_changed: "its answers were read or scored by other rules; a rescore makes them comparable",
  prompts_changed: "the prompts changed",
  model_changed: "the engine's model changed",
  too_few_prompts: "too few prompts are the same in both scans",
};

/** The words that people see: "Up 6.1 points (± 3.9), unlikely to be chance." */
export function wordChange(finding: Finding): string {
  const { verdict, difference, low, high, reason } = finding;
  if (difference === null || low === null || high === null)
    return sentence(`Not comparable: ${REASONS[reason ?? "too_few_prompts"]}.`, finding);
  const amount = `${Math.abs(difference).toFixed(1)} points (± ${((high - low) / 2).toFixed(1)})`;
  if (verdict === "up" || verdict === "down")
    return sentence(`${verdict === "up" ? "Up" : "Down"} ${amount}, unlikely to be chance.`, finding);
  return sentence(`Within noise: ${difference < 0 ? "−" : "+"}${amount}.`, finding);
}

function sentence(verdict: string, { promptsLeftOut, newModels }: Finding): string {
  const models = newModels.map(
    ({ engine, before, after }) => `${ENGINES[engine]} answered with ${after} instead of ${before} and is left out.`,
  );
  const prompts =
    promptsLeftOut === 0
      ? []
      : [`${promptsLeftOut} new or reworded prompt${promptsLeftOut === 1 ? " is" : "s are"} left out.`];
  return [verdict, ...models, ...prompts].join(" ");
}
