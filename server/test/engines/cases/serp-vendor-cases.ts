import { expect } from "vitest";
import type { Connector } from "../../../src/engines/connector.ts";
import { copilot } from "../../../src/engines/copilot.ts";
import { googleAiMode } from "../../../src/engines/google-ai-mode.ts";
import { googleAiOverview } from "../../../src/engines/google-ai-overview.ts";
import type { SeenRequest } from "../../setup/loopback-engine.ts";
import { API_KEY, type ConnectorCase, changed, PROMPT, type Recorded, record } from "./connector-case.ts";

const LOGIN = "shop@northpeak.example:test-password-0123";

const { page, overview } = record("google-ai-overview-serpapi");
const serpApiError = (error: string) => ({ error });
const serpApiSent = (request: SeenRequest | undefined, query: Record<string, string>) => {
  expect(request).toMatchObject({ method: "GET", path: "/search.json" });
  const sent = Object.fromEntries(request?.query ?? []);
  expect(sent).toEqual({ ...query, no_cache: "true", output: "json", api_key: API_KEY });
};

const overviewCase: ConnectorCase = {
  name: "google_ai_overview through SerpApi",
  connector: googleAiOverview[0] as Connector,
  apiKey: API_KEY,
  replies: [page, overview],
  reply: {
    model: "google-ai-overview",
    answer: [
      "The best trail running shoes grip well and drain fast.",
      "### Top picks",
      "- **Northpeak Strider 4**: Best in mud.\n- Kestrel Ridge\n  - Also in a wide fit",
      "| Shoe | Weight |\n| --- | --- |\n| Strider 4 | 290 g |\n| Ridge | 260 g |",
      "How to choose",
      "Mind the drop.",
      "|  | Strider 4 | Ridge |\n| --- | --- | --- |\n| Grip | High | Medium |",
    ].join("\n\n"),
    cited: ["https://trailreview.example/best-trail-shoes", "https://northpeak.example/strider-4"],
    retrieved: [
      "https://northpeak.example/strider-4",
      "https://kestrel.example/shoes/ridge",
      "https://trailreview.example/best-trail-shoes",
    ],
    searched: true,
    searchQueries: [],
    tokensIn: null,
    tokensOut: null,
    costUsd: 0.03,
  },
  sent: ([first, second]) => {
    serpApiSent(first, { engine: "google", q: PROMPT, gl: "de", hl: "de" });
    serpApiSent(second, { engine: "google_ai_overview", page_token: page.ai_overview.page_token });
  },
  answering: (text) => [
    page,
    changed(overview, ({ ai_overview }) => (ai_overview.text_blocks = [{ type: "paragraph", snippet: text }])),
  ],
  unforeseen: () => [page, changed(overview, ({ ai_overview }) => ai_overview.text_blocks.push({ type: "hologram" }))],
  sourceless: () => [
    page,
    changed(overview, ({ ai_overview }) => {
      ai_overview.text_blocks = [{ type: "paragraph", snippet: "Strider 4." }];
      ai_overview.references = [];
    }),
  ],
  refusal: { status: 200, replies: [changed(page, (copy) => delete copy.ai_overview)] },
  error: serpApiError,
};

const aiMode = record("google-ai-mode-serpapi");
const aiModeCase: ConnectorCase = {
  name: "google_ai_mode through SerpApi",
  connector: googleAiMode[0] as Connector,
  apiKey: API_KEY,
  replies: [aiMode],
  reply: {
    model: "google-ai-mode",
    answer: "Runners praise the Kestrel Ridge.\n\n- Kestrel Ridge: light\n- Northpeak Strider 4: grippy",
    cited: ["https://runlab.example/tests/2026", "https://kestrel.example/shoes/ridge"],
    retrieved: [
      "https://runlab.example/tests/2026",
      "https://kestrel.example/shoes/ridge",
      "https://northpeak.example/strider-4",
    ],
    searched: true,
    costUsd: 0.015,
  },
  sent: ([request]) => serpApiSent(request, { engine: "google_ai_mode", q: PROMPT, gl: "de", hl: "de" }),
  answering: (text) => [
    changed(aiMode, (copy) => {
      copy.text_blocks = [{ type: "paragraph", snippet: text }];
      delete copy.reconstructed_markdown;
    }),
  ],
  unforeseen: () => [changed(aiMode, ({ text_blocks }) => text_blocks.push({ type: "hologram" }))],
  sourceless: () => [changed(aiMode, (copy) => delete copy.references && delete copy.text_blocks)],
  refusal: {
    status: 200,
    replies: [{ search_metadata: { status: "Success" }, error: "Google AI Mode hasn't returned any results." }],
  },
  error: serpApiError,
};

