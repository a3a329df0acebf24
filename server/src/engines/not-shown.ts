import { EngineError } from "../domain/engine-error.ts";

/** No fault of anybody's, and no answer either: asking again at once would show the same page. */
export const notShown = (what: string, reason: string | null): EngineError =>
  new EngineError("refused", `${what} for this question. ${reason ?? ""}`.trim());
