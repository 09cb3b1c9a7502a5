import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
create table batches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  name text,
  source text not null check (source in ('web', 'api')),
  status text not null default 'running' check (status in ('running', 'paused', 'completed', 'stopped')),
  pause_reason text check (pause_reason in ('user', 'insufficient_credits', 'plan')),
  idem_key text,
  body_hash bytea,
  row_count integer not null check (row_count > 0),
  -- The frozen prices of all rows; nothing is held for them.
  total_units bigint not null check (total_units > 0),
  -- When a row was released last: the batch that waits longest is next.
  turn_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When it was completed or stopped.
  finished_at timestamptz,
  -- When its last row ended; after that nothing of it changes.
  closed_at timestamptz,
  check ((idem_key is null) = (body_hash is null)),
  check ((status = 'paused') = (pause_reason is not null)),
  check ((status in ('running', 'paused')) = (finished_at is null)),
  check (closed_at is null or finished_at is not null)
);
create unique index batches_one_running on batches (user_id) where status = 'running';
create unique index batches_by_key on batches (user_id, idem_key) where idem_key is not null;
create index batches_open on batches (expires_at) where closed_at is null;
create index batches_by_user on batches (user_id, created_at, id);

create table batch_rows (
  batch_id uuid not null references batches on delete cascade,
  -- From 1, in the order of the start.
  number integer not null check (number > 0),
  prompt text not null,
  negative_prompt text,
  model text not null,
  style text not null,
  size text not null,
  quality text not null,
  output_format text not null,
  seed bigint,
  count integer not null check (count > 0),
  unit_price bigint not null check (unit_price > 0),
  -- Written with its hold, in one transaction.
  generation_id uuid unique references generations,
  end_status text check (end_status in ('completed', 'failed', 'cancelled')),
  error_code text,
  finished_at timestamptz,
  primary key (batch_id, number),
  check ((end_status is null) = (finished_at is null))
);
create index batch_rows_open on batch_rows (batch_id, number) where end_status is null;
create index batch_rows_released on batch_rows (generation_id) where end_status is null and generation_id is not null;

-- Generations of an engine that a worker process makes at once. Written again and again; without that it counts no more.
create table worker_slots (
  worker_id uuid not null,
  engine text not null,
  slots integer not null check (slots > 0),
  until timestamptz not null,
  primary key (worker_id, engine)
);
`;

const DOWN = `
drop table worker_slots;
drop table batch_rows;
drop table batches;
`;

export class Batches0023 implements MigrationInterface {
  readonly name = 'Batches1760000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
