// How sure each score is, beside it; what changed since the scan before; and sums of all scans together, so that engines
// are compared without reading the history.

export const uncertainty = [
  `alter table scans add column score_low double precision, add column score_high double precision,
    add column n_effective double precision`,
  `alter table topic_rollups add column low double precision, add column high double precision,
    add column n_effective double precision`,
  `create table prompt_rollups (
    brand_id uuid not null references brands on delete cascade,
    prompt_id uuid not null,
    engine text not null,
    n integer not null,
    mentions integer not null,
    score_sum double precision not null,
    score_sq_sum double precision not null,
    primary key (brand_id, prompt_id, engine)
  )`,
  `insert into prompt_rollups
    select c.brand_id, c.prompt_id, c.engine, sum(c.n), sum(c.mentions), sum(c.score_sum), sum(c.score_sq_sum)
    from cell_rollups c join scans s on s.brand_id = c.brand_id and s.id = c.scan_id
    where s.status = 'completed'
    group by c.brand_id, c.prompt_id, c.engine`,
  `create table findings (
    brand_id uuid not null,
    id uuid not null,
    scan_id uuid not null,
    compared_with uuid,
    scanned_at timestamptz(3) not null,
    scope text not null,
    topic_id uuid,
    engine text,
    verdict text not null,
    reason text,
    difference double precision,
    low double precision,
    high double precision,
    p double precision,
    prompts integer not null,
    prompts_left_out integer not null,
    new_models jsonb not null,
    place integer not null,
    primary key (brand_id, id),
    foreign key (brand_id, scan_id) references scans on delete cascade,
    foreign key (brand_id, compared_with) references scans on delete set null (compared_with)
  )`,
  "create index findings_newest on findings (brand_id, scanned_at desc, scan_id, place)",
  "create index findings_of_scan on findings (brand_id, scan_id)",
  "create index findings_compared on findings (brand_id, compared_with)",
];
