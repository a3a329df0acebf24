import { connect } from "./connect.ts";
import type { Connector } from "./connector.ts";
import { askDataForSeo, DATAFORSEO } from "./dataforseo.ts";
import { notShown } from "./not-shown.ts";
import { at, listAt, textAt } from "./read-json.ts";
import { foundInBlocks, googleLocale, SERPAPI, searchWithSerpApi } from "./serpapi.ts";

const MODEL = "google-ai-overview";
const NOT_SHOWN = "Google showed no AI Overview";

const throughSerpApi = connect({ ...SERPAPI, id: "google_ai_overview" }, async (call) => {
  const locale = googleLocale(call);
  const page = await searchWithSerpApi(call, { engine: "google", q: call.prompt, ...locale });
  // Google often loads the overview after the page; then the page holds a token for it, good for a minute.
  const token = textAt(page, "ai_overview", "page_token");
  const later =
    token === null ? null : await searchWithSerpApi(call, { engine: "google_ai_overview", page_token: token });
  const overview = at(later ?? page, "ai_overview");
  if (listAt(overview, "text_blocks").length === 0) throw notShown(NOT_SHOWN, textAt(overview, "error"));
  const searches = later === null ? 1 : 2;
  // The rest of a results page is no part of the answer, and many times as long.
  const { search_metadata, search_parameters } = page as Record<string, unknown>;
  return foundInBlocks(overview, MODEL, searches, { search_metadata, search_parameters, ai_overview: overview });
});

const throughDataForSeo = connect({ ...DATAFORSEO, id: "google_ai_overview" }, async (call) => {
  const found = await askDataForSeo(call, "organic", MODEL, { device: "desktop", load_async_ai_overview: true });
  if (found === null) throw notShown(NOT_SHOWN, null);
  return found;
});

/** No interface of Google's own gives these answers out. */
export const googleAiOverview: Connector[] = [throughSerpApi, throughDataForSeo];
