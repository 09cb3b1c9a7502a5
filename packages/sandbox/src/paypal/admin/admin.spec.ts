import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { paypalAccess, paypalClient } from '../../../test/paypal.js';
import { paypalObjects } from '../../../test/paypal-objects.js';
import { startReceiver, type Receiver } from '../../../test/receiver.js';
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.js';

let sandbox: TestSandbox;
let objects: ReturnType<typeof paypalObjects>;
let receiver: Receiver;
let subscriptionId: string;

const press = (action: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.adminPageUrl}/paypal/${action}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
    headers,
  });
const page = async () => (await fetch(sandbox.adminPageUrl)).text();

beforeAll(async () => {
  sandbox = await startTestSandbox();
  receiver = await startReceiver();
  const paypal = paypalClient(paypalAccess(sandbox));
  objects = paypalObjects(paypal);
  await sandbox.control('paypal', { firstPaymentDelayMs: 0 });
  await sandbox.control('paypal/webhooks', { mode: 'lost' });
  await paypal.post('/v1/notifications/webhooks', { url: receiver.url, event_types: [{ name: '*' }] });
  subscriptionId = await objects.activeSubscription((await objects.plan()).id, { email: 'lin@example.com' });
});
afterAll(async () => {
  await receiver.close();
  await sandbox.dispose();
});

describe('PayPal on the admin page', () => {
  it('shows subscriptions, payments, events and what became of their deliveries', async () => {
    const [sale] = await objects.transactions(subscriptionId);
    const text = await page();

    for (const shown of [subscriptionId, 'lin@example.com', sale?.id, '9.90 USD', 'PAYMENT.SALE.COMPLETED', 'lost']) {
      expect(text).toContain(shown);
    }
  });

  it('changes how webhooks travel, and sends one again', async () => {
    await press('webhooks', { mode: 'twice' });
    expect(await sandbox.control('paypal/webhooks')).toMatchObject({ mode: 'twice' });
    const [delivery] = (await sandbox.control('paypal/deliveries')) as { id: string }[];

    await press('resend', { delivery: delivery?.id ?? '' });
    await press('flush', {});

    expect(receiver.received).toHaveLength(1);
  });

  it('makes renewals fail, disputes a payment, and cancels as the person', async () => {
    await press('subscription', { id: subscriptionId, funding: 'card_declined' });
    await sandbox.control('clock/advance', { ms: 32 * 86_400_000 });
    expect(await objects.transactions(subscriptionId)).toMatchObject([{ status: 'DECLINED' }, { status: 'COMPLETED' }]);

    const payment = (await objects.transactions(subscriptionId))[1]?.id ?? '';
    await press('dispute', { payment });
    await press('dispute', { payment, outcome: 'RESOLVED_BUYER_FAVOUR' });
    await press('subscription', { id: subscriptionId, action: 'cancel' });

    expect(await objects.subscription(subscriptionId)).toMatchObject({ status: 'CANCELLED' });
    expect(await page()).toContain('reversed');
  });

  it('goes back to the page where a button came too late', async () => {
    const answer = await press('subscription', { id: subscriptionId, action: 'cancel' });

    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/desk#paypal']);
  });

  it('does not obey the page of another site', async () => {
    const answer = await press('webhooks', { mode: 'late' }, { 'sec-fetch-site': 'cross-site' });

    expect(answer.status).toBe(403);
    expect(await sandbox.control('paypal/webhooks')).toMatchObject({ mode: 'twice' });
  });
});
