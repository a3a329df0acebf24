import { sql } from "kysely";
import type { AnalyticsStore } from "../app/stores.ts";
import type { SituationCell } from "../domain/recommend/situation.ts";
import type { Db } from "./database.ts";

type CellRow = Omit<SituationCell, "competitors" | "sources" | "quotes">;
type Counted = { topicId: string; stage: string; name: string; count: number };
type Quoted = { topicId: string; stage: string; resultId: string; text: string };

const QUOTES_PER_CELL = 2;
const QUOTE_LETTERS = 220;

const cellsOf = (db: Db, brandId: string, scanId: string) =>
  sql<CellRow>`
    select r.topic_id as "topicId", t.name as "topicName", r.funnel_stage as stage, count(*)::int as n,
      (count(*) filter (where r.topic_mentioned))::int as mentions,
      coalesce(sum(r.mention_position), 0)::int as "positionSum",
      (count(*) filter (where r.action_recommendation))::int as recommended,
      (count(*) filter (where r.sentiment = 'positive'))::int as positive,
      (count(*) filter (where r.sentiment = 'negative'))::int as negative,
      (count(*) filter (where r.own_domain_cited))::int as "ownCited",
      (count(*) filter (where r.own_domain_cited is not null))::int as "withCitations",
      avg(r.score) as "scoreMean"
    from results r join topics t on t.brand_id = r.brand_id and t.id = r.topic_id
    where r.brand_id = ${brandId} and r.scan_id = ${scanId} and r.state = 'answered' and t.deleted_at is null
    group by r.topic_id, t.name, r.funnel_stage
    order by r.topic_id, r.funnel_stage`.execute(db);

const competitorsOf = (db: Db, brandId: string, scanId: string) =>
  sql<Counted>`
    select topic_id as "topicId", funnel_stage as stage, name, count(*)::int as count
    from results, unnest(competitors_mentioned) as name
    where brand_id = ${brandId} and scan_id = ${scanId} and state = 'answered'
    group by topic_id, funnel_stage, name
    order by count desc, name`.execute(db);

const sourcesOf = (db: Db, brandId: string, scanId: string) =>
  sql<Counted>`
    select topic_id as "topicId", funnel_stage as stage, name, count(distinct id)::int as count
    from (
      select topic_id, funnel_stage, id, lower(substring(url from '^https?://(?:www\\.)?([^/:?#]+)')) as name
      from results, unnest(sources_cited) as url
      where brand_id = ${brandId} and scan_id = ${scanId} and state = 'answered'
    ) cited
    where name is not null
    group by topic_id, funnel_stage, name
    order by count desc, name`.execute(db);

/** The words around the first mention, for a few rows of each cell: the warmest and the coldest alike are evidence. */
const quotesOf = (db: Db, brandId: string, scanId: string) =>
  sql<Quoted>`
    select "topicId", stage, "resultId", text from (
      select r.topic_id as "topicId", r.funnel_stage as stage, r.id as "resultId",
        substring(a.answer from greatest((a.evidence #>> '{mentions,0,from}')::int - 19, 1) for ${QUOTE_LETTERS}::int) as text,
        row_number() over (
          partition by r.topic_id, r.funnel_stage
          order by case r.sentiment when 'negative' then 0 when 'positive' then 1 else 2 end, r.id
        ) as place
      from results r
      join answers a on a.brand_id = r.brand_id and a.scan_id = r.scan_id and a.result_id = r.id
      where r.brand_id = ${brandId} and r.scan_id = ${scanId} and r.state = 'answered' and r.topic_mentioned
    ) placed
    where place <= ${QUOTES_PER_CELL}
    order by "topicId", stage, place`.execute(db);

/** What the recommendation rules look at: one cell per topic and stage of a scan. */
export const situation =
  (db: Db): AnalyticsStore["situation"] =>
  async (brandId, scanId) => {
    const { rows: cells } = await cellsOf(db, brandId, scanId);
    const { rows: competitors } = await competitorsOf(db, brandId, scanId);
    const { rows: sources } = await sourcesOf(db, brandId, scanId);
    const { rows: quotes } = await quotesOf(db, brandId, scanId);
    return cells.map((cell) => {
      const here = (row: { topicId: string; stage: string }) =>
        row.topicId === cell.topicId && row.stage === cell.stage;
      return {
        ...cell,
        competitors: competitors.filter(here).map(({ name, count }) => ({ name, count })),
        sources: sources.filter(here).map(({ name, count }) => ({ domain: name, count })),
        quotes: quotes.filter(here).map(({ resultId, text }) => ({ resultId, text })),
      };
    });
  };
