import { EngineError } from "../domain/engine-error.ts";
import { askWithSdk } from "./ask-with-sdk.ts";
import { connect, type Line } from "./connect.ts";
import { at, listAt, numberAt, textAt, textsAt } from "./read-json.ts";

const MOST_SEARCHES = 5;
const MOST_TOKENS_OUT = 8_192;

export const claude = connect(
  {
    id: "claude",
    surface: "official_api",
    vendor: "Anthropic",
    defaultModel: "claude-sonnet-4-6",
    variables: { apiKey: "ANTHROPIC_API_KEY", baseUrl: "ANTHROPIC_BASE_URL", model: "ANTHROPIC_MODEL" },
    required: ["apiKey"],
    defaultBaseUrl: "https://api.anthropic.com/v1",
  },
  async (call) => {
    const { body, result } = await askWithSdk(await modelOn(call), call, {
      maxOutputTokens: MOST_TOKENS_OUT,
      tools: [
        {
          type: "provider",
          id: "anthropic.web_search_20250305",
          name: "web_search",
          args: { maxUses: MOST_SEARCHES, userLocation: { type: "approximate", country: call.country } },
        },
      ],
    });
    if (at(body, "stop_reason") === "refusal") throw new EngineError("refused", "Claude refused to answer.");
    if (at(body, "stop_reason") === "pause_turn") {
      throw new EngineError("malformed", "Anthropic paused before the answer was finished.");
    }
    const content = listAt(body, "content");
    // A search that failed leaves an error here instead of a list.
    const searches = blocks(content, "web_search_tool_result").filter((block) => Array.isArray(at(block, "content")));
    const asked = blocks(content, "server_tool_use").filter((block) => at(block, "name") === "web_search");
    return {
      answer: answerOf(content),
      cited: textsAt(
        blocks(content, "text").flatMap((block) => listAt(block, "citations")),
        "url",
      ),
      retrieved: searches.flatMap((block) => textsAt(listAt(block, "content"), "url")),
      searches: numberAt(body, "usage", "server_tool_use", "web_search_requests") ?? searches.length,
      searchQueries: textsAt(asked, "input", "query"),
      model: textAt(body, "model"),
      tokensIn: result?.usage.inputTokens.total ?? numberAt(body, "usage", "input_tokens"),
      tokensOut: numberAt(body, "usage", "output_tokens"),
      raw: body,
    };
  },
  { model: modelOn },
);

async function modelOn({ apiKey, baseUrl, model, fetch }: Line) {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  return createAnthropic({ apiKey, baseURL: baseUrl, fetch })(model);
}

const blocks = (content: unknown[], type: string): unknown[] => content.filter((block) => at(block, "type") === type);

/** A cited sentence is a block of its own, in the middle of a line; only what lies before and after a search is apart. */
function answerOf(content: unknown[]): string {
  const stretches = [""];
  for (const block of content) {
    const text = at(block, "text");
    if (at(block, "type") === "text" && typeof text === "string") stretches.push((stretches.pop() ?? "") + text);
    else stretches.push("");
  }
  return stretches
    .map((stretch) => stretch.trim())
    .filter((stretch) => stretch !== "")
    .join("\n\n");
}
