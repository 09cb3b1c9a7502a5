import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { DataSourceOptions, MigrationInterface } from 'typeorm';
import type { Config } from '../config/config.js';
import type { PoolSettings } from './prepared.js';
import { TimedPool } from './timed-pool.js';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseSetup {
  entities: DataSourceOptions['entities'];
  migrations: (new () => MigrationInterface)[];
}

/** Longer than the statement limits of `role-settings.ts`. */
const WORKER_QUERY_TIMEOUT_MS = 12_000;

const common = (config: Config, setup: DatabaseSetup) => ({
  type: 'postgres' as const,
  entities: setup.entities ?? [],
  migrations: setup.migrations,
  migrationsTransactionMode: 'each' as const,
  poolSize: config.database.pool,
  installExtensions: false,
  // Without a handler, an idle connection that breaks would end the process.
  poolErrorHandler: () => undefined,
});

/** `forRequests`: queries time out before their request has to be answered. */
export function dataSourceOptions(
  config: Config,
  setup: DatabaseSetup,
  { forRequests = false } = {},
): DataSourceOptions {
  const { url, waitMs } = config.database;
  const extra: PoolSettings = {
    application_name: 'app',
    keepAlive: true,
    connectionTimeoutMillis: waitMs,
    queryTimeoutMs: forRequests ? waitMs : WORKER_QUERY_TIMEOUT_MS,
    statementNames: config.database.preparedStatements,
    installationId: config.installationId,
    queryTimeouts: new EventEmitter().setMaxListeners(0),
  };
  // TypeORM would load another copy of the driver in a bundle, without the parser above.
  return {
    ...common(config, setup),
    driver: Object.assign(Object.create(pg) as object, { Pool: TimedPool }),
    url,
    extra,
  };
}

/** For what may take long: by the direct address and without the time limits of the role. */
export const untimedOptions = (
  config: Config,
  migrations: DatabaseSetup['migrations'] = [],
  lockTimeoutMs = 0,
): DataSourceOptions => ({
  ...common(config, { entities: [], migrations }),
  driver: pg,
  url: config.database.directUrl,
  extra: {
    application_name: 'app-untimed',
    keepAlive: true,
    connectionTimeoutMillis: 60_000,
    options: `-c statement_timeout=0 -c lock_timeout=${lockTimeoutMs} -c idle_in_transaction_session_timeout=0`,
  },
});
