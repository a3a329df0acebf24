import type { EngineId, FunnelStage, TopicSummary } from "@answerscope/api";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, fetchForBrand } from "./api.ts";
import type { Interval } from "./interval.ts";

/** A scan with the brand's score, as form B lists it. */
export type ScoredScan = {
  id: string;
  status: string;
  engines: string[];
  topics_scanned: number;
  avg_score: number | null;
  created_at: string;
  completed_at: string | null;
  simulated: boolean;
  interval: Interval | null;
};

const PAGE = 100;

async function allTopics(signal: AbortSignal): Promise<TopicSummary[]> {
  const first = await api.listTopics({ query: { status: "all", limit: PAGE }, signal });
  const rest = Array.from({ length: Math.max(0, first.pagination.total_pages - 1) }, (_, index) =>
    api.listTopics({ query: { status: "all", limit: PAGE, page: index + 2 }, signal }),
  );
  return [first, ...(await Promise.all(rest))].flatMap(({ data }) => data);
}

async function scoredScans(signal: AbortSignal): Promise<ScoredScan[]> {
  const response = await fetchForBrand("/api/v1/scans?form=b&limit=100", { signal });
  if (!response.ok) throw new Error(`GET /scans answered with status ${response.status}.`);
  return ((await response.json()) as { scans: ScoredScan[] }).scans;
}

export type AnswerFilter = { engine?: EngineId; topic_id?: string; stage?: FunnelStage };
export const ANSWERS_PER_PAGE = 40;

export const brandQuery = queryOptions({
  queryKey: ["brand"],
  queryFn: async ({ signal }) => (await api.getBrand({ signal })).data,
});

export const enginesQuery = queryOptions({
  queryKey: ["engines"],
  queryFn: async ({ signal }) => (await api.listEngines({ signal })).data,
});

export const topicsQuery = queryOptions({ queryKey: ["topics"], queryFn: ({ signal }) => allTopics(signal) });

export const topicQuery = (id: string) =>
  queryOptions({ queryKey: ["topics", id], queryFn: async ({ signal }) => (await api.getTopic({ id, signal })).data });

export const historyQuery = (id: string, days = 90) =>
  queryOptions({
    queryKey: ["topics", id, "history", days],
    queryFn: async ({ signal }) => (await api.getTopicHistory({ id, query: { days }, signal })).data.data_points,
    staleTime: 300_000,
  });

export const scansQuery = queryOptions({
  queryKey: ["scans"],
  queryFn: async ({ signal }) => (await api.listScans({ query: { limit: 50 }, signal })).data,
});

export const scoredScansQuery = queryOptions({
  queryKey: ["scans", "scored"],
  queryFn: ({ signal }) => scoredScans(signal),
});

export const scanQuery = (id: string) =>
  queryOptions({ queryKey: ["scans", id], queryFn: async ({ signal }) => (await api.getScan({ id, signal })).data });

export const answersQuery = (id: string, filter: AnswerFilter) =>
  infiniteQueryOptions({
    queryKey: ["scans", id, "answers", filter],
    queryFn: ({ pageParam, signal }) =>
      api.listScanAnswers({ id, query: { ...filter, page: pageParam, limit: ANSWERS_PER_PAGE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.total_pages ? pagination.page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

export const estimateQuery = (engines: string[] | null) =>
  queryOptions({
    queryKey: ["scans", "estimate", engines],
    queryFn: async ({ signal }) => (await api.estimateScan({ body: engines ? { engines } : {}, signal })).data,
    placeholderData: keepPreviousData,
  });

export const trendsQuery = queryOptions({
  queryKey: ["analytics", "trends"],
  queryFn: async ({ signal }) => {
    const { data } = await api.getAnalytics({ query: { type: "trends" }, signal });
    if (!("brand_prediction" in data)) throw new Error("The server sent no trends.");
    return data;
  },
});

/** What a scan changed against the one before. */
export const changesQuery = (scanId: string) =>
  queryOptions({
    queryKey: ["changes", scanId],
    queryFn: async ({ signal }) => (await api.listChanges({ query: { scan_id: scanId, limit: PAGE }, signal })).data,
  });

export const engineAnalyticsQuery = (scanId?: string) =>
  queryOptions({
    queryKey: ["analytics", "engines", scanId ?? "all"],
    queryFn: async ({ signal }) => {
      const query = { type: "engines", ...(scanId ? { scan_id: scanId } : {}) } as const;
      const { data } = await api.getAnalytics({ query, signal });
      if (!("engine_stats" in data)) throw new Error("The server sent no comparison of engines.");
      return data;
    },
    placeholderData: keepPreviousData,
  });

export const recommendationsQuery = (filter: { topic_id?: string } = {}) =>
  queryOptions({
    queryKey: ["recommendations", filter],
    queryFn: async ({ signal }) => (await api.listRecommendations({ query: { ...filter, limit: PAGE }, signal })).data,
  });

export const promptsQuery = (topicId: string) =>
  queryOptions({
    queryKey: ["prompts", topicId],
    queryFn: async ({ signal }) => (await api.listPrompts({ query: { topic_id: topicId, limit: PAGE }, signal })).data,
  });

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: async ({ signal }) => (await api.listKeys({ signal })).data,
});
