import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  enabled boolean not null default true,
  -- Sealed by a key of the installation, bound to the id: they sign, so that a hash would not do.
  secret_sealed bytea not null,
  -- Signs too until then, after a rotation.
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  failing_since timestamptz,
  disabled_at timestamptz,
  -- A mail about the disabling is still to be sent.
  mail_due boolean not null default false,
  created_at timestamptz not null default now(),
  check ((previous_secret_sealed is null) = (previous_secret_until is null))
);
create index webhook_endpoints_by_user on webhook_endpoints (user_id, created_at);
create index webhook_endpoints_with_mail on webhook_endpoints (id) where mail_due;

-- What happened, written in the transaction of its cause, and only for people with an endpoint that wants it.
create table webhook_events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  type text not null check (type in ('generation.completed', 'generation.failed', 'batch.completed', 'credits.low', 'test')),
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index webhook_events_by_user on webhook_events (user_id);
create index webhook_events_by_time on webhook_events (created_at);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references webhook_events on delete cascade,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  last_status integer,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz default now(),
  -- An attempt is under way until then, or its process died.
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_by_event on webhook_deliveries (event_id);
create index webhook_deliveries_log on webhook_deliveries (endpoint_id, created_at desc, id);
create index webhook_deliveries_due_by_endpoint on webhook_deliveries (endpoint_id, next_attempt_at)
  where status = 'pending';
create index webhook_deliveries_in_flight on webhook_deliveries (endpoint_id) where lease_until is not null;
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';
`;

const DOWN = `
drop table webhook_deliveries, webhook_events, webhook_endpoints;
`;

export class OutgoingWebhooks0025 implements MigrationInterface {
  readonly name = 'OutgoingWebhooks1760000000025';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
