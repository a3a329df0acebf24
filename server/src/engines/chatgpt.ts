import { askWithSdk } from "./ask-with-sdk.ts";
import { connect, type Line } from "./connect.ts";
import { readResponses } from "./read-responses.ts";

export const chatgpt = connect(
  {
    id: "chatgpt",
    surface: "official_api",
    vendor: "OpenAI",
    defaultModel: "gpt-5.6-terra",
    variables: { apiKey: "OPENAI_API_KEY", baseUrl: "OPENAI_BASE_URL", model: "OPENAI_MODEL" },
    required: ["apiKey"],
    defaultBaseUrl: "https://api.openai.com/v1",
  },
  async (call) => {
    const { body } = await askWithSdk(await modelOn(call), call, {
      tools: [
        {
          type: "provider",
          id: "openai.web_search",
          name: "web_search",
          args: { userLocation: { type: "approximate", country: call.country } },
        },
      ],
      providerOptions: { openai: { store: false } },
    });
    return { ...readResponses(body), raw: body };
  },
  { model: modelOn },
);

async function modelOn({ apiKey, baseUrl, model, fetch }: Line) {
  // Loaded when it is needed: a server that asks no engine starts without the SDK.
  const { createOpenAI } = await import("@ai-sdk/openai");
  return createOpenAI({ apiKey, baseURL: baseUrl, fetch }).responses(model);
}
