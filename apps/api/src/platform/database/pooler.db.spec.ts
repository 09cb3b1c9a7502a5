import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import { testConfig } from '../../../test/support/config.js';
import { useDatabase } from '../../../test/support/database/database.js';
import { dataSourceOptions, untimedOptions } from './data-source.js';
import { migrate } from './migrate.js';
import { prepared, type PoolSettings } from './prepared.js';
import { row, rows } from './rows.js';

let unnamed: DataSource;
// Before the database is dropped.
afterAll(() => unnamed.destroy());
const db = useDatabase(5);
const STATEMENT = { name: 'pooler_test', text: 'select 1 as one' };
const open = (env: Record<string, string> = {}): DataSource =>
  new DataSource(dataSourceOptions(testConfig({ DATABASE_URL: db.url, ...env }), { entities: [], migrations: [] }));
const limits = (dataSource: DataSource) =>
  row<Record<string, string>>(
    dataSource,
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle`,
  );
const names = (dataSource: DataSource) => rows(dataSource, `select name from pg_prepared_statements`);

beforeAll(async () => {
  unnamed = await open({ DATABASE_PREPARED_STATEMENTS: 'false', DATABASE_POOL: '2' }).initialize();
});

test('a migration gives the role time limits for every connection, which sends no start-up parameter for them', async () => {
  const { pathname } = new URL(db.url);
  await rows(db.dataSource, `alter role current_user in database ${pathname.slice(1)} reset all`);
  await migrate(testConfig({ DATABASE_URL: db.url }));
  const limited = await open({ DATABASE_POOL: '2' }).initialize();
  expect(await limits(limited)).toEqual({ statement: '10s', lock: '5s', idle: '10s' });
  await limited.destroy();
  const { extra } = open().options as unknown as { extra: PoolSettings };
  expect(Object.keys(extra).filter((name) => /^(statement|lock|idle_in)_|^options$/.test(name))).toEqual([]);
});

test('migrations connect by the direct address and have no time limits', async () => {
  const options = untimedOptions(
    testConfig({ DATABASE_URL: 'postgres://pooler.invalid/app', DATABASE_DIRECT_URL: db.url }),
    [],
  );
  const dataSource = await new DataSource(options).initialize();
  try {
    expect(await limits(dataSource)).toEqual({ statement: '0', lock: '0', idle: '0' });
  } finally {
    await dataSource.destroy();
  }
});

test('statements have no names when they are switched off', async () => {
  await prepared(db.dataSource, STATEMENT);
  expect(await names(db.dataSource)).toEqual([{ name: STATEMENT.name }]);
  expect(await prepared(unnamed, STATEMENT)).toEqual([{ one: 1 }]);
  expect(await names(unnamed)).toEqual([]);
});
