import type { Plan } from '@app/contracts';
import type { ProductDatabase } from '../product/database.js';
import type { TestUser } from './test-user.js';

export async function givePlan(
  database: ProductDatabase,
  user: TestUser,
  { plan, credits }: { plan: Plan; credits: number },
): Promise<void> {
  // The first quota request creates the account and grants the free allowance.
  await user.call('GET', '/quota');
  await database.query('update users set plan = $2 where id = $1', [user.id, plan]);
  if (credits > 0) await database.giveCredits(user.id, credits);
}
