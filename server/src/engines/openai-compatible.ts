import { askWithSdk, textOf } from "./ask-with-sdk.ts";
import { connect, type Line } from "./connect.ts";
import { at, listAt, numberAt, textAt, textsAt } from "./read-json.ts";

/** Chat completions at any address. Searching is up to the endpoint, and gateways say in several ways that they did. */
export const openaiCompatible = connect(
  {
    id: "openai_compatible",
    surface: "official_api",
    vendor: "The OpenAI-compatible endpoint",
    defaultModel: null,
    variables: {
      apiKey: "OPENAI_COMPATIBLE_API_KEY",
      baseUrl: "OPENAI_COMPATIBLE_BASE_URL",
      model: "OPENAI_COMPATIBLE_MODEL",
    },
    required: ["baseUrl", "model"],
    defaultBaseUrl: null,
  },
  async (call) => {
    const { body, result } = await askWithSdk(await modelOn(call), call, {});
    const annotations = listAt(body, "choices", 0, "message", "annotations").filter(
      (annotation) => at(annotation, "type") === "url_citation",
    );
    const citations = listAt(body, "citations").filter((url) => typeof url === "string");
    const results = textsAt(listAt(body, "search_results"), "url");
    const cited = [...textsAt(annotations, "url_citation", "url"), ...textsAt(annotations, "url"), ...citations];
    return {
      answer: result === null ? (textAt(body, "choices", 0, "message", "content") ?? "") : textOf(result),
      cited,
      retrieved: results,
      searches: cited.length + results.length > 0 ? 1 : 0,
      searchQueries: [],
      model: textAt(body, "model"),
      tokensIn: numberAt(body, "usage", "prompt_tokens"),
      tokensOut: numberAt(body, "usage", "completion_tokens"),
      reportedCostUsd: numberAt(body, "usage", "cost"),
      // What this endpoint charges is its own affair, whatever the model is called.
      pricedAs: null,
      raw: body,
    };
  },
  { model: modelOn, isPriced: false },
);

async function modelOn({ apiKey, baseUrl, model, fetch }: Line) {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({
    name: "openai-compatible",
    baseURL: baseUrl,
    fetch,
    supportsStructuredOutputs: true,
    ...(apiKey !== "" && { apiKey }),
  })(model);
}