const bing = record("copilot-serpapi");
const copilotCase: ConnectorCase = {
  name: "copilot through SerpApi",
  connector: copilot,
  apiKey: API_KEY,
  replies: [bing],
  reply: {
    model: "bing-copilot",
    answer: [
      "Trail running shoes worth a look in 2026",
      "### Best overall",
      "Northpeak's Strider 4 suits most runners.",
      "```text\ndrop: 6 mm\n```",
    ].join("\n\n"),
    cited: ["https://northpeak.example/strider-4"],
    retrieved: ["https://runlab.example/tests/2026", "https://northpeak.example/strider-4"],
    searched: true,
    costUsd: 0.015,
  },
  sent: ([request]) => serpApiSent(request, { engine: "bing_copilot", q: PROMPT }),
  answering: (text) => [
    changed(bing, (copy) => {
      copy.text_blocks = [{ type: "paragraph", snippet: text }];
      delete copy.header;
    }),
  ],
  unforeseen: () => [changed(bing, ({ text_blocks }) => text_blocks.push({ type: "hologram" }))],
  sourceless: () => [changed(bing, (copy) => delete copy.references)],
  refusal: {
    status: 200,
    replies: [{ search_metadata: { status: "Success" }, error: "Bing hasn't returned any results." }],
  },
  error: serpApiError,
};

const basic = (request: SeenRequest | undefined, path: string, task: object) => {
  const authorization = `Basic ${Buffer.from(LOGIN).toString("base64")}`;
  expect(request).toMatchObject({ method: "POST", path, headers: { authorization } });
  expect(request?.json).toEqual([
    { keyword: PROMPT, location_code: 2276, language_code: "de", device: "desktop", ...task },
  ]);
};
const dataForSeoError = (message: string) => ({ status_code: 50000, status_message: message, tasks: null });
const firstItem = (copy: Recorded) => copy.tasks[0].result[0].items[0];

const dataForSeoOverview = record("google-ai-overview-dataforseo");
const dataForSeoOverviewCase: ConnectorCase = {
  name: "google_ai_overview through DataForSEO",
  connector: googleAiOverview[1] as Connector,
  apiKey: LOGIN,
  replies: [dataForSeoOverview],
  reply: {
    model: "google-ai-overview",
    answer: "The **Northpeak Strider 4** is a popular choice.\n\n- Kestrel Ridge is lighter",
    cited: ["https://trailreview.example/best-trail-shoes", "https://kestrel.example/shoes/ridge"],
    retrieved: ["https://trailreview.example/best-trail-shoes", "https://kestrel.example/shoes/ridge"],
    searched: true,
    costUsd: 0.004,
  },
  sent: ([request]) => basic(request, "/v3/serp/google/organic/live/advanced", { load_async_ai_overview: true }),
  answering: (text) => [
    changed(dataForSeoOverview, (copy) => Object.assign(firstItem(copy), { markdown: text, items: null })),
  ],
  unforeseen: () => [
    changed(dataForSeoOverview, ({ tasks: [task] }) => task.result[0].items.push({ type: "hologram" })),
  ],
  sourceless: () => [
    changed(dataForSeoOverview, (copy) => Object.assign(firstItem(copy), { references: null, items: null })),
  ],
  refusal: { status: 200, replies: [changed(dataForSeoOverview, (copy) => copy.tasks[0].result[0].items.shift())] },
  error: dataForSeoError,
};

const dataForSeoAiMode = record("google-ai-mode-dataforseo");
const dataForSeoAiModeCase: ConnectorCase = {
  name: "google_ai_mode through DataForSEO",
  connector: googleAiMode[1] as Connector,
  apiKey: LOGIN,
  replies: [dataForSeoAiMode],
  reply: {
    model: "google-ai-mode",
    answer: "The **Kestrel Ridge** is what most tests recommend.\n\nNorthpeak follows.",
    cited: ["https://runlab.example/tests/2026"],
    retrieved: ["https://runlab.example/tests/2026"],
    searched: true,
    costUsd: 0.004,
  },
  sent: ([request]) => basic(request, "/v3/serp/google/ai_mode/live/advanced", {}),
  answering: (text) => [
    changed(dataForSeoAiMode, (copy) => Object.assign(firstItem(copy), { markdown: text, items: null })),
  ],
  unforeseen: () => [changed(dataForSeoAiMode, ({ tasks: [task] }) => task.result[0].items.push({ type: "hologram" }))],
  sourceless: () => [changed(dataForSeoAiMode, (copy) => Object.assign(firstItem(copy), { references: null }))],
  refusal: {
    status: 200,
    replies: [
      changed(dataForSeoAiMode, ({ tasks: [task] }) => {
        Object.assign(task, { status_code: 40102, status_message: "No Search Results.", result: null });
      }),
    ],
  },
  error: dataForSeoError,
};

export const SERP_VENDOR_CASES: ConnectorCase[] = [
  overviewCase,
  aiModeCase,
  copilotCase,
  dataForSeoOverviewCase,
  dataForSeoAiModeCase,
];
