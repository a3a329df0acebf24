import { askDirectly } from "./ask-directly.ts";
import { HttpFailure } from "./classify-error.ts";
import { connect } from "./connect.ts";
import { at, numberAt } from "./read-json.ts";
import { readResponses } from "./read-responses.ts";

/**
 * Perplexity's Agent interface, under the name that its own library and OpenAI's call it by. No provider of the SDK can
 * speak to it: Perplexity's still speaks the chat completions that ended in September 2026, and OpenAI's takes a reply
 * with `search_results` in it for a broken one.
 */
export const perplexity = connect(
  {
    id: "perplexity",
    surface: "official_api",
    vendor: "Perplexity",
    defaultModel: "perplexity/sonar",
    variables: { apiKey: "PERPLEXITY_API_KEY", baseUrl: "PERPLEXITY_BASE_URL", model: "PERPLEXITY_MODEL" },
    required: ["apiKey"],
    defaultBaseUrl: "https://api.perplexity.ai/v1",
  },
  async (call) => {
    const body = await askDirectly(call, `${call.baseUrl}/responses`, {
      headers: { authorization: `Bearer ${call.apiKey}` },
      json: {
        model: call.model,
        input: call.prompt,
        language_preference: call.language,
        tools: [{ type: "web_search", user_location: { country: call.country } }],
      },
    });
    if (at(body, "status") === "failed") throw new HttpFailure(200, {}, body);
    return { ...readResponses(body), reportedCostUsd: numberAt(body, "usage", "cost", "total_cost"), raw: body };
  },
);
