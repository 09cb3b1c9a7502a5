import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, MigrationExecutor, type MigrationInterface } from 'typeorm';
import type { Config } from '../config/config.js';
import { untimedOptions } from './data-source.js';
import { MIGRATIONS } from './migrations/index.js';
import { setRoleLimits } from './role-settings.js';
import { rows } from './rows.js';
import { isContention, sqlState } from './transaction.js';

const LOCK = 7_203_114;
const LOCK_NOT_AVAILABLE = '55P03';
/** While a migration waits for a table, every later statement on it waits behind it: shorter than DATABASE_WAIT_MS. */
const LOCK_TIMEOUT_MS = 2_000;

const HOLDERS = `
  select a.application_name as name, a.pid, a.xact_start as since
    from pg_stat_activity a
   where a.datname = current_database() and a.pid <> pg_backend_pid()
     and (a.xact_start is null or a.xact_start < now() - make_interval(secs => $1))
     and exists (select from pg_locks l join pg_class c on c.oid = l.relation
                  where l.pid = a.pid and l.granted and c.relnamespace = 'public'::regnamespace)
   order by a.xact_start nulls first limit 3`;

interface MigrateOptions {
  migrations?: (new () => MigrationInterface)[];
  /** How long it tries to get a table that others have locked. */
  patienceMs?: number;
  pauseMs?: number;
  onLocked?: (reason: string) => void;
}

async function lockedReason(dataSource: DataSource): Promise<string> {
  const holders = await rows<{ name: string; pid: number; since: Date | null }>(dataSource, HOLDERS, [
    LOCK_TIMEOUT_MS / 1000,
  ]);
  const names = holders.map(({ name, pid, since }) => {
    const begin = since ? `, since ${since.toISOString()}` : '';
    return `${name || 'a program without a name'} (process ${pid}${begin})`;
  });
  const by = names.length > 0 ? ` by ${names.join(', ')}` : '';
  return `A table is locked${by}`;
}

const WHAT_TO_DO =
  'Wait until that has ended, or end it with pg_terminate_backend(process), and begin again: what is done so far stays';

/** Gives way between tries, so that the product goes on while a backup or a long query holds a table. */
async function runMigrations(
  dataSource: DataSource,
  { patienceMs, pauseMs, onLocked }: Required<Omit<MigrateOptions, 'migrations'>>,
): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    try {
      await dataSource.runMigrations();
      return;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE && !isContention(error)) throw error;
      const reason = await lockedReason(dataSource);
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

export async function migrate(config: Config, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations = MIGRATIONS, patienceMs = 5 * 60_000, pauseMs = 5_000, onLocked = () => undefined } = options;
  const dataSource = new DataSource(untimedOptions(config, migrations, LOCK_TIMEOUT_MS));
  await dataSource.initialize();
  const guard = dataSource.createQueryRunner();
  try {
    await acquireLock(guard);
    const pending = await new MigrationExecutor(dataSource).getPendingMigrations();
    await runMigrations(dataSource, { patienceMs, pauseMs, onLocked });
    await setRoleLimits(dataSource);
    return pending.map(({ name }) => name);
  } finally {
    await guard.release();
    await dataSource.destroy();
  }
}
