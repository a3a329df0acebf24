import { connect } from "./connect.ts";
import type { Connector } from "./connector.ts";
import { askDataForSeo, DATAFORSEO } from "./dataforseo.ts";
import { notShown } from "./not-shown.ts";
import { listAt, textAt } from "./read-json.ts";
import { foundInBlocks, googleLocale, SERPAPI, searchWithSerpApi } from "./serpapi.ts";

const MODEL = "google-ai-mode";
const NOT_SHOWN = "Google's AI Mode showed no answer";

const throughSerpApi = connect({ ...SERPAPI, id: "google_ai_mode" }, async (call) => {
  const page = await searchWithSerpApi(call, { engine: "google_ai_mode", q: call.prompt, ...googleLocale(call) });
  const isEmpty = listAt(page, "text_blocks").length === 0 && textAt(page, "reconstructed_markdown") === null;
  const error = textAt(page, "error");
  if (isEmpty && error !== null) throw notShown(NOT_SHOWN, error);
  return foundInBlocks(page, MODEL, 1, page);
});

const throughDataForSeo = connect({ ...DATAFORSEO, id: "google_ai_mode" }, async (call) => {
  const found = await askDataForSeo(call, "ai_mode", MODEL, { device: "desktop" });
  if (found === null) throw notShown(NOT_SHOWN, null);
  return found;
});

/** No interface of Google's own gives these answers out. */
export const googleAiMode: Connector[] = [throughSerpApi, throughDataForSeo];
