import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { paypalWorld, stripeWorld } from '../../../../test/support/billing/payment-worlds.js';
import { useSandbox } from '../../../../test/support/sandbox.js';

const sandbox = useSandbox();

test.each([
  ['Stripe', stripeWorld],
  ['PayPal', paypalWorld],
])('until prices are created at %s, a checkout is refused as an outage, which the log explains', async (_, world) => {
  const provider = world(sandbox, () => 'http://127.0.0.1:1/webhook').create(2_500);
  const userId = randomUUID();
  const customerId = await provider.createCustomer({ userId, email: null, name: 'Ada' });
  const checkout = () =>
    provider.startCheckout({
      plan: 'pro',
      isAnnual: false,
      userId,
      customerId,
      paymentId: randomUUID(),
      successUrl: 'http://localhost:3000/a',
      cancelUrl: 'http://localhost:3000/b',
      locale: 'en',
    });
  await expect(checkout()).rejects.toMatchObject({
    code: 'PAYMENT_UNAVAILABLE',
    cause: { message: expect.stringContaining('main.prepare-payments.js creates what is missing') },
  });
  await provider.preparePrices();
  expect((await checkout()).sessionId).not.toBe('');
});
