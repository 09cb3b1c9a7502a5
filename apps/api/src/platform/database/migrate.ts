import type { Config } from '../config/config.js';
import { createDataSource } from './data-source.js';
import { MIGRATIONS } from './migrations/index.js';

// Any two processes that migrate at once: the second waits and finds nothing to do.
const LOCK = 7_203_114;

/** Runs what has not run yet and answers the names. Throws when the database is away or a migration fails. */
export async function migrate(config: Config): Promise<string[]> {
  const dataSource = createDataSource(config, { entities: [], migrations: MIGRATIONS }, { patient: true });
  await dataSource.initialize();
  const guard = dataSource.createQueryRunner();
  try {
    await guard.query('select pg_advisory_lock($1)', [LOCK]);
    return (await dataSource.runMigrations()).map(({ name }) => name);
  } finally {
    await guard.release();
    await dataSource.destroy();
  }
}
