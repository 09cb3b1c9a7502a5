import { toCredits } from '@app/contracts';
import { Gauge } from 'prom-client';
import type { Sql } from '../../platform/database/rows.js';
import { rows } from '../../platform/database/rows.js';
import { readInTime } from '../../platform/observability/metrics.js';

/** Several gauges of one scrape share one look. */
const REMEMBERED_MS = 5_000;

interface Measured {
  metric: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads payments and the small table of checks as a whole; the rest by partial indexes, which need each state as a literal. */
const STATEMENT = `
  select 'generations_open' as metric, '{"status":"pending"}'::json as labels, count(*)::float8 as value
    from generations where status = 'pending'
  union all
  select 'generations_open', '{"status":"processing"}', count(*)::float8 from generations where status = 'processing'
  union all
  select 'generations_wait_seconds', '{}', coalesce(extract(epoch from now() - min(created_at)), 0)::float8
    from generations where status = 'pending'
  union all
  select 'credits_held', '{}', coalesce(sum(amount), 0)::float8 from holds where state = 'held'
  union all
  select 'webhooks_open', '{"state":"new"}', count(*)::float8 from webhook_inbox where state = 'new'
  union all
  select 'webhooks_open', '{"state":"quarantined"}', count(*)::float8 from webhook_inbox where state = 'quarantined'
  union all
  select 'webhooks_wait_seconds', '{}', coalesce(extract(epoch from now() - min(received_at)), 0)::float8
    from webhook_inbox where state = 'new'
  union all
  select 'account_removals_wait_seconds', '{}', coalesce(extract(epoch from now() - min(requested_at)), 0)::float8
    from account_removals where finished_at is null
  union all
  select 'payments', json_build_object('provider', provider, 'status', status), count(*)::float8
    from payments group by provider, status
  union all
  select 'invariant_broken_rows', json_build_object('invariant', invariant), broken_rows::float8 from invariant_checks
  union all
  select 'invariants_checked_timestamp_seconds', '{}', extract(epoch from min(checked_at))::float8
    from invariant_checks having count(*) > 0`;

/** What one look found; empty when the database did not answer, so that no gauge tells an old value. */
export class DatabaseMetrics {
  private last: { at: number; found: Promise<Measured[]> } | undefined;

  constructor(private readonly sql: Sql) {}

  async of(metric: string): Promise<Measured[]> {
    return (await this.look()).filter((one) => one.metric === metric);
  }

  private look(): Promise<Measured[]> {
    const now = performance.now();
    if (!this.last || now - this.last.at >= REMEMBERED_MS) {
      const found = readInTime(rows<Measured>(this.sql, STATEMENT));
      this.last = { at: now, found: found.then((measured) => measured ?? []) };
    }
    return this.last.found;
  }
}

let source: DatabaseMetrics | undefined;
/** Filled at each scrape. */
const filled = (name: string, toValue: (value: number) => number = (value) => value) => ({
  name,
  async collect(this: Gauge): Promise<void> {
    this.reset();
    for (const { labels, value } of (await source?.of(name)) ?? []) this.set(labels, toValue(value));
  },
});

const GAUGES = [
  new Gauge({
    ...filled('generations_open'),
    help: 'Generations in the queue or at work, by status',
    labelNames: ['status'],
  }),
  new Gauge({ ...filled('generations_wait_seconds'), help: 'Age of the oldest generation in the queue' }),
  new Gauge({ ...filled('credits_held', toCredits), help: 'Credits held by open generations' }),
  new Gauge({
    ...filled('webhooks_open'),
    help: 'Webhooks of payment providers that wait or were put aside, by state',
    labelNames: ['state'],
  }),
  new Gauge({ ...filled('webhooks_wait_seconds'), help: 'Age of the oldest webhook without its effect' }),
  new Gauge({
    ...filled('account_removals_wait_seconds'),
    help: 'Age of the oldest removal of an account that is not finished',
  }),
  new Gauge({ ...filled('payments'), help: 'Payments by provider and status', labelNames: ['provider', 'status'] }),
  new Gauge({
    ...filled('invariant_broken_rows'),
    help: 'Rows that break an invariant, found by the last daily check',
    labelNames: ['invariant'],
  }),
  new Gauge({
    ...filled('invariants_checked_timestamp_seconds'),
    help: 'When the oldest of these checks was made',
  }),
];

/** Whence the gauges are filled whenever somebody asks for them; `undefined` empties them. */
export function measureDatabase(metrics: DatabaseMetrics | undefined): void {
  source = metrics;
  for (const gauge of GAUGES) gauge.reset();
}
