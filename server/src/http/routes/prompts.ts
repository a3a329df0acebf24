import { createPrompt, deletePrompt, rewordPrompt } from "../../app/edit-prompts.ts";
import type { Handlers } from "../bind.ts";
import { paged } from "../present.ts";

export const promptHandlers: Pick<Handlers, "listPrompts" | "createPrompt" | "changePrompt" | "deletePrompt"> = {
  listPrompts: async ({ stores }, { brandId }, { query: { page, limit, topic_id, stage } }) => {
    const filter = { ...(topic_id ? { topicId: topic_id } : {}), ...(stage ? { stage } : {}) };
    const found = await stores.prompts.list(brandId, filter, { limit, offset: (page - 1) * limit });
    return paged(found, page, limit, (prompt) => prompt);
  },

  createPrompt: async (deps, { brandId }, { body }) => ({ data: await createPrompt(deps, brandId, body) }),

  changePrompt: async (deps, { brandId }, { id, body }) => ({ data: await rewordPrompt(deps, brandId, id, body.text) }),

  deletePrompt: async (deps, { brandId }, { id }) => void (await deletePrompt(deps, brandId, id)),
};
