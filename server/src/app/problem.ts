import type { ProblemCode } from "@answerscope/api";

/** An expected refusal: its message is for the caller. Anything else that is thrown is a bug. */
export class Problem extends Error {
  readonly code: ProblemCode;
  /** Further fields of the error body. */
  readonly extra: Record<string, unknown>;
  constructor(code: ProblemCode, publicMessage: string, extra: Record<string, unknown> = {}) {
    super(publicMessage);
    this.name = "Problem";
    this.code = code;
    this.extra = extra;
  }
}

/** The same words whether a thing never existed, is gone, or belongs to another brand. */
export const notFound = (what: string): Problem => new Problem("not_found", `There is no ${what} with this id.`);

export function found<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw notFound(what);
  return value;
}
