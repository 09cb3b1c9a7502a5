import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPEN = `status in ('active', 'trialing', 'past_due') and not is_duplicate`;

// Money is in US cents. Times of billing are compared with `billing_now()`.
const UP = `
-- Moves the time of credits and billing, so that a year of renewals can be watched. Production refuses to write it.
create table billing_clock (
  id integer primary key default 1 check (id = 1),
  shift_seconds bigint not null default 0
);
insert into billing_clock default values;
create function billing_now() returns timestamptz language sql stable as $$
  select now() + shift_seconds * interval '1 second' from billing_clock
$$;

create table billing_customers (
  provider text not null,
  user_id uuid not null references users,
  provider_customer_id text not null,
  created_at timestamptz not null default now(),
  primary key (provider, user_id),
  unique (provider, provider_customer_id)
);

create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  provider text not null,
  provider_subscription_id text not null,
  plan text not null check (plan in ('pro', 'enterprise')),
  is_annual boolean not null,
  status text not null check (status in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid',
                                         'paused', 'canceled', 'unknown')),
  -- Begins the row of months: the day of purchase.
  anchored_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  canceled_at timestamptz,
  cancel_reason text,
  pending_plan text check (pending_plan in ('pro', 'enterprise')),
  pending_is_annual boolean,
  grace_until timestamptz,
  hosted_invoice_url text,
  -- When the next month's credits are due without a payment; null when none are.
  next_grant_at timestamptz,
  -- A second subscription of one person: it gives nothing, is cancelled and refunded.
  is_duplicate boolean not null default false,
  -- Of the read at the provider that this row mirrors: a later read wins.
  read_number bigint not null,
  synced_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (provider, provider_subscription_id),
  check ((pending_plan is null) = (pending_is_annual is null))
);
create unique index subscriptions_open on subscriptions (user_id) where ${OPEN};
create index subscriptions_by_user on subscriptions (user_id, created_at desc);
create index subscriptions_to_grant on subscriptions (next_grant_at) where next_grant_at is not null;
create index subscriptions_in_grace on subscriptions (grace_until) where grace_until is not null;
create index subscriptions_by_period_end on subscriptions (period_end) where status in ('active', 'trialing', 'past_due');
create sequence billing_reads;

create table billing_invoices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  subscription_id uuid not null references subscriptions,
  provider text not null,
  provider_invoice_id text not null,
  number text,
  reason text not null check (reason in ('start', 'renewal', 'upgrade')),
  status text not null check (status in ('open', 'paid', 'void', 'uncollectible', 'refunded')),
  plan text not null check (plan in ('pro', 'enterprise')),
  is_annual boolean not null,
  amount_cents bigint not null check (amount_cents >= 0),
  period_start timestamptz not null,
  period_end timestamptz not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  unique (provider, provider_invoice_id)
);
create index billing_invoices_by_user on billing_invoices (user_id, created_at desc);
create index billing_invoices_by_subscription on billing_invoices (subscription_id);

create table payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  provider text not null,
  kind text not null check (kind in ('checkout', 'direct', 'renewal', 'upgrade')),
  plan text not null check (plan in ('pro', 'enterprise')),
  is_annual boolean not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null default 'USD' check (currency = 'USD'),
  status text not null default 'redirecting'
    check (status in ('redirecting', 'success', 'failed', 'cancelled', 'refunded', 'disputed')),
  failure_reason text,
  subscription_id uuid references subscriptions,
  invoice_id uuid unique references billing_invoices,
  provider_payment_id text,
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  refund_requested_at timestamptz,
  hosted_invoice_url text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  unique (provider, provider_payment_id),
  check (status not in ('success', 'refunded', 'disputed') or provider_payment_id is not null),
  check (status <> 'refunded' or refunded_cents > 0)
);
create index payments_by_user on payments (user_id, created_at desc);
create index payments_undecided on payments (created_at) where status = 'redirecting';
create index payments_to_refund on payments (refund_requested_at) where refund_requested_at is not null and status = 'success';

create table checkout_sessions (
  payment_id uuid primary key references payments,
  provider text not null,
  -- Null until the provider has answered.
  provider_session_id text,
  url text,
  success_url text not null,
  cancel_url text not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  unique (provider, provider_session_id)
);

create table webhook_inbox (
  provider text not null,
  event_id text not null,
  type text not null,
  object_id text not null,
  body jsonb not null,
  state text not null default 'new' check (state in ('new', 'done', 'ignored', 'quarantined')),
  tries integer not null default 0,
  due_at timestamptz not null default now(),
  received_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (provider, event_id),
  check ((state = 'new') = (done_at is null))
);
create index webhook_inbox_new on webhook_inbox (due_at) where state = 'new';

create table subscription_events (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  subscription_id uuid not null references subscriptions,
  kind text not null check (kind in ('started', 'renewed', 'changed', 'cancelled', 'resumed', 'failed', 'refunded', 'ended')),
  plan text not null check (plan in ('pro', 'enterprise')),
  is_annual boolean not null,
  amount_cents bigint,
  -- The fact that is told; a second event of it cannot be written.
  key text not null unique,
  created_at timestamptz not null
);
create index subscription_events_by_user on subscription_events (user_id, id desc);

create table billing_mails (
  -- The fact that is told, e.g. 'receipt:{payment}': each is mailed once.
  key text primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('receipt', 'failed', 'refunded')),
  facts jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index billing_mails_to_send on billing_mails (created_at) where sent_at is null;

create table admin_audit (
  id bigint generated always as identity primary key,
  actor text not null,
  action text not null,
  user_id uuid references users,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
`;

const DOWN = `
drop table admin_audit, billing_mails, subscription_events, webhook_inbox, checkout_sessions, payments, billing_invoices,
           subscriptions, billing_customers;
drop sequence billing_reads;
drop function billing_now();
drop table billing_clock;
`;

export class Billing0020 implements MigrationInterface {
  readonly name = 'Billing1760000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
