import { askWithSdk } from "./ask-with-sdk.ts";
import { connect, type Line } from "./connect.ts";
import { numberAt } from "./read-json.ts";
import { readResponses } from "./read-responses.ts";

const TICKS_PER_USD = 1e10;

/** xAI's search takes no place or language to search from. */
export const grok = connect(
  {
    id: "grok",
    surface: "official_api",
    vendor: "xAI",
    defaultModel: "grok-4.3",
    variables: { apiKey: "XAI_API_KEY", baseUrl: "XAI_BASE_URL", model: "XAI_MODEL" },
    required: ["apiKey"],
    defaultBaseUrl: "https://api.x.ai/v1",
  },
  async (call) => {
    const { body } = await askWithSdk(await modelOn(call), call, {
      tools: [{ type: "provider", id: "xai.web_search", name: "web_search", args: {} }],
      providerOptions: { xai: { include: ["web_search_call.action.sources"] } },
    });
    const ticks = numberAt(body, "usage", "cost_in_usd_ticks");
    return { ...readResponses(body), reportedCostUsd: ticks === null ? null : ticks / TICKS_PER_USD, raw: body };
  },
  { model: modelOn },
);

async function modelOn({ apiKey, baseUrl, model, fetch }: Line) {
  const { createXai } = await import("@ai-sdk/xai");
  return createXai({ apiKey, baseURL: baseUrl, fetch }).responses(model);
}
