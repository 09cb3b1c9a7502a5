import { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';
import { untimedOptions } from './data-source.js';
import { MIGRATIONS } from './migrations/index.js';
import { setRoleLimits } from './role-settings.js';

/** Advisory lock: other processes wait and then find nothing to do. */
const LOCK = 7_203_114;

export async function migrate(config: Config): Promise<string[]> {
  const dataSource = new DataSource(untimedOptions(config, MIGRATIONS));
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
