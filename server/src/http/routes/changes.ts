import type { Handlers } from "../bind.ts";
import { paged, showChange } from "../present.ts";

export const changeHandlers: Pick<Handlers, "listChanges"> = {
  listChanges: async ({ stores }, { brandId }, { query: { page, limit, scan_id, topic_id, ...filter } }) => {
    const window = { limit, offset: (page - 1) * limit };
    const found = await stores.findings.list(brandId, { ...filter, scanId: scan_id, topicId: topic_id }, window);
    return paged(found, page, limit, showChange);
  },
};
