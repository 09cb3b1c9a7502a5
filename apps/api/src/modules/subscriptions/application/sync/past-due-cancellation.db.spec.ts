import type { Answer } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { useBilling } from '../../../../../test/support/billing/billing.js';
import type { SignedIn } from '../../../../../test/support/app.js';

const { sandbox, billing } = useBilling();

type Mine = Answer<'subscriptions.my'>;

/** Somebody whose renewal was refused; Stripe tries again after three days and five more. */
async function failing() {
  const { person } = await billing.buy();
  await billing.spoilCard('insufficient_funds');
  await billing.passPeriod(person);
  await billing.reconcile();
  const { grace_until: grace } = (await billing.my(person)) ?? {};
  expect(grace).toEqual(expect.any(String));
  const id = await billing.subscriptionOf(person);
  const { data } = await billing.stripe.invoices.list({ subscription: id, status: 'open' });
  return { person, id, grace, invoiceId: data[0]?.id ?? '' };
}
const cancel = (person: SignedIn) => billing.data<Mine>(person, 'POST', '/cancel', {});
const passDays = async (days: number) => {
  await billing.advance({ days });
  await billing.reconcile();
};
const paidBy = async (person: SignedIn) =>
  (await billing.data<Answer<'subscriptions.payments'>>(person, 'GET', '/payments')).data
    .filter(({ status }) => status === 'success')
    .map(({ kind }) => kind);
const standing = async (person: SignedIn) => [await billing.planOf(person), await billing.my(person)];

describe('a plan that is cancelled after a failed renewal', () => {
  test('stays until the end of the grace, and nothing more is charged', async () => {
    const { person, id, grace, invoiceId } = await failing();
    expect(await cancel(person)).toMatchObject({ status: 'canceled', grace_until: grace, next_charge: null });
    // The account has money again, on the day of each further attempt.
    await billing.spoilCard('success');
    await passDays(6);
    expect([await billing.planOf(person), await paidBy(person)]).toEqual(['pro', ['checkout']]);
    expect(await billing.my(person)).toMatchObject({ status: 'canceled', grace_until: grace });
    await passDays(2);
    expect([await standing(person), await paidBy(person)]).toEqual([['free', null], ['checkout']]);
    expect((await billing.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
    expect((await billing.stripe.invoices.retrieve(invoiceId)).status).toBe('void');
  });

  test('is charged for no card that is added afterwards', async () => {
    const { person } = await failing();
    await cancel(person);
    const card = await billing.saveCard(person);
    await billing.data(person, 'POST', `/payment-methods/${card}/default`);
    expect(await paidBy(person)).toEqual(['checkout']);
  });

  test('is cancelled as well where nobody has heard of the failure yet', async () => {
    const { person } = await billing.buy();
    await billing.spoilCard('insufficient_funds');
    await billing.passPeriod(person);
    expect(await cancel(person)).toMatchObject({ status: 'canceled', grace_until: expect.any(String) });
    await billing.spoilCard('success');
    await passDays(6);
    expect(await paidBy(person)).toEqual(['checkout']);
  });

  test('is charged no more when only the second of two tries could cancel it', async () => {
    const { person } = await failing();
    await sandbox.control('failures', { provider: 'stripe', kind: 'broken', times: 1, method: 'POST' });
    expect((await billing.ask(person, 'POST', '/cancel', {})).status).toBe(503);
    expect(await billing.my(person)).toMatchObject({ status: 'active' });
    for (let again = 0; again < 2; again += 1) expect(await cancel(person)).toMatchObject({ status: 'canceled' });
    await billing.spoilCard('success');
    await passDays(6);
    expect(await paidBy(person)).toEqual(['checkout']);
  });

  test('and paid by the person all the same lasts for what was paid', async () => {
    const { person, invoiceId } = await failing();
    await cancel(person);
    await billing.stripe.invoices.pay(invoiceId, { payment_method: 'pm_card_visa' });
    await billing.sync(person);
    expect(await billing.my(person)).toMatchObject({ status: 'canceled', grace_until: null });
    expect((await billing.quota(person)).remainingCredits).toBe(200);
    await passDays(32);
    expect([await standing(person), await paidBy(person)]).toEqual([
      ['free', null],
      ['renewal', 'checkout'],
    ]);
  });

  test('and resumed is charged at once, and goes on', async () => {
    const { person } = await failing();
    await cancel(person);
    await billing.spoilCard('success');
    expect(await billing.data<Mine>(person, 'POST', '/resume')).toMatchObject({ status: 'active', grace_until: null });
    expect((await billing.quota(person)).remainingCredits).toBe(200);
    expect(await paidBy(person)).toEqual(['renewal', 'checkout']);
  });

  test('and resumed with a card that is still refused is tried again within the grace', async () => {
    const { person, grace } = await failing();
    await cancel(person);
    expect(await billing.data<Mine>(person, 'POST', '/resume')).toMatchObject({ status: 'active', grace_until: grace });
    await billing.spoilCard('success');
    await passDays(6);
    expect(await billing.my(person)).toMatchObject({ status: 'active', grace_until: null });
    expect(await paidBy(person)).toEqual(['renewal', 'checkout']);
  });

  test('and resumed only halfway can be resumed again, and is tried again within the grace', async () => {
    const { person } = await failing();
    await cancel(person);
    // The first of its calls has its effect, and its answer is lost.
    await sandbox.control('failures', { provider: 'stripe', kind: 'cut', times: 1, method: 'POST' });
    expect((await billing.ask(person, 'POST', '/resume')).status).toBe(503);
    await billing.sync(person);
    expect(await billing.data<Mine>(person, 'POST', '/resume')).toMatchObject({ status: 'active' });
    await billing.spoilCard('success');
    await passDays(6);
    expect(await billing.my(person)).toMatchObject({ status: 'active', grace_until: null });
    expect(await paidBy(person)).toEqual(['renewal', 'checkout']);
  });
});

describe('a renewal that Stripe no longer tries', () => {
  const untried = async () => {
    await sandbox.control('stripe', { retryDays: [1], afterRetries: 'unpaid' });
    const failed = await failing();
    await passDays(2);
    expect((await billing.stripe.subscriptions.retrieve(failed.id)).status).toBe('unpaid');
    return failed;
  };

  test('leaves the plan until the end of the grace, and then ends it at Stripe too', async () => {
    const { person, id, grace, invoiceId } = await untried();
    expect(await billing.my(person)).toMatchObject({ status: 'active', grace_until: grace });
    expect(await billing.planOf(person)).toBe('pro');
    await passDays(6);
    expect(await standing(person)).toEqual(['free', null]);
    expect((await billing.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
    expect((await billing.stripe.invoices.retrieve(invoiceId)).status).toBe('void');
  });

  test('is repaired by another card within the grace', async () => {
    const { person } = await untried();
    const card = await billing.saveCard(person);
    await billing.data(person, 'POST', `/payment-methods/${card}/default`);
    expect(await billing.my(person)).toMatchObject({ status: 'active', grace_until: null });
    expect((await billing.quota(person)).remainingCredits).toBe(200);
  });
});
