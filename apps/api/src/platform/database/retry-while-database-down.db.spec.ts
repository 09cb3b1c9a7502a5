import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import { testConfig } from '../../../test/support/config.js';
import { TcpProxy } from '../../../test/support/http/proxy.js';
import { dataSourceOptions } from './data-source.js';
import { retryWhileDatabaseDown } from './retry-while-database-down.js';
import { sqlState } from './transaction.js';

const { url } = testConfig().database;
const proxy = TcpProxy.before(url);
let dataSource: DataSource;

beforeAll(async () => {
  await proxy.open();
  const config = testConfig({ DATABASE_URL: proxy.urlThrough(url) });
  dataSource = await new DataSource(dataSourceOptions(config, { entities: [], migrations: [] })).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await proxy.down();
});

test('a write that begins while Postgres runs is made once Postgres takes connections again', async () => {
  const failures: (string | undefined)[] = [];
  const write = () =>
    dataSource
      .transaction(async (tx) => {
        if (failures.length === 0) await proxy.down();
        return tx.query<{ done: boolean }[]>('select true as done');
      })
      .catch(async (error: unknown) => {
        failures.push(sqlState(error));
        if (failures.length === 4) await proxy.open();
        throw error;
      });
  await expect(retryWhileDatabaseDown(write, new AbortController().signal, 1)).resolves.toEqual([{ done: true }]);
  expect(failures).toHaveLength(4);
  expect(failures).toContain('ECONNREFUSED');
});
