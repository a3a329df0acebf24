import { changeTopic, createTopic, deleteTopic } from "../../app/edit-topics.ts";
import type { Deps } from "../../app/ports.ts";
import { found } from "../../app/problem.ts";
import type { TopicRecord } from "../../app/stores.ts";
import type { Handlers } from "../bind.ts";
import { paged, showHistoryPoint, showTopic, showTopicDetail } from "../present.ts";

const DAY_MS = 86_400_000;

async function detail({ stores }: Deps, brandId: string, topic: TopicRecord) {
  const rows = topic.last_scan_id === null ? [] : await stores.results.ofScan(brandId, topic.last_scan_id, topic.id);
  return { data: showTopicDetail(topic, rows) };
}

export const topicHandlers: Pick<
  Handlers,
  "listTopics" | "getTopic" | "getTopicHistory" | "createTopic" | "changeTopic" | "deleteTopic"
> = {
  listTopics: async ({ stores }, { brandId }, { query: { page, limit, status } }) =>
    paged(await stores.topics.list(brandId, status, { limit, offset: (page - 1) * limit }), page, limit, showTopic),

  getTopic: async (deps, { brandId }, { id }) =>
    detail(deps, brandId, found(await deps.stores.topics.get(brandId, id), "topic")),

  getTopicHistory: async ({ stores, now }, { brandId }, { id, query: { days } }) => {
    const topic = found(await stores.topics.get(brandId, id), "topic");
    const since = new Date(Date.parse(now()) - days * DAY_MS).toISOString();
    const data_points = (await stores.topics.history(brandId, id, since)).map(showHistoryPoint);
    return { data: { topic_id: topic.id, topic_name: topic.name, days, data_points } };
  },

  createTopic: async (deps, { brandId }, { body }) => detail(deps, brandId, await createTopic(deps, brandId, body)),

  changeTopic: async (deps, { brandId }, { id, body }) =>
    detail(deps, brandId, await changeTopic(deps, brandId, id, body)),

  deleteTopic: async (deps, { brandId }, { id }) => void (await deleteTopic(deps, brandId, id)),
};
