import { setTimeout as sleep } from 'node:timers/promises';
import {
  DataSource,
  MigrationExecutor,
  type DataSourceOptions,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import type { Config } from '../config/config.js';
import { untimedOptions } from './data-source.js';
import { lockedReason, waitingReason } from './lock-holders.js';
import { MIGRATIONS } from './migrations/index.js';
import { setRoleLimits } from './role-settings.js';
import { rows } from './rows.js';
import { isContention, sqlState } from './transaction.js';

const LOCK = 7_203_114;
const LOCK_NOT_AVAILABLE = '55P03';
/** While a migration waits for a table, every later statement on it waits behind it: shorter than DATABASE_WAIT_MS. */
export const LOCK_TIMEOUT_MS = 2_000;
const APPLICATION_NAME = 'app-migrate';

interface MigrateOptions {
  migrations?: (new () => MigrationInterface)[];
  lockTimeoutMs?: number;
  /** How long it tries to get a table that others have locked. */
  patienceMs?: number;
  pauseMs?: number;
  /** How often it looks for what a migration waits for. */
  lookEveryMs?: number;
  onLocked?: (reason: string) => void;
}

const WHAT_TO_DO =
  'Wait until that has ended, or end it with pg_terminate_backend(process), and begin again: what is done so far stays';

type Waits = Required<Omit<MigrateOptions, 'migrations' | 'lockTimeoutMs'>>;

/** An index that is built concurrently waits for the transactions of others as long as it takes. */
async function tellWaits(sql: QueryRunner, { lookEveryMs, onLocked }: Waits, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(lookEveryMs, undefined, { signal });
    const reason = await waitingReason(sql, APPLICATION_NAME);
    if (reason !== null) onLocked(reason);
  }
}

async function runOnce(dataSource: DataSource, guard: QueryRunner, waits: Waits): Promise<void> {
  const over = new AbortController();
  // A look that fails fails no migration.
  const looks = tellWaits(guard, waits, over.signal).catch(() => undefined);
  try {
    await dataSource.runMigrations();
  } finally {
    over.abort();
    await looks;
  }
}

/** Gives way between tries, so that the product goes on while a backup or a long query holds a table. */
async function runMigrations(dataSource: DataSource, guard: QueryRunner, waits: Waits): Promise<void> {
  const { patienceMs, pauseMs, onLocked } = waits;
  const giveUpAt = performance.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    try {
      await runOnce(dataSource, guard, waits);
      return;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE && !isContention(error)) throw error;
      const reason = await lockedReason(guard);
      if (performance.now() >= giveUpAt) throw new Error(`${reason}. ${WHAT_TO_DO}`, { cause: error });
      if (tries === 1) onLocked(`${reason}; trying again for ${patienceMs / 60_000} minutes`);
      await sleep(pauseMs);
    }
  }
}

/** Other processes wait and then find nothing to do. Asks again and again: a waiting query would hold up an index. */
async function acquireLock(sql: Parameters<typeof rows>[0]): Promise<void> {
  for (;;) {
    const [lock] = await rows<{ isOurs: boolean }>(sql, 'select pg_try_advisory_lock($1) as "isOurs"', [LOCK]);
    if (lock?.isOurs) return;
    await sleep(500);
  }
}

function migrationOptions(
  config: Config,
  { migrations, lockTimeoutMs }: Required<Pick<MigrateOptions, 'migrations' | 'lockTimeoutMs'>>,
): DataSourceOptions {
  const options = untimedOptions(config, migrations, lockTimeoutMs);
  return { ...options, extra: { ...(options.extra as object), application_name: APPLICATION_NAME } };
}

export async function migrate(config: Config, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations = MIGRATIONS, lockTimeoutMs = LOCK_TIMEOUT_MS, ...given } = options;
  const waits: Waits = {
    patienceMs: 5 * 60_000,
    pauseMs: 5_000,
    lookEveryMs: 30_000,
    onLocked: () => undefined,
    ...given,
  };
  const dataSource = new DataSource(migrationOptions(config, { migrations, lockTimeoutMs }));
  await dataSource.initialize();
  const guard = dataSource.createQueryRunner();
  try {
    await acquireLock(guard);
    const pending = await new MigrationExecutor(dataSource).getPendingMigrations();
    await runMigrations(dataSource, guard, waits);
    await setRoleLimits(dataSource);
    return pending.map(({ name }) => name);
  } finally {
    await guard.release();
    await dataSource.destroy();
  }
}
