import { askWithSdk } from "./ask-with-sdk.ts";
import { connect, type Line } from "./connect.ts";
import { at, listAt, numberAt, textAt, textsAt } from "./read-json.ts";

/** The Conversations interface: the only one of Mistral's that searches. It takes no place or language. */
export const mistral = connect(
  {
    id: "mistral",
    surface: "official_api",
    vendor: "Mistral",
    defaultModel: "mistral-medium-latest",
    variables: { apiKey: "MISTRAL_API_KEY", baseUrl: "MISTRAL_BASE_URL", model: "MISTRAL_MODEL" },
    required: ["apiKey"],
    defaultBaseUrl: "https://api.mistral.ai/v1",
  },
  async (call) => {
    const { body } = await askWithSdk((await providerOn(call)).conversation(call.model), call, {
      tools: [{ type: "provider", id: "mistral.web_search", name: "web_search", args: {} }],
    });
    const outputs = listAt(body, "outputs");
    const messages = outputs.filter((output) => at(output, "type") === "message.output");
    const chunks = messages.flatMap(chunksOf);
    const references = chunks.filter((chunk) => at(chunk, "type") === "tool_reference");
    const searches = outputs.filter(
      (output) => at(output, "type") === "tool.execution" && textAt(output, "name")?.startsWith("web_search"),
    );
    return {
      answer: textsAt(
        chunks.filter((chunk) => at(chunk, "type") === "text"),
        "text",
      ).join(""),
      cited: textsAt(references, "url"),
      retrieved: searches.flatMap((search) => textsAt(listAt(search, "info", "results"), "url")),
      searches: numberAt(body, "usage", "connectors", "web_search") ?? searches.length,
      searchQueries: searches.flatMap(queryOf),
      model: textsAt(messages, "model")[0] ?? null,
      tokensIn: numberAt(body, "usage", "prompt_tokens"),
      tokensOut: numberAt(body, "usage", "completion_tokens"),
      raw: body,
    };
  },
  { model: async (line) => (await providerOn(line))(line.model) },
);

async function providerOn({ apiKey, baseUrl, fetch }: Line) {
  const { createMistral } = await import("@ai-sdk/mistral");
  return createMistral({ apiKey, baseURL: baseUrl, fetch });
}

/** A message without sources is a mere text. */
function chunksOf(message: unknown): unknown[] {
  const text = textAt(message, "content");
  return text === null ? listAt(message, "content") : [{ type: "text", text }];
}

/** The arguments come as a text of their own: {"query": "..."}. */
function queryOf(search: unknown): string[] {
  try {
    return textsAt([JSON.parse(textAt(search, "arguments") ?? "")], "query");
  } catch {
    return [];
  }
}
