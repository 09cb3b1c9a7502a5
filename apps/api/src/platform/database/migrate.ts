import { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';
import { migrationOptions } from './data-source.js';
import { MIGRATIONS } from './migrations/index.js';
import { setRoleLimits } from './role-settings.js';

/** Key of the lock that lets one process migrate at a time; the others wait and then find nothing to do. */
const LOCK = 7_203_114;

/** Runs what has not run yet and answers the names. Throws when the database is away or a migration fails. */
export async function migrate(config: Config): Promise<string[]> {
  const dataSource = new DataSource(migrationOptions(config, MIGRATIONS));
  await dataSource.initialize();
  const guard = dataSource.createQueryRunner();
  try {
    await guard.query('select pg_advisory_lock($1)', [LOCK]);
    const applied = await dataSource.runMigrations();
    await setRoleLimits(dataSource);
    return applied.map(({ name }) => name);
  } finally {
    await guard.release();
    await dataSource.destroy();
  }
}
