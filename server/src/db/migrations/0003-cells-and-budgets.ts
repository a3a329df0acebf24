// Sums that are kept with every answer, in its own transaction: a cell is one prompt at one engine. And what a brand may
// spend in a month, against what it has spent, which deleting a scan does not give back.

export const cellsAndBudgets = [
  `create table cell_rollups (
    brand_id uuid not null,
    scan_id uuid not null,
    prompt_id uuid not null,
    engine text not null,
    topic_id uuid not null,
    funnel_stage text not null,
    n integer not null,
    mentions integer not null,
    score_sum double precision not null,
    score_sq_sum double precision not null,
    position_sum double precision not null,
    positive integer not null,
    neutral integer not null,
    negative integer not null,
    citations integer not null,
    recommended integer not null,
    primary key (brand_id, scan_id, prompt_id, engine),
    foreign key (brand_id, scan_id) references scans on delete cascade
  )`,
  `insert into cell_rollups
    select brand_id, scan_id, prompt_id, engine, topic_id, funnel_stage, count(*),
      count(*) filter (where topic_mentioned), sum(score), sum(score * score), coalesce(sum(mention_position), 0),
      count(*) filter (where sentiment = 'positive'), count(*) filter (where sentiment = 'neutral'),
      count(*) filter (where sentiment = 'negative'), sum(coalesce(cardinality(sources_cited), 0)),
      count(*) filter (where action_recommendation)
    from results where state = 'answered'
    group by brand_id, scan_id, prompt_id, engine, topic_id, funnel_stage`,
  "alter table brands add column monthly_budget_usd double precision",
  "alter table scan_months add column cost_usd double precision not null default 0",
  `update scan_months m set cost_usd = (
    select coalesce(sum(s.cost_usd), 0) from scans s
    where s.brand_id = m.brand_id and to_char(s.created_at at time zone 'UTC', 'YYYY-MM') = m.month
  )`,
];
