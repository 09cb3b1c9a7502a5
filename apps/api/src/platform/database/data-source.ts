import pg from 'pg';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import type { Config } from '../config/config.js';

// Sequences, counters and units stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseSetup {
  entities: DataSourceOptions['entities'];
  migrations: (new () => MigrationInterface)[];
}

/** A database that is gone must answer 503 within seconds, never hang a request. */
const IMPATIENT = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 5_000,
  // For a server that stopped answering at all (paused, cut off).
  query_timeout: 12_000,
};

const PATIENT_MS = 60_000;

/** Settings of the connection pool. `patient` is for migrations, which may take long and wait for locks. */
export function dataSourceOptions(config: Config, setup: DatabaseSetup, { patient = false } = {}): DataSourceOptions {
  return {
    type: 'postgres',
    // This very copy: in a bundle TypeORM would load another one, which knows nothing of the parser above.
    driver: pg,
    url: config.database.url,
    entities: setup.entities ?? [],
    migrations: setup.migrations,
    migrationsTransactionMode: 'each',
    poolSize: config.database.pool,
    installExtensions: false,
    extra: {
      keepAlive: true,
      connectionTimeoutMillis: patient ? PATIENT_MS : config.database.waitMs,
      ...(!patient && IMPATIENT),
      application_name: 'app',
    },
    // A pooled connection that breaks while idle emits an error; unheard it would end the process.
    poolErrorHandler: () => undefined,
  };
}

export const createDataSource = (config: Config, setup: DatabaseSetup, how?: { patient: boolean }): DataSource =>
  new DataSource(dataSourceOptions(config, setup, how));
