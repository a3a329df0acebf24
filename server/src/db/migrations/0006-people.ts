// People, their passwords and sessions as better-auth wants them, and what they are to a brand. `demo` is the person
// that a visitor of the demo signs in as: nobody's password, nobody's owner.

export const people = [
  `create table users (
    id uuid primary key,
    name text not null,
    email text not null unique,
    email_verified boolean not null,
    image text,
    demo boolean not null default false,
    account_id uuid references accounts on delete set null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  "create unique index one_demo_person on users (demo) where demo",
  `create table sessions (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    token text not null unique,
    expires_at timestamptz(3) not null,
    ip_address text,
    user_agent text,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  "create index sessions_of_user on sessions (user_id)",
  `create table credentials (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    issuer text not null,
    account_id text not null,
    provider_id text not null,
    password text,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamptz(3),
    refresh_token_expires_at timestamptz(3),
    scope text,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    unique (issuer, account_id)
  )`,
  "create index credentials_of_user on credentials (user_id)",
  `create table memberships (
    brand_id uuid not null references brands on delete cascade,
    user_id uuid not null references users on delete cascade,
    role text not null,
    created_at timestamptz(3) not null,
    primary key (brand_id, user_id)
  )`,
  // Here the person is what tells the brand, and below the token.
  "create index memberships_of_user on memberships (user_id)",
  `create table invitations (
    brand_id uuid not null references brands on delete cascade,
    id uuid not null,
    role text not null,
    email text,
    hash text not null,
    expires_at timestamptz(3) not null,
    revoked_at timestamptz(3),
    accepted_at timestamptz(3),
    accepted_by uuid references users on delete set null,
    created_at timestamptz(3) not null,
    primary key (brand_id, id)
  )`,
  "create unique index invitations_by_hash on invitations (hash)",
  // One row: what the server's own secrets are derived from where SECRET_KEY is not set.
  `create table server_secret (
    one boolean primary key default true check (one),
    secret text not null
  )`,
];
