import type { Answer, Plan } from '@app/contracts';
import { afterEach, expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { expectInvariants } from '../../../test/support/invariants.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { SetPlan } from './index.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'monthly', FREE_MONTHLY_CREDITS: '5' } });
afterEach(() => expectInvariants(app.dataSource));

const setPlan = (userId: string, plan: Plan): Promise<boolean> =>
  inTransaction(app.app.get(DataSource), (tx) => app.app.get(SetPlan, { strict: false }).run(tx, userId, plan));
const remaining = async ({ token }: SignedIn): Promise<number> =>
  (await app.get<Answer<'quota.show'>>('/quota', { token })).body.data.remainingCredits;

test('gives the allowance of the new plan at the next call, in both directions', async () => {
  const paying = await app.signIn({ plan: 'pro' });
  expect(await remaining(paying)).toBe(0);
  expect(await setPlan(paying.userId, 'free')).toBe(true);
  expect(await remaining(paying)).toBe(5);

  const free = await app.signIn({ plan: 'free' });
  expect(await setPlan(free.userId, 'enterprise')).toBe(true);
  expect(await remaining(free)).toBe(0);
});

test('shows the new plan', async () => {
  const person = await app.signIn({ plan: 'free' });
  await setPlan(person.userId, 'pro');
  const { body } = await app.get<Answer<'users.profile'>>('/users/profile', { token: person.token });
  expect(body.data.subscription_status).toBe('pro');
});

test('refuses an account that was removed', async () => {
  const { userId } = await app.signIn();
  await app.dataSource.query(`update users set deleted_at = now() where id = $1`, [userId]);
  expect(await setPlan(userId, 'pro')).toBe(false);
});
