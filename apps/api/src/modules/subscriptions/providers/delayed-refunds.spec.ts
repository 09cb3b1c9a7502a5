import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { paypalWorld, stripeWorld } from '../../../../test/support/billing/payment-worlds.js';
import { useSandbox } from '../../../../test/support/sandbox.js';

const sandbox = useSandbox();

test.each([
  ['Stripe', stripeWorld],
  ['PayPal', paypalWorld],
])('a refund for which the account at %s has no money is delayed, and made once there is some', async (_, worldOf) => {
  const world = worldOf(sandbox, () => 'http://127.0.0.1:1/webhook');
  const provider = world.create(2_500);
  await provider.preparePrices();
  const userId = randomUUID();
  const checkout = await provider.startCheckout({
    plan: 'pro',
    isAnnual: false,
    userId,
    customerId: await provider.createCustomer({ userId, email: null, name: 'Ada' }),
    paymentId: randomUUID(),
    successUrl: 'http://localhost:3000/a',
    cancelUrl: 'http://localhost:3000/b',
    locale: 'en',
  });
  await world.pay(checkout);
  const id = (await provider.readCheckout(checkout.sessionId))?.subscriptionId ?? '';
  const paymentOf = async () => (await provider.readSubscription(id, new Date()))?.invoices.at(-1)?.payment;
  const paymentId = (await paymentOf())?.id ?? '';
  await sandbox.control(world.id, { isOutOfMoney: true });
  for (let tries = 0; tries < 2; tries += 1)
    await expect(provider.refund(paymentId, 'refund:1')).rejects.toMatchObject({ code: 'REFUND_DELAYED' });
  await sandbox.control(world.id, { isOutOfMoney: false });
  expect(await provider.refund(paymentId, 'refund:1')).toBe(true);
  expect(await paymentOf()).toMatchObject({ refundedCents: 999 });
});
