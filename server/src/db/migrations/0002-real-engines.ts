// What asking real engines adds: a brand's own keys, encrypted before they get here, what a scan cost, and why queries
// of it failed; and when a brand's schedule is due, the one thing that is looked up over all brands.

export const realEngines = [
  `create table engine_keys (
    brand_id uuid not null references brands on delete cascade,
    engine text not null,
    sealed text not null,
    base_url text,
    model text,
    updated_at timestamptz(3) not null,
    primary key (brand_id, engine)
  )`,
  "alter table brands add column next_scan_at timestamptz(3)",
  "create index brands_due on brands (next_scan_at) where next_scan_at is not null",
  // What a plan's monthly limit counts: deleting a scan does not give it back.
  `create table scan_months (
    brand_id uuid not null references brands on delete cascade,
    month text not null,
    started integer not null,
    primary key (brand_id, month)
  )`,
  `insert into scan_months (brand_id, month, started)
    select brand_id, to_char(created_at at time zone 'UTC', 'YYYY-MM'), count(*) from scans group by 1, 2`,
  "alter table scans add column cost_usd double precision not null default 0",
  "alter table scans add column failures jsonb not null default '[]'",
];
