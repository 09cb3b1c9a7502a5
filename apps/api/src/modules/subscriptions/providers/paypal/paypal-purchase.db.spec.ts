import type { Answer } from '@app/contracts';
import { approveAtPaypal, cancelAtPaypal } from '@app/sandbox';
import { describe, expect, test } from '@jest/globals';
import { usePaypalShop } from '../../../../../test/support/billing/paypal-shop.js';
import { expectUnchanged } from '../../../../../test/support/database/unchanged.js';
import { PLAN_CHOICES } from '../../../../../test/support/billing/plan-choices.js';
import { until } from '../../../../../test/support/timing/until.js';
import { rows } from '../../../../platform/database/rows.js';
import { PaymentProviders } from '../payment-providers.js';

const {
  sandbox,
  app,
  ask,
  data,
  begin,
  confirm,
  inbox,
  buy,
  setStatus,
  my,
  remaining,
  planOf,
  paymentsOf,
  saleOf,
  reconcile,
  sendWebhooks,
  deliver,
} = usePaypalShop();

describe('a purchase with PayPal', () => {
  test.each(PLAN_CHOICES)(
    'of %s, annual %s, costs %d and brings %d credits',
    async (planId, isAnnual, amount, credits) => {
      const { person, paid } = await buy(planId, isAnnual);
      expect(paid).toMatchObject({
        amount,
        plan_id: planId,
        subscription: { provider: 'paypal', status: 'active', is_annual: isAnnual, next_charge: { amount } },
      });
      expect(await remaining(person)).toBe(credits);
      expect(await data(person, 'POST', '/paypal/confirm-payment', { payment_id: await saleOf(person) })).toEqual(paid);
      expect(await remaining(person)).toBe(credits);
    },
  );

  test('comes back to our own page with the payment and the subscription', async () => {
    const person = await app.signIn();
    const { url, payment_id, session_id } = await begin(person);
    const { origin, pathname, searchParams } = new URL(await approveAtPaypal(url));
    expect([origin, pathname]).toEqual(['http://localhost:3000', '/payment/success']);
    expect([searchParams.get('payment_id'), searchParams.get('subscription_id')]).toEqual([payment_id, session_id]);
  });

  test('that PayPal calls active, but that is not paid yet, brings nothing', async () => {
    await sandbox.control('paypal', { firstPaymentDelayMs: 600_000 });
    const person = await app.signIn();
    const { session_id, url } = await begin(person);
    await approveAtPaypal(url);
    expect(await confirm(person, session_id)).toMatchObject({ status: 'redirecting', subscription: null });
    expect([await remaining(person), await planOf(person)]).toEqual([0, 'free']);
  });

  test('that is asked for again goes on with the same subscription', async () => {
    const person = await app.signIn();
    expect(await begin(person)).toEqual(await begin(person));
  });

  test('whose answer was lost makes one subscription, not two', async () => {
    const person = await app.signIn();
    await sandbox.control('chaos', { provider: 'paypal', mode: 'down' });
    const body = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };
    expect((await ask(person, 'POST', '/paypal/checkout-session', body)).body.code).toBe('PAYMENT_UNAVAILABLE');
    await sandbox.control('chaos', { provider: 'paypal', mode: 'normal' });
    await begin(person);
    expect(await paymentsOf(person)).toEqual([['checkout', 'redirecting']]);
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toHaveLength(1);
  });

  test('that is refused is a failure, and PayPal does not try again', async () => {
    const person = await app.signIn();
    const { session_id, url } = await begin(person);
    await approveAtPaypal(url, { funding: 'card_declined' });
    expect(await confirm(person, session_id)).toMatchObject({ status: 'failed', failure_reason: 'generic_decline' });
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
    const again = await begin(person);
    await approveAtPaypal(again.url);
    expect((await confirm(person, again.session_id)).status).toBe('success');
    expect(await remaining(person)).toBe(200);
  });

  test('of somebody else cannot be confirmed or cancelled', async () => {
    const [buyer, thief] = [await app.signIn(), await app.signIn()];
    const { session_id, payment_id, url } = await begin(buyer);
    await approveAtPaypal(url);
    await sendWebhooks();
    await expectUnchanged(app.dataSource, async () => {
      const path = '/paypal/confirm-payment-by-session';
      expect((await ask(thief, 'POST', path, { session_id })).body.code).toBe('NOT_FOUND');
      expect((await setStatus(thief, payment_id, 'cancelled')).body.code).toBe('NOT_FOUND');
      // A call of the other provider does not know it either.
      expect((await ask(buyer, 'POST', '/confirm-payment-by-session', { session_id })).body.code).toBe('NOT_FOUND');
    });
    await confirm(buyer, session_id);
    expect([await remaining(buyer), await remaining(thief)]).toEqual([200, 0]);
  });

  test('beside one with Stripe is cancelled and refunded', async () => {
    const person = await app.signIn();
    const stripe = app.app.get(PaymentProviders, { strict: false }).get('stripe');
    await stripe.preparePrices();
    const body = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };
    const card = await data<Answer<'subscriptions.checkoutSession'>>(person, 'POST', '/checkout-session', body);
    const { session_id, url } = await begin(person);
    await sandbox.control(`stripe/checkout/${card.session_id}/pay`, {});
    await data(person, 'POST', '/confirm-payment-by-session', { session_id: card.session_id });
    await approveAtPaypal(url);
    await confirm(person, session_id);
    expect(await my(person)).toMatchObject({ provider: 'stripe' });
    expect(await remaining(person)).toBe(200);
    expect(await sandbox.control<object[]>('paypal/payments')).toMatchObject([{ status: 'REFUNDED' }]);
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
  });
});

