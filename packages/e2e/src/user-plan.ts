import { until } from '@app/api/test-support/until';
import type { Plan, Quota } from '@app/contracts';
import type { ProductDatabase } from './database.js';
import type { TestUser } from './test-user.js';

// Processes may remember a session's plan until they are notified.
const SET_PLAN = `
with changed as (update users set plan = $2 where id = $1 returning id)
select pg_notify('session_ends', s.id::text) from sessions s join changed on changed.id = s.user_id`;

/** Puts a user on a plan and gives them credits, as a payment would. */
export async function givePlan(
  database: ProductDatabase,
  user: TestUser,
  { plan, credits }: { plan: Plan; credits: number },
): Promise<void> {
  // The first reading of the quota opens the account and grants the free allowance.
  await user.call('GET', '/quota');
  await database.query(SET_PLAN, [user.id, plan]);
  await until(async () => (await user.call<Quota>('GET', '/quota')).subscriptionStatus === plan);
  if (credits > 0) await database.giveCredits(user.id, credits);
}
