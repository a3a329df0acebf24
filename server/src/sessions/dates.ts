import type { KyselyPlugin, PluginTransformResultArgs, QueryResult, UnknownRow } from "kysely";

const inDates = (row: UnknownRow): UnknownRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith("_at") && typeof value === "string" ? new Date(value) : value,
    ]),
  );

/** Our drivers leave times as texts; better-auth compares them as dates, and would find no text in the past. */
export const datesPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => ({
    ...result,
    rows: result.rows.map(inDates),
  }),
};
