import { afterAll, beforeAll } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { MIGRATIONS } from '../../src/platform/database/migrations/index.js';
import { testConfig } from './config.js';

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  /** Connection string of this file's own database. */
  url: string;
  dataSource: DataSource;
}

/** Gives the test file a migrated database of its own, and drops it afterwards. Read the fields inside tests only. */
export function useDatabase(pool = 20): TestDatabase {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(process.env.TEST_DATABASE_URL ?? 'postgres://unset');
  url.pathname = `/${name}`;
  const config = testConfig({ DATABASE_URL: url.href, DATABASE_POOL: String(pool) });
  const dataSource = new DataSource(dataSourceOptions(config, { entities: [], migrations: MIGRATIONS }));
  beforeAll(async () => {
    await administer(`create database ${name}`);
    await migrate(config);
    await dataSource.initialize();
  });
  afterAll(async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await administer(`drop database if exists ${name} with (force)`);
  });
  return { url: url.href, dataSource };
}
