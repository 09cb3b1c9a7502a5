import type { MigrationInterface, QueryRunner } from 'typeorm';

// Amounts are units: 1 credit = 10.
const UP = `
create table credit_accounts (
  user_id uuid primary key references users,
  available bigint not null default 0 check (available >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  debt bigint not null default 0 check (debt >= 0)
);

create table credit_grants (
  id bigint generated always as identity primary key,
  user_id uuid not null references credit_accounts,
  kind text not null check (kind in ('free_month', 'bonus', 'plan_month', 'plan_topup', 'adjustment')),
  -- The fact that is paid for; a second grant for it cannot be written.
  source_key text not null unique,
  amount bigint not null check (amount > 0),
  remaining bigint not null check (remaining between 0 and amount),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  closed_at timestamptz
);
-- No index mentions what is remaining, so that spending rewrites the row alone and no index (HOT).
create index credit_grants_by_user on credit_grants (user_id, expires_at, id);
create index credit_grants_to_expire on credit_grants (expires_at) where closed_at is null;

create table holds (
  image_id uuid primary key,
  user_id uuid not null references credit_accounts,
  amount bigint not null check (amount > 0),
  state text not null default 'held' check (state in ('held', 'settled', 'returned')),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'held') = (closed_at is null))
);
create index holds_open on holds (user_id) where state = 'held';

create table hold_lots (
  image_id uuid not null references holds,
  grant_id bigint not null references credit_grants,
  amount bigint not null check (amount > 0),
  primary key (image_id, grant_id)
);
create index hold_lots_by_grant on hold_lots (grant_id);

create table ledger_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references credit_accounts,
  kind text not null check (kind in ('grant', 'hold', 'settle', 'return', 'expire', 'clawback', 'debt_repay')),
  d_available bigint not null default 0,
  d_reserved bigint not null default 0,
  d_debt bigint not null default 0,
  image_id uuid,
  grant_id bigint references credit_grants,
  -- hold:{image}, close:{image} (settle and return share it and so exclude each other), grant:{source},
  -- debt_repay:{grant}, expire:{grant} (what was left), expire:{grant}:{image} (what came back afterwards)
  key text not null unique,
  created_at timestamptz not null default now()
);
create index ledger_entries_by_user on ledger_entries (user_id, id desc);
create index ledger_entries_by_image on ledger_entries (image_id) where image_id is not null;
create index ledger_entries_by_grant on ledger_entries (grant_id) where grant_id is not null;

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entries is append-only';
end $$;
create trigger ledger_no_change before update or delete on ledger_entries for each row execute function ledger_is_append_only();
create trigger ledger_no_truncate before truncate on ledger_entries for each statement execute function ledger_is_append_only();
`;

const DOWN = `
drop table ledger_entries, hold_lots, holds, credit_grants, credit_accounts;
drop function ledger_is_append_only();
`;

export class Credits0002 implements MigrationInterface {
  readonly name = 'Credits1760000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
