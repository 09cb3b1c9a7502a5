import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
create table users (
  id uuid primary key default gen_random_uuid(),
  email text,
  email_verified boolean not null default false,
  name text not null check (char_length(name) between 1 and 100),
  avatar_url text,
  plan text not null default 'free' check (plan in ('free', 'pro', 'enterprise')),
  email_notifications boolean not null default true,
  marketing_emails boolean not null default false,
  language text not null default 'zh-CN' check (language in ('zh-CN', 'en-US')),
  timezone text not null default 'Asia/Shanghai' check (timezone in ('Asia/Shanghai', 'America/New_York', 'Europe/London')),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table identities (
  provider text not null check (provider in ('google', 'github')),
  subject text not null,
  user_id uuid not null references users,
  email text,
  email_verified boolean not null default false,
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index identities_by_user on identities (user_id);

-- Survives the removal of an account and holds nothing personal: a keyed hash of the identity and counters.
create table identity_marks (
  identity_hmac bytea not null,
  month date not null check (extract(day from month) = 1),
  free_granted boolean not null default false,
  bonus_claims integer not null default 0 check (bonus_claims between 0 and 5),
  debt bigint not null default 0 check (debt >= 0),
  primary key (identity_hmac, month)
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  absolute_expiry timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text check (revoke_reason in ('logout', 'token_reuse', 'account_deleted', 'expired')),
  check ((revoked_at is null) = (revoke_reason is null))
);
create index sessions_by_user on sessions (user_id) where revoked_at is null;

create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions,
  -- Unique, so that a family is a line and never a tree.
  parent_hash bytea unique references refresh_tokens (hash),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The successor, sealed with a key that only the holder of this token can derive.
  successor_sealed bytea
);
create unique index refresh_tokens_one_unused on refresh_tokens (session_id) where used_at is null;

create table oauth_states (
  state_hash bytea primary key,
  provider text not null,
  browser_hash bytea not null,
  verifier_sealed bytea not null,
  redirect_path text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_states_by_expiry on oauth_states (expires_at);
create index oauth_states_by_browser on oauth_states (browser_hash);

create table email_tokens (
  hash bytea primary key,
  user_id uuid not null references users,
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_tokens_by_user on email_tokens (user_id, created_at);
`;

const DOWN = `
drop table email_tokens, oauth_states, refresh_tokens, sessions, identity_marks, identities, users;
`;

export class Accounts0001 implements MigrationInterface {
  readonly name = 'Accounts1760000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