describe('going back from PayPal', () => {
  test('cancels the payment', async () => {
    const person = await app.signIn();
    const { payment_id, url } = await begin(person);
    const back = new URL(await cancelAtPaypal(url));
    expect([back.pathname, back.searchParams.get('payment_id')]).toEqual(['/pricing', payment_id]);
    expect((await setStatus(person, payment_id, 'cancelled')).body.data.status).toBe('cancelled');
  });

  test('and paying on the page all the same brings what was paid', async () => {
    const person = await app.signIn();
    const { payment_id, url } = await begin(person);
    await setStatus(person, payment_id, 'cancelled');
    await approveAtPaypal(url);
    await deliver();
    expect([await planOf(person), await remaining(person)]).toEqual(['pro', 200]);
    expect(await paymentsOf(person)).toEqual([['checkout', 'success']]);
  });

  test('after the payment is told the truth', async () => {
    const person = await app.signIn();
    const { payment_id, url } = await begin(person);
    await approveAtPaypal(url);
    expect((await setStatus(person, payment_id, 'cancelled')).body.data.status).toBe('success');
  });
});

describe('webhooks of PayPal', () => {
  test('alone bring the plan, though the success page is never opened', async () => {
    const person = await app.signIn();
    await approveAtPaypal((await begin(person)).url);
    await deliver();
    expect([await planOf(person), await remaining(person)]).toEqual(['pro', 200]);
    expect(await rows(app.dataSource, `select event_id from webhook_inbox where state = 'new'`)).toEqual([]);
  });

  test.each(['twice', 'out_of_order'])('that come %s, beside confirmations, grant once', async (mode) => {
    await sandbox.control('paypal/webhooks', { mode });
    const person = await app.signIn();
    const { session_id, url } = await begin(person);
    await approveAtPaypal(url);
    await Promise.all([deliver(), ...Array.from({ length: 5 }, () => confirm(person, session_id)), inbox()]);
    await until(async () => (await inbox()) === 0);
    expect(await remaining(person)).toBe(200);
    expect(await rows(app.dataSource, `select 1 from credit_grants where user_id = $1`, [person.userId])).toHaveLength(
      1,
    );
  });

  test('that are all lost are made up for', async () => {
    await sandbox.control('paypal/webhooks', { mode: 'lost' });
    const person = await app.signIn();
    await approveAtPaypal((await begin(person)).url);
    await reconcile();
    expect([await planOf(person), await remaining(person)]).toEqual(['pro', 200]);
  });

  test('that are forged, or sent again with another id, change nothing', async () => {
    await begin(await app.signIn());
    const [event] = await sandbox.control<{ id: string }[]>('paypal/events');
    const { body, headers } = await sandbox.control<{ body: string; headers: Record<string, string> }>(
      `paypal/events/${event?.id}/seal`,
      {},
    );
    await sendWebhooks();
    await expectUnchanged(app.dataSource, async () => {
      for (const [raw, sent] of [
        [body.replace(event?.id ?? '', 'WH-OTHER'), headers],
        [body, {}],
        [body, { ...headers, 'paypal-transmission-sig': 'AAAA' }],
      ] as const) {
        const answer = await app.post('/webhooks/paypal', { raw, headers: sent });
        expect([answer.status, answer.body.code]).toEqual([400, 'WEBHOOK_SIGNATURE_INVALID']);
      }
    });
    expect((await app.post('/webhooks/paypal', { raw: body, headers })).status).toBe(200);
  });
});
