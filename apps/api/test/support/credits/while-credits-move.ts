import type { DataSource, EntityManager } from 'typeorm';
import { rows } from '../../../src/platform/database/rows.js';
import { untilBlocked } from '../database/database-locks.js';

/**
 * Runs `work` so that it sees an account as it was, and waits for somebody who moves its credits (`move`, or no credits at
 * all) and commits then. Answers as `work` does.
 */
export async function whileCreditsMove<T>(
  dataSource: DataSource,
  userId: string,
  work: () => Promise<T>,
  move: (tx: EntityManager) => Promise<unknown> = () => Promise.resolve(),
): Promise<T> {
  const { working } = await dataSource.transaction(async (tx) => {
    await rows(tx, `update credit_accounts set debt = debt where user_id = $1`, [userId]);
    await move(tx);
    const begun = work();
    begun.catch(() => undefined);
    await untilBlocked(tx);
    return { working: begun };
  });
  return working;
}
