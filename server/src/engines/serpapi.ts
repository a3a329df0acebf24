import { EngineError } from "../domain/engine-error.ts";
import { askDirectly } from "./ask-directly.ts";
import type { Call, Found } from "./connect.ts";
import { at, listAt, numberAt, textAt, textsAt } from "./read-json.ts";
import { markdownOf, referencesIn } from "./text-blocks.ts";

export const SERPAPI = {
  surface: "serp_vendor",
  vendor: "SerpApi",
  defaultModel: null,
  pricedAs: "serpapi",
  variables: { apiKey: "SERPAPI_API_KEY", baseUrl: "SERPAPI_BASE_URL", model: null },
  required: ["apiKey"],
  defaultBaseUrl: "https://serpapi.com",
} as const;

/** Fresh each time: an answer from the vendor's cache would count as a second sample, and be none. */
export async function searchWithSerpApi(call: Call, parameters: Record<string, string>): Promise<unknown> {
  const query = new URLSearchParams({ ...parameters, no_cache: "true", output: "json", api_key: call.apiKey });
  const body = await askDirectly(call, `${call.baseUrl}/search.json?${query}`, {});
  if (at(body, "search_metadata", "status") === "Error") {
    throw new EngineError("overloaded", `SerpApi could not read the page. ${textAt(body, "error") ?? ""}`.trim());
  }
  return body;
}

/** Google takes "uk", and for everywhere else the ISO code. */
export const googleLocale = ({ country, language }: Call) => ({
  gl: country === "GB" ? "uk" : country.toLowerCase(),
  hl: language,
});

/** Turns blocks and references into an answer; `answer` is the part of the reply that holds them. */
export function foundInBlocks(answer: unknown, engine: string, searches: number, raw: unknown): Found {
  const blocks = listAt(answer, "text_blocks");
  const references = listAt(answer, "references");
  const linkOf = (index: number) =>
    references.find((reference, place) => (numberAt(reference, "index") ?? place) === index);
  const pointedTo = referencesIn(blocks).map(linkOf);
  return {
    answer: [textAt(answer, "header") ?? "", markdownOf(blocks) || (textAt(answer, "reconstructed_markdown") ?? "")]
      .filter((text) => text !== "")
      .join("\n\n"),
    // Without numbers in the text, the whole list is what the answer shows as its sources.
    cited: textsAt(pointedTo.length > 0 ? pointedTo : references, "link"),
    retrieved: textsAt(references, "link"),
    searches,
    searchQueries: [],
    model: engine,
    tokensIn: null,
    tokensOut: null,
    pricedAs: SERPAPI.pricedAs,
    raw,
  };
}
