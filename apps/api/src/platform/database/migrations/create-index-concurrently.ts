import type { QueryRunner } from 'typeorm';

/**
 * For a migration with `transaction = false`: rows stay writable meanwhile. It waits for the transactions of others without
 * holding anybody up, so that the time limit for locks does not apply. An interrupted attempt leaves an invalid index, which
 * the next one drops.
 */
export async function createIndexConcurrently(runner: QueryRunner, name: string, definition: string): Promise<void> {
  const [{ limit }] = (await runner.query(`select current_setting('lock_timeout') as limit`)) as [{ limit: string }];
  await runner.query('set lock_timeout = 0');
  try {
    await runner.query(`drop index concurrently if exists ${name}`);
    await runner.query(`create index concurrently ${name} on ${definition}`);
  } finally {
    await runner.query(`select set_config('lock_timeout', $1, false)`, [limit]);
  }
}
