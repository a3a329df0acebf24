import { chatgpt } from "./chatgpt.ts";
import { claude } from "./claude.ts";
import type { Connector } from "./connector.ts";
import { copilot } from "./copilot.ts";
import { googleAi } from "./google-ai.ts";
import { googleAiMode } from "./google-ai-mode.ts";
import { googleAiOverview } from "./google-ai-overview.ts";
import { grok } from "./grok.ts";
import { mistral } from "./mistral.ts";
import { openaiCompatible } from "./openai-compatible.ts";
import { perplexity } from "./perplexity.ts";

/** Every way to ask a real engine. Where several lead to one engine, the first that is configured is taken. */
export const CONNECTORS: readonly Connector[] = [
  chatgpt,
  googleAi,
  perplexity,
  claude,
  grok,
  mistral,
  ...googleAiOverview,
  ...googleAiMode,
  copilot,
  openaiCompatible,
];
