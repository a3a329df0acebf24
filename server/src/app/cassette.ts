import { ACTIVE_SCAN_STATUSES } from "@answerscope/api";
import type { Deps } from "./ports.ts";
import { found, Problem } from "./problem.ts";
import type { BrandRecord, NewTopic, RecordedQuery, ResultRecord, ScanRecord } from "./stores.ts";

/** A scan on tape: whom it was about, then every query with what came back and the row that was made of it. */
export type CassetteScan = {
  kind: "scan";
  cassette: typeof CASSETTE_VERSION;
  scan: ScanRecord;
  brand: Omit<BrandRecord, "accountId">;
  topics: NewTopic[];
};
export type CassetteQuery = { kind: "query"; row: ResultRecord | null } & RecordedQuery;

export const CASSETTE_VERSION = 1;
const PAGE_QUERIES = 200;

/** The first line; refuses what has not ended, since the rest of it could still change. */
export async function openCassette({ snapshot }: Pick<Deps, "snapshot">, brandId: string, id: string) {
  return snapshot(async (stores): Promise<CassetteScan> => {
    const scan = found(await stores.scans.get(brandId, id), "scan");
    if (ACTIVE_SCAN_STATUSES.includes(scan.status))
      throw new Problem("conflict", "The scan is in progress. Export it when it has ended.");
    const { accountId: _, ...brand } = await stores.brands.get(brandId);
    return { kind: "scan", cassette: CASSETTE_VERSION, scan, brand, topics: await stores.topics.ofScan(brandId, id) };
  });
}

export async function* recordCassette(
  { stores }: Pick<Deps, "stores">,
  brandId: string,
  first: CassetteScan,
): AsyncGenerator<CassetteScan | CassetteQuery> {
  yield first;
  const rows = new Map((await stores.results.ofScan(brandId, first.scan.id)).map((row) => [row.id, row]));
  for (let after: string | null = null; ; ) {
    const page: RecordedQuery[] = await stores.results.recorded(brandId, first.scan.id, after, PAGE_QUERIES);
    for (const query of page) yield { kind: "query", ...query, row: rows.get(query.id) ?? null };
    if (page.length < PAGE_QUERIES) return;
    after = page.at(-1)?.id ?? null;
  }
}
