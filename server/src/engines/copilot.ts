import { connect } from "./connect.ts";
import { notShown } from "./not-shown.ts";
import { listAt, textAt } from "./read-json.ts";
import { foundInBlocks, SERPAPI, searchWithSerpApi } from "./serpapi.ts";

/** Microsoft gives these answers out through no interface, DataForSEO does not read them, and the page takes no place. */
export const copilot = connect({ ...SERPAPI, id: "copilot" }, async (call) => {
  const page = await searchWithSerpApi(call, { engine: "bing_copilot", q: call.prompt });
  const error = textAt(page, "error");
  if (listAt(page, "text_blocks").length === 0 && error !== null) throw notShown("Copilot showed no answer", error);
  return foundInBlocks(page, "bing-copilot", 1, page);
});
