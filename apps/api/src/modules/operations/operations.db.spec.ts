import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { register } from 'prom-client';
import { testConfig } from '../../../test/support/config.js';
import { createUser, creditLedger, giveUnits, submitImages } from '../../../test/support/credits/credits.js';
import { useDatabase } from '../../../test/support/database/database.js';
import { rows } from '../../platform/database/rows.js';
import { createLogger } from '../../platform/observability/logger.js';
import { WorkerModule } from '../../worker.module.js';
import { DatabaseMetrics, measureDatabase } from './database-metrics.js';
import { CheckInvariants } from './invariants/check-invariants.js';
import { INVARIANTS } from './invariants/invariant-statements.js';

const db = useDatabase(5);
const BALANCE = 'D1 the stored balance is the sum of the ledger';

let userId: string;

beforeAll(async () => {
  userId = await createUser(db.dataSource);
  await giveUnits(db.dataSource, userId, 200);
});

/** As one scrape shows them: `name{labels}` and value. */
async function scrape(): Promise<Record<string, number>> {
  measureDatabase(new DatabaseMetrics(db.dataSource));
  const text = await register.metrics();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

const makeOld = () => rows(db.dataSource, `update invariant_checks set checked_at = now() - interval '25 hours'`);

describe('the check of a worker', () => {
  let worker: INestApplicationContext;
  let checks: CheckInvariants;

  beforeAll(async () => {
    const config = testConfig({ DATABASE_URL: db.url, DATABASE_POOL: '3' });
    worker = await NestFactory.createApplicationContext(WorkerModule.with(config, createLogger(config)), {
      logger: false,
    });
    checks = worker.get(CheckInvariants, { strict: false });
  });
  // Before the next test's generation, which the worker would begin.
  afterAll(() => worker.close());

  test('all invariants are checked once a day, by one process', async () => {
    const both = await Promise.all([checks.checkWhenDue(), checks.checkWhenDue()]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await checks.checkWhenDue()).toBe(false);
    const stored = await rows<{ invariant: string; brokenRows: number }>(
      db.dataSource,
      `select invariant, broken_rows as "brokenRows" from invariant_checks order by invariant`,
    );
    expect(stored.map(({ invariant }) => invariant)).toEqual(Object.keys(INVARIANTS).toSorted());
    expect(stored.filter(({ brokenRows }) => brokenRows > 0)).toEqual([]);
    await makeOld();
    expect(await checks.checkWhenDue()).toBe(true);
  });

  test('an invariant that no longer exists is forgotten', async () => {
    await rows(
      db.dataSource,
      `insert into invariant_checks (invariant, broken_rows, checked_at) values ('D0 of before', 1, now() - interval '3 days')`,
    );
    await makeOld();
    await checks.checkWhenDue();
    const found = await scrape();
    expect(found).not.toHaveProperty(['invariant_broken_rows{invariant="D0 of before"}']);
    expect(Date.now() / 1000 - (found['invariants_checked_timestamp_seconds'] ?? 0)).toBeLessThan(3_600);
  });

  test('monitoring is told how many rows break an invariant, and no longer once they are repaired', async () => {
    const shift = (units: number) =>
      rows(db.dataSource, `update credit_accounts set available = available + $2 where user_id = $1`, [userId, units]);
    const broken = async () => {
      await makeOld();
      await checks.checkWhenDue();
      return (await scrape())[`invariant_broken_rows{invariant="${BALANCE}"}`];
    };
    expect(await broken()).toBe(0);
    await shift(10);
    expect(await broken()).toBe(1);
    await shift(-10);
    expect(await broken()).toBe(0);
    const { invariants_checked_timestamp_seconds: checkedAt = 0 } = await scrape();
    expect(Date.now() / 1000 - checkedAt).toBeLessThan(3_600);
  });
});

test('monitoring is told what waits, what is held and what was paid', async () => {
  await submitImages(creditLedger(db.dataSource), userId, { count: 2 });
  await rows(db.dataSource, `update generations set created_at = now() - interval '90 s' where user_id = $1`, [userId]);
  await rows(
    db.dataSource,
    `insert into webhook_inbox (provider, event_id, type, object_id, body, state, received_at, done_at)
     values ('stripe', $1, 't', 'o', '{}', 'new', now() - interval '5 min', null),
            ('stripe', $2, 't', 'o', '{}', 'quarantined', now(), now())`,
    [randomUUID(), randomUUID()],
  );
  await rows(
    db.dataSource,
    `insert into payments (user_id, provider, kind, plan, is_annual, amount_cents)
     values ($1, 'stripe', 'checkout', 'pro', false, 999)`,
    [userId],
  );
  const removed = await createUser(db.dataSource);
  await rows(
    db.dataSource,
    `insert into account_removals (user_id, requested_at, due_at) values ($1, now() - interval '1 h', now())`,
    [removed],
  );
  const found = await scrape();
  const { reserved } =
    (
      await rows<{ reserved: number }>(db.dataSource, `select reserved from credit_accounts where user_id = $1`, [
        userId,
      ])
    )[0] ?? {};
  expect(found).toMatchObject({
    'generations_open{status="pending"}': 1,
    'generations_open{status="processing"}': 0,
    credits_held: (reserved ?? 0) / 10,
    'webhooks_open{state="new"}': 1,
    'webhooks_open{state="quarantined"}': 1,
    'payments{provider="stripe",status="redirecting"}': 1,
  });
  expect(reserved).toBeGreaterThan(0);
  expect(found['generations_wait_seconds']).toBeGreaterThanOrEqual(90);
  expect(found['webhooks_wait_seconds']).toBeGreaterThanOrEqual(300);
  expect(found['account_removals_wait_seconds']).toBeGreaterThanOrEqual(3600);
});

test('what is open, held and put aside is found by indexes, however much has ended', async () => {
  let statement = '';
  await new DatabaseMetrics({
    query: (text: string) => {
      statement = text;
      return Promise.resolve([]);
    },
  } as never).of('payments');
  const plan = await db.dataSource.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off');
    return rows<{ 'QUERY PLAN': string }>(tx, `explain ${statement}`);
  });
  const scans = plan.flatMap(
    (line) => /(?:Scan using|Index Scan on|Seq Scan on) (\w+)/.exec(line['QUERY PLAN'])?.[1] ?? [],
  );
  expect(scans.filter((name) => !/^(payments|invariant_checks)/.test(name)).toSorted()).toEqual([
    'account_removals_due',
    'generations_queue',
    'generations_queue',
    'generations_queue',
    'holds_open',
    'webhook_inbox_new',
    'webhook_inbox_new',
    'webhook_inbox_quarantined',
  ]);
});

test('a database that does not answer leaves no old values', async () => {
  measureDatabase(new DatabaseMetrics({ query: () => Promise.reject(new Error('down')) }));
  const text = await register.getSingleMetricAsString('generations_open');
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
});
