import { EngineError, type EngineErrorKind } from "../domain/engine-error.ts";
import { askDirectly } from "./ask-directly.ts";
import type { Call, Found } from "./connect.ts";
import countryCodes from "./country-codes.json" with { type: "json" };
import { at, listAt, numberAt, textAt, textsAt } from "./read-json.ts";

export const DATAFORSEO = {
  surface: "serp_vendor",
  vendor: "DataForSEO",
  defaultModel: null,
  pricedAs: "dataforseo/organic",
  variables: { apiKey: "DATAFORSEO_API_KEY", baseUrl: "DATAFORSEO_BASE_URL", model: null },
  required: ["apiKey"],
  defaultBaseUrl: "https://api.dataforseo.com/v3",
} as const;

const OK = 20_000;
/** Google's codes of places: a country's is its ISO 3166 number, from this one up. */
const COUNTRIES_FROM = 2_000;

/** Asks for one live page and brings its AI answer; null when the page shows none. */
export async function askDataForSeo(
  call: Call,
  page: "ai_mode" | "organic",
  engine: string,
  options: Record<string, unknown>,
): Promise<Found | null> {
  const login = call.apiKey.includes(":") ? Buffer.from(call.apiKey).toString("base64") : call.apiKey;
  const body = await askDirectly(call, `${call.baseUrl}/serp/google/${page}/live/advanced`, {
    headers: { authorization: `Basic ${login}` },
    json: [{ ...options, keyword: keywordOf(call.prompt), ...placeOf(call) }],
  });
  const task = at(body, "tasks", 0);
  throwIfFailed(at(body, "status_code") === OK ? task : body);
  const items = listAt(task, "result", 0, "items");
  const answers = items.filter((item) => at(item, "type") === "ai_overview" || at(item, "type") === "ai_mode");
  const answer = answers[0];
  if (answer === undefined) return null;
  // Per section as well as for the whole: neither list alone is complete.
  const references = [
    ...listAt(answer, "references"),
    ...listAt(answer, "items").flatMap((section) => listAt(section, "references")),
  ];
  return {
    answer: textAt(answer, "markdown") ?? sectionsOf(answer),
    cited: textsAt(references, "url"),
    retrieved: textsAt(references, "url"),
    searches: 1,
    searchQueries: [],
    model: engine,
    tokensIn: null,
    tokensOut: null,
    reportedCostUsd: numberAt(task, "cost"),
    pricedAs: `dataforseo/${page}`,
    // The rest of a results page is no part of the answer, and many times as long.
    raw: { id: at(task, "id"), cost: at(task, "cost"), data: at(task, "data"), items: answers },
  };
}

/** The vendor decodes the question once more, so that these two have to be spelt out. */
const keywordOf = (prompt: string): string => prompt.replaceAll("%", "%25").replaceAll("+", "%2B");

function placeOf({ country, language }: Call) {
  const number = numberAt(countryCodes, country);
  if (number === null) throw new EngineError("bad_request", `DataForSEO has no place for the country ${country}.`);
  return { location_code: COUNTRIES_FROM + number, language_code: language === "zh" ? "zh-CN" : language };
}

const sectionsOf = (answer: unknown): string =>
  listAt(answer, "items")
    .flatMap((section) => textAt(section, "markdown") ?? textAt(section, "text") ?? [])
    .join("\n\n");

/** Its own codes tell what went wrong, in replies that HTTP calls a success. */
function throwIfFailed(outcome: unknown): void {
  const code = numberAt(outcome, "status_code");
  if (code === OK) return;
  const message = textAt(outcome, "status_message") ?? "";
  if (code === null) throw new EngineError("malformed", "DataForSEO sent a reply that cannot be read.");
  throw new EngineError(kindOf(code), `DataForSEO reports ${code}. ${message.slice(0, 300)}`.trim());
}

function kindOf(code: number): EngineErrorKind {
  if (code === 40102) return "refused";
  if (code === 40101 || code === 40103 || code === 40601 || code === 40602) return "overloaded";
  if (code === 40202 || code === 40206 || code === 40209) return "rate_limited";
  if (code >= 40100 && code < 40300) return "auth";
  if (code >= 50401 && code < 50500) return "timeout";
  return code >= 50000 ? "overloaded" : "bad_request";
}
