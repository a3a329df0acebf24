import { askWithSdk, textOf } from "./ask-with-sdk.ts";
import { connect, type Line } from "./connect.ts";
import { at, listAt, numberAt, textAt, textsAt } from "./read-json.ts";

const REDIRECT_HOST = "vertexaisearch.cloud.google.com";
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;

/** Gemini's search takes no place or language to search from: it goes by the question. */
export const googleAi = connect(
  {
    id: "google_ai",
    surface: "official_api",
    vendor: "Google",
    defaultModel: "gemini-3.5-flash",
    variables: {
      apiKey: "GOOGLE_GENERATIVE_AI_API_KEY",
      baseUrl: "GOOGLE_GENERATIVE_AI_BASE_URL",
      model: "GOOGLE_GENERATIVE_AI_MODEL",
    },
    required: ["apiKey"],
    defaultBaseUrl: "https://generativelanguage.googleapis.com/v1beta",
  },
  async (call) => {
    const { body, result } = await askWithSdk(await modelOn(call), call, {
      tools: [{ type: "provider", id: "google.google_search", name: "google_search", args: {} }],
    });
    // From the SDK first: a long answer comes in several replies, which it puts together.
    const grounding =
      at(result?.providerMetadata, "google", "groundingMetadata") ?? at(body, "candidates", 0, "groundingMetadata");
    const sources = listAt(grounding, "groundingChunks").map(sourceOf);
    const supports = listAt(grounding, "groundingSupports");
    const used = supports.flatMap((support) => listAt(support, "groundingChunkIndices")).map(Number);
    const queries = listAt(grounding, "webSearchQueries").filter((query) => typeof query === "string");
    return {
      answer: result === null ? textsAt(spoken(body), "text").join("") : textOf(result),
      cited: (supports.length > 0 ? used.map((index) => sources[index]) : sources).filter(isKnown),
      retrieved: sources.filter(isKnown),
      searches: Math.max(queries.length, sources.length > 0 ? 1 : 0),
      searchQueries: queries,
      model: textAt(body, "modelVersion"),
      tokensIn: result?.usage.inputTokens.total ?? numberAt(body, "usageMetadata", "promptTokenCount"),
      tokensOut: result?.usage.outputTokens.total ?? numberAt(body, "usageMetadata", "candidatesTokenCount"),
      raw: body,
    };
  },
  { model: modelOn },
);

async function modelOn({ apiKey, baseUrl, model, fetch }: Line) {
  const { createGoogle } = await import("@ai-sdk/google");
  return createGoogle({ apiKey, baseURL: baseUrl, fetch })(model);
}

/** Gemini's thoughts are parts too. */
const spoken = (body: unknown): unknown[] =>
  listAt(body, "candidates", 0, "content", "parts").filter((part) => at(part, "thought") !== true);

const isKnown = (source: string | null | undefined): source is string => typeof source === "string";

/** Google hands out redirects through a host of its own, which says nothing; the title is the domain they lead to. */
function sourceOf(chunk: unknown): string | null {
  const uri = textAt(chunk, "web", "uri");
  if (uri === null || !URL.canParse(uri) || new URL(uri).hostname !== REDIRECT_HOST) return uri;
  const domain = textAt(chunk, "web", "domain") ?? textAt(chunk, "web", "title");
  return domain !== null && DOMAIN.test(domain) ? `https://${domain}` : null;
}
