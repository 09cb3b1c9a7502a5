import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  -- Shared by a key and those that replace it: they spend one budget.
  family_id uuid not null,
  name text not null,
  hint text not null,
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['generate', 'read', 'delete']),
  daily_units bigint check (daily_units > 0),
  requests bigint not null default 0,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  replaced_by uuid references api_keys,
  check (replaced_by is null or expires_at is not null)
);
create index api_keys_by_user on api_keys (user_id) where revoked_at is null;
create index api_keys_by_family on api_keys (family_id);

-- The key that asked; null for the web.
alter table batches add column api_key_id uuid references api_keys;
alter table holds add column api_key_id uuid references api_keys;
create index holds_by_api_key on holds (api_key_id, created_at) where api_key_id is not null;
`;

const DOWN = `
alter table holds drop column api_key_id;
alter table batches drop column api_key_id;
drop table api_keys;
`;

export class ApiKeys0024 implements MigrationInterface {
  readonly name = 'ApiKeys1760000000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
