import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { testConfig } from '../../../test/support/config.js';
import { TcpProxy } from '../../../test/support/http/proxy.js';
import { until } from '../../../test/support/timing/until.js';
import { toAppError } from '../errors/to-app-error.js';
import { dataSourceOptions } from './data-source.js';
import type { PoolSettings } from './prepared.js';
import { onQueryTimeout } from './timed-pool.js';

const { url } = testConfig().database;
const proxy = TcpProxy.before(url);
let dataSource: DataSource;
let timeouts = 0;

/** So long that a machine which stands still for a second fails no query. */
const WAIT_MS = 1_500;
const longerThanAnyQuery = () => sleep(WAIT_MS + 500);

/** A pool of one connection: waiting for it takes far longer than any query may. */
function options(): DataSourceOptions {
  const config = testConfig({
    DATABASE_URL: proxy.urlThrough(url),
    DATABASE_WAIT_MS: String(WAIT_MS),
    DATABASE_POOL: '2',
  });
  const made = dataSourceOptions(config, { entities: [], migrations: [] }, { forRequests: true });
  const extra: PoolSettings = { ...(made as { extra: PoolSettings }).extra, connectionTimeoutMillis: 600_000, max: 1 };
  return { ...made, extra };
}

beforeAll(async () => {
  await proxy.open();
  dataSource = await new DataSource(options()).initialize();
  onQueryTimeout(dataSource, () => (timeouts += 1));
});
afterEach(async () => {
  await proxy.open();
  timeouts = 0;
});
afterAll(async () => {
  await dataSource.destroy();
  await proxy.down();
});

test('a transaction on a silent connection fails with its first query, without waiting for the ROLLBACK', async () => {
  const work = dataSource.transaction(async (tx) => {
    await tx.query('select 1');
    proxy.stall();
    await tx.query('select 2');
  });
  await expect(work).rejects.toThrow('Query read timeout');
  expect(timeouts).toBe(1);
});

test('a transaction whose connection Postgres ends between two queries asks people to try again', async () => {
  const other = await new DataSource({ type: 'postgres', url }).initialize();
  const work = dataSource.transaction(async (tx) => {
    const [own] = await tx.query<{ pid: number }[]>('select pg_backend_pid() as pid');
    await other.query('select pg_terminate_backend($1)', [own?.pid]);
    await until(() => tx.queryRunner?.isReleased ?? true);
    await tx.query('select 2');
  });
  await expect(work.catch((error: unknown) => Promise.reject(toAppError(error)))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  await other.destroy();
});

test('the connection of a query that timed out is not used again', async () => {
  const [before] = await dataSource.query<{ pid: number }[]>('select pg_backend_pid() as pid');
  proxy.stall();
  await expect(dataSource.query('select 1')).rejects.toThrow('Query read timeout');
  await proxy.open();
  const [after] = await dataSource.query<{ pid: number }[]>('select pg_backend_pid() as pid');
  expect(after?.pid).not.toBe(before?.pid);
});

test('the first time-out also fails the queries that wait for a connection', async () => {
  await dataSource.query('select 1');
  proxy.stall();
  const all = await Promise.allSettled([1, 2, 3].map((n) => dataSource.query('select $1::int', [n])));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(timeouts).toBe(1);
});

test('a query that failed leaves no time-out behind', async () => {
  await expect(dataSource.query('select nothing')).rejects.toThrow('nothing');
  await dataSource.transaction(async (tx) => {
    await tx.query('select 1');
    await longerThanAnyQuery();
    await tx.query('select 1');
  });
  expect(timeouts).toBe(0);
});

test('a query on a connection that has ended leaves no time-out behind', async () => {
  const client = await (dataSource.driver as unknown as { master: pg.Pool }).master.connect();
  await (client as unknown as pg.Client).end();
  await expect(client.query('select 1')).rejects.toThrow();
  client.release(true);
  await longerThanAnyQuery();
  expect(timeouts).toBe(0);
  await dataSource.query('select 1');
});

test('a connection that arrives after its request was refused goes back to the pool', async () => {
  proxy.stall();
  const [first, second] = [dataSource.query('select 1'), dataSource.query('select 2')];
  await expect(first).rejects.toThrow('Query read timeout');
  await expect(second).rejects.toThrow('Query read timeout');
  await proxy.open();
  await until(async () => (await dataSource.query<unknown[]>('select 3')).length === 1);
});
