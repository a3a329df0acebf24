import type { Span } from "./reading.ts";

/** A question says nothing of whom it names: "Is X any good?" */
export function isQuestion(text: string, { from, to }: Span): boolean {
  return /[?？]\W{0,3}$/.test(text.slice(Math.max(from, to - 5), to));
}
