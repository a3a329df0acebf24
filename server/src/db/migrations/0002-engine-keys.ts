// A brand's own keys for the engines, encrypted before they get here.

export const engineKeys = [
  `create table engine_keys (
    brand_id uuid not null references brands on delete cascade,
    engine text not null,
    sealed text not null,
    base_url text,
    model text,
    updated_at timestamptz(3) not null,
    primary key (brand_id, engine)
  )`,
];
