import { afterAll, beforeAll } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DataSource, getMetadataArgsStorage } from 'typeorm';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { MIGRATIONS } from '../../../src/platform/database/migrations/index.js';
import { setRoleLimits } from '../../../src/platform/database/role-settings.js';
import { sqlState } from '../../../src/platform/database/transaction.js';
import { testConfig } from '../config.js';

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../src/platform/database/migrations');
const TEMPLATE_LOCK = 1;
const UNKNOWN_DATABASE = '3D000';
/** For the connections of the test itself, so that a machine that stands still for seconds ends none of its statements. */
const PATIENT = {
  connectionTimeoutMillis: 60_000,
  queryTimeoutMs: 60_000,
  // A statement over all tables looks expensive to the planner, and parallel workers cost more than they save here.
  options:
    '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c max_parallel_workers_per_gather=0',
};

async function administer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(name: string): string {
  const url = new URL(process.env.TEST_DATABASE_URL ?? 'postgres://unset');
  url.pathname = `/${name}`;
  return url.href;
}

/** Named by its migrations, because a server may outlive a change of them. */
function templateName(): string {
  const hash = createHash('sha1');
  for (const file of readdirSync(MIGRATIONS_FOLDER).toSorted())
    hash.update(readFileSync(join(MIGRATIONS_FOLDER, file)));
  return `template_${hash.digest('hex').slice(0, 12)}`;
}

/** Migrates the template under another name first, so that the template is complete or absent. */
async function createTemplate(client: pg.Client, template: string): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
  if (rowCount) return;
  const unfinished = `${template}_unfinished`;
  await client.query(`drop database if exists ${unfinished}`);
  await client.query(`create database ${unfinished}`);
  await migrate(testConfig({ DATABASE_URL: urlOf(unfinished) }));
  await client.query(`alter database ${unfinished} rename to ${template}`);
}

/**
 * Copies the template, which the first test file of a run creates: a copy is much faster than the migrations. Copied as
 * files, because the usual strategy writes every block to the log too.
 */
async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const template = templateName();
  const copy = `create database ${name} template ${template} strategy file_copy`;
  try {
    await client.query(copy);
  } catch (error) {
    if (sqlState(error) !== UNKNOWN_DATABASE) throw error;
    await createTemplate(client, template);
    await client.query(copy);
  }
}

export interface TestDatabase {
  /** Connection string of this file's own database. */
  url: string;
  dataSource: DataSource;
}

/** The entities that the code under test imports. */
export const importedEntities = () =>
  getMetadataArgsStorage().tables.flatMap(({ target }) => (typeof target === 'function' ? [target] : []));

/** Creates a migrated database for the test file and drops it afterwards. Read the fields inside tests only. */
export function useDatabase(pool = 20): TestDatabase {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = urlOf(name);
  const config = testConfig({ DATABASE_URL: url, DATABASE_POOL: String(pool) });
  const options = dataSourceOptions(config, { entities: importedEntities(), migrations: MIGRATIONS });
  const dataSource = new DataSource({ ...options, extra: { ...options.extra, ...PATIENT } });
  beforeAll(async () => {
    await administer((client) => createDatabase(client, name));
    await dataSource.initialize();
    // Not copied with the template.
    await setRoleLimits(dataSource);
  });
  afterAll(async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await administer((client) => client.query(`drop database if exists ${name} with (force)`));
  });
  return { url, dataSource };
}
