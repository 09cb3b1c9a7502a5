import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { testConfig } from '../../../test/support/config.js';
import { PRODUCTION } from '../../../test/support/production-settings.js';
import { useDatabase } from '../../../test/support/database/database.js';
import { until } from '../../../test/support/timing/until.js';
import { loadConfig } from '../config/config.js';
import { LOCK_TIMEOUT_MS, migrate } from './migrate.js';
import { createIndexConcurrently } from './migrations/create-index-concurrently.js';
import { MIGRATIONS } from './migrations/index.js';
import { rows } from './rows.js';

const db = useDatabase();

class AddHat {
  readonly name = 'AddHat1999999999999';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column hat text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column hat');
  }
}

const update = (times = {}) =>
  migrate(testConfig({ DATABASE_URL: db.url }), { migrations: [...MIGRATIONS, AddHat], pauseMs: 100, ...times });

/** Past the limits of the role, but a reader that is kept waiting fails. */
const PATIENT = '-c statement_timeout=20000 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';
const clients: pg.Client[] = [];
async function connect(application_name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: db.url, application_name, options: PATIENT });
  clients.push(client);
  await client.connect();
  return client;
}

let dump: pg.Client;
beforeEach(async () => {
  dump = await connect('pg_dump');
  await dump.query('begin; lock table users in access share mode');
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});

const isWaiting = async (): Promise<boolean> =>
  (await rows(db.dataSource, `select from pg_locks where not granted and relation = 'users'::regclass`)).length > 0;

test('a migration that waits for a table lets others read it, and is done once the table is free', async () => {
  const told: string[] = [];
  const migration = update({ onLocked: (reason: string) => told.push(reason) });
  await until(isWaiting);
  const reader = await connect('reader');
  await reader.query('select count(*) from users');
  await until(() => told.length > 0);
  await dump.query('commit');
  expect(await migration).toEqual(['AddHat1999999999999']);
  await reader.query('select hat from users');
  expect(told.join()).toMatch(/^A table is locked by pg_dump \(process .*; trying again for 5 minutes$/);
  await db.dataSource.query(`alter table users drop column hat; delete from migrations where name like 'AddHat%'`);
});

class IndexHats {
  readonly name = 'IndexHats1999999999999';
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return createIndexConcurrently(runner, 'users_by_hat', 'users (name)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index users_by_hat');
  }
}

test('an index that is built beside writers waits for them as long as it takes, in one try, and says for which', async () => {
  await dump.query('commit');
  const writer = await connect('writer');
  await writer.query('begin; update users set name = name where false');
  const told: string[] = [];
  const lockTimeoutMs = 300;
  const migration = migrate(testConfig({ DATABASE_URL: db.url }), {
    migrations: [...MIGRATIONS, IndexHats],
    lockTimeoutMs,
    lookEveryMs: 100,
    onLocked: (reason: string) => told.push(reason),
  });
  await until(() => told.length > 0);
  // Longer than a migration waits for a table.
  await sleep(2 * lockTimeoutMs);
  await writer.query('commit');
  expect(await migration).toEqual(['IndexHats1999999999999']);
  expect([...new Set(told)]).toEqual([
    expect.stringMatching(/^The migration waits for writer \(process \d+, since \d{4}-.*Z\)$/),
  ]);
  const [index] = await rows<{ valid: boolean }>(
    db.dataSource,
    `select indisvalid as valid from pg_index where indexrelid = 'users_by_hat'::regclass`,
  );
  expect(index?.valid).toBe(true);
  await db.dataSource.query(`drop index users_by_hat; delete from migrations where name like 'IndexHats%'`);
});

test('a migration that waited too long fails and names what holds the table', async () => {
  await expect(update({ patienceMs: 0 })).rejects.toThrow(/locked by pg_dump \(process \d+/);
  expect(await rows(db.dataSource, `select from migrations where name like 'AddHat%'`)).toEqual([]);
});

test('a migration waits for a table for less long than requests behind it wait for the database', () => {
  expect(LOCK_TIMEOUT_MS).toBeLessThan(loadConfig(PRODUCTION).database.waitMs);
});
