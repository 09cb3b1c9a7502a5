import type { Answer } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { useBilling } from '../../../../../test/support/billing/billing.js';
import type { SignedIn } from '../../../../../test/support/app.js';
import { row } from '../../../../platform/database/rows.js';

const { sandbox, app, billing } = useBilling();

const MINUTE_MS = 60_000;
const periodEnd = async (person: SignedIn): Promise<string> => (await billing.my(person))?.current_period_end ?? '';
const monthEnd = async (person: SignedIn): Promise<string> =>
  (await billing.data<Answer<'subscriptions.usage'>>(person, 'GET', '/usage')).period_end;
/** When people and programs read that credits expire: in the profile, and with each grant of the statement. */
async function told(person: SignedIn): Promise<{ next: Answer<'quota.show'>['nextExpiry']; statement: unknown[] }> {
  const { token } = person;
  const { body } = await app.get<Answer<'quota.statement'>>('/quota/statement?kind=grant', { token });
  return {
    next: (await billing.quota(person)).nextExpiry,
    statement: body.data.data.map(({ grant }) => grant?.expiresAt),
  };
}
const billingTime = async (): Promise<number> =>
  (await row<{ at: Date }>(app.dataSource, `select billing_now() as at`))?.at.getTime() ?? 0;

test('credits of a plan are told to expire when the next ones come, however the plan is changed', async () => {
  const { person } = await billing.buy();
  const end = await periodEnd(person);
  const plan = { next: { credits: 200, at: end }, statement: [end] };
  expect(await told(person)).toEqual(plan);
  await billing.data(person, 'POST', '/cancel', {});
  expect(await told(person)).toEqual(plan);
  await billing.data(person, 'POST', '/resume');
  expect(await told(person)).toEqual(plan);
  // In the second of the purchase, the other plan would take the place of this one.
  await billing.advance({ seconds: 60 });
  await billing.data(person, 'PUT', '/my', { plan_id: 'plan-enterprise' });
  expect(await told(person)).toMatchObject({ next: { at: end }, statement: [end, end] });
});

test('credits that a dispute took and gave back are told to expire with their month', async () => {
  const { person } = await billing.buy();
  const end = await periodEnd(person);
  const payment = await row<{ id: string }>(
    app.dataSource,
    `select provider_payment_id as id from payments where user_id = $1`,
    [person.userId],
  );
  const { id } = await sandbox.control<{ id: string }>('stripe/disputes', { payment_intent: payment?.id });
  await billing.sync(person);
  await sandbox.control(`stripe/disputes/${id}/close`, { result: 'won' });
  await billing.sync(person);
  expect(await told(person)).toEqual({ next: { credits: 200, at: end }, statement: [end, end] });
});

test('credits that wait for a renewal are told to expire at once, and those of the renewal with its period', async () => {
  const { person } = await billing.buy();
  const end = Date.parse(await periodEnd(person));
  await billing.advance({ seconds: Math.ceil((end - (await billingTime())) / 1000) + 60 });
  const before = await billingTime();
  const { next } = await told(person);
  expect(next?.credits).toBe(200);
  const at = Date.parse(next?.at ?? '');
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(await billingTime());
  await billing.advance({ seconds: 7_200 });
  await billing.reconcile();
  const renewed = await periodEnd(person);
  expect(Date.parse(renewed)).toBeGreaterThan(end + 27 * 24 * 60 * MINUTE_MS);
  expect((await told(person)).next).toEqual({ credits: 200, at: renewed });
});

test('credits of a year are told to expire with each of its months', async () => {
  const { person } = await billing.buy('plan-pro', true);
  const first = await monthEnd(person);
  expect(await told(person)).toEqual({ next: { credits: 200, at: first }, statement: [first] });
  await billing.advance({ days: 31, seconds: 7_200 });
  await billing.reconcile();
  const second = await monthEnd(person);
  expect(second).not.toBe(first);
  expect(await told(person)).toEqual({ next: { credits: 200, at: second }, statement: [second, first] });
});
