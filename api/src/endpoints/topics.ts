import { z } from "zod";
import { get, patch, post, remove } from "../endpoint.ts";
import { Pagination, page, pageSize } from "../fields.ts";
import { TopicChange, TopicCreate, TopicDetail, TopicHistory, TopicSummary } from "../resources/topic.ts";
import { TOPIC_STATUSES } from "../vocabulary.ts";

const tag = "Topics";

export const topics = {
  listTopics: get("/topics", {
    tag,
    scope: "read",
    summary: "List topics with their latest visibility scores",
    query: z.object({ page, limit: pageSize, status: z.enum([...TOPIC_STATUSES, "all"]).default("active") }),
    status: 200,
    reply: z.object({ data: z.array(TopicSummary), pagination: Pagination }),
  }),
  getTopic: get("/topics/{id}", {
    tag,
    scope: "read",
    idOf: "topic",
    summary: "Read one topic with the rows of its latest scan",
    status: 200,
    reply: z.object({ data: TopicDetail }),
  }),
  getTopicHistory: get("/topics/{id}/history", {
    tag,
    scope: "read",
    idOf: "topic",
    summary: "Read a topic's score history, one point per completed scan",
    query: z.object({ days: z.int().min(1).max(90).default(30).describe("How many days to look back.") }),
    status: 200,
    reply: z.object({ data: TopicHistory }),
  }),
  createTopic: post("/topics", {
    tag,
    extension: true,
    scope: "write",
    summary: "Add a topic",
    description:
      "Prompts for all three stages are made from templates in the brand's language; edit them under /prompts.",
    body: { schema: TopicCreate, required: true },
    status: 201,
    reply: z.object({ data: TopicDetail }),
    problems: ["plan_limit"],
  }),
  changeTopic: patch("/topics/{id}", {
    tag,
    extension: true,
    scope: "write",
    idOf: "topic",
    summary: "Change a topic",
    body: { schema: TopicChange, required: true },
    status: 200,
    reply: z.object({ data: TopicDetail }),
    problems: ["plan_limit"],
  }),
  deleteTopic: remove("/topics/{id}", {
    tag,
    extension: true,
    scope: "write",
    idOf: "topic",
    summary: "Delete a topic",
    description:
      "The topic, its prompts and its recommendations are gone from every list. Past scans keep the rows they measured, so that their figures still add up.",
    status: 204,
    problems: ["conflict"],
  }),
};
