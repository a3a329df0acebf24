import { EngineError } from "../domain/engine-error.ts";
import type { Found } from "./connect.ts";
import { at, listAt, numberAt, textAt, textsAt } from "./read-json.ts";

/** Reads a reply in the Responses format, which OpenAI, xAI and Perplexity share but for what a search leaves behind. */
export function readResponses(body: unknown): Omit<Found, "raw"> {
  const output = listAt(body, "output");
  throwIfRefused(body, output);
  const messages = answerMessages(output).map((message) =>
    listAt(message, "content").filter((part) => at(part, "type") === "output_text"),
  );
  const annotations = messages
    .flat()
    .flatMap((part) => listAt(part, "annotations").filter((annotation) => at(annotation, "type") === "url_citation"));
  const calls = output.filter((item) => at(item, "type") === "web_search_call" && at(item, "status") !== "failed");
  const results = output.filter((item) => at(item, "type") === "search_results");
  const fetched = output.filter((item) => at(item, "type") === "fetch_url_results");
  const searches = calls.filter((call) => (at(call, "action", "type") ?? "search") === "search");
  return {
    answer: messages
      .map((parts) => textsAt(parts, "text").join(""))
      .filter((text) => text !== "")
      .join("\n\n"),
    cited: textsAt(annotations, "url"),
    retrieved: [
      ...calls.flatMap((call) => [
        ...textsAt(listAt(call, "action", "sources"), "url"),
        ...textsAt([call], "action", "url"),
      ]),
      ...results.flatMap((item) => textsAt(listAt(item, "results"), "url")),
      ...fetched.flatMap((item) => textsAt(listAt(item, "contents"), "url")),
      ...listAt(body, "citations").filter((url) => typeof url === "string"),
    ],
    searches: searches.length + results.length,
    searchQueries: [
      ...searches.flatMap((call) => [
        ...texts(listAt(call, "action", "queries")),
        ...textsAt([call], "action", "query"),
      ]),
      ...results.flatMap((item) => texts(listAt(item, "queries"))),
    ],
    model: textAt(body, "model"),
    tokensIn: numberAt(body, "usage", "input_tokens"),
    tokensOut: numberAt(body, "usage", "output_tokens"),
  };
}

/** What a model says to itself on the way is marked as commentary, and is not its answer. */
function answerMessages(output: unknown[]): unknown[] {
  const messages = output.filter((item) => at(item, "type") === "message");
  const final = messages.filter((message) => at(message, "phase") === "final_answer");
  return final.length > 0 ? final : messages.filter((message) => at(message, "phase") !== "commentary");
}

const texts = (list: unknown[]): string[] => list.filter((text) => typeof text === "string");

function throwIfRefused(body: unknown, output: unknown[]): void {
  const parts = output.flatMap((item) => listAt(item, "content"));
  const refusal = textsAt(parts, "refusal")[0];
  if (refusal !== undefined || at(body, "incomplete_details", "reason") === "content_filter") {
    throw new EngineError("refused", `The engine refused to answer. ${refusal?.slice(0, 200) ?? ""}`.trim());
  }
}
