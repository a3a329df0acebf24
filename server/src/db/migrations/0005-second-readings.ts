// What reading answers in another way than at first takes: weights of the score that a brand may choose, and rescores,
// which read stored answers again, with how far each is at each scan; and judgements, the words of a second reader.

export const secondReadings = [
  "alter table brands add column score_weights jsonb",
  // What every scan until now was scored by.
  `alter table scans add column score_weights jsonb not null
    default '{"prominence": 0.6, "recommendation": 0.25, "own_source": 0.15, "neutral": 0.8, "negative": 0.25}'`,
  `create table rescores (
    brand_id uuid not null references brands on delete cascade,
    id uuid not null,
    status text not null,
    dry_run boolean not null,
    cancelled boolean not null,
    error text,
    created_at timestamptz(3) not null,
    started_at timestamptz(3),
    completed_at timestamptz(3),
    primary key (brand_id, id)
  )`,
  "create index rescores_newest on rescores (brand_id, created_at desc, id desc)",
  "create unique index one_active_rescore on rescores (brand_id) where status in ('queued', 'running')",
  `create table rescore_scans (
    brand_id uuid not null,
    rescore_id uuid not null,
    scan_id uuid not null,
    place integer not null,
    answers integer not null,
    done_answers integer not null default 0,
    after_id uuid,
    changed jsonb not null,
    sample jsonb not null default '[]',
    score_before double precision,
    score_after double precision,
    finished boolean not null default false,
    primary key (brand_id, rescore_id, scan_id),
    foreign key (brand_id, rescore_id) references rescores on delete cascade,
    foreign key (brand_id, scan_id) references scans on delete cascade
  )`,
  "create index rescore_scans_of_scan on rescore_scans (brand_id, scan_id)",
  "alter table brands add column judge jsonb",
  "alter table scans add column judge jsonb",
  "alter table results add column read_by text not null default 'local'",
  `create table judgements (
    brand_id uuid not null,
    scan_id uuid not null,
    result_id uuid not null,
    state text not null,
    model text,
    judged jsonb,
    local jsonb,
    failure text,
    cost_usd double precision,
    judged_at timestamptz(3),
    primary key (brand_id, scan_id, result_id),
    foreign key (brand_id, scan_id, result_id) references results on delete cascade
  )`,
];
