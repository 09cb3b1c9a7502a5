import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { paymentProviderContract } from '../../../../test/contracts/payment-provider.contract.js';
import { paypalWorld, stripeWorld } from '../../../../test/support/billing/payment-worlds.js';
import { useSandbox } from '../../../../test/support/sandbox.js';
import { useWebhookReceiver } from '../../../../test/support/webhooks/webhook-receiver.js';
import type { PaymentProvider } from './payment-provider.port.js';
import type { StripeProvider } from './stripe/stripe.provider.js';

const sandbox = useSandbox();
const webhooks = useWebhookReceiver();

for (const world of [stripeWorld, paypalWorld])
  paymentProviderContract(
    world(sandbox, () => webhooks.url),
    sandbox,
    webhooks,
  );

describe('an invoice of Stripe', () => {
  const world = stripeWorld(sandbox, () => webhooks.url);
  let provider: PaymentProvider;
  beforeEach(async () => {
    provider = world.create(2_500);
    await provider.preparePrices();
  });
  afterEach(() => void jest.restoreAllMocks());

  const buy = async (): Promise<string> => {
    const userId = randomUUID();
    const customerId = await provider.createCustomer({ userId, email: null, name: 'Ada' });
    const returns = {
      successUrl: 'http://localhost:3000/a',
      cancelUrl: 'http://localhost:3000/b',
      locale: 'en',
    } as const;
    const order = { ...returns, plan: 'pro', isAnnual: false, userId, customerId, paymentId: randomUUID() } as const;
    const { sessionId } = await provider.startCheckout(order);
    await sandbox.control(`stripe/checkout/${sessionId}/pay`, {});
    return (await provider.readCheckout(sessionId))?.subscriptionId ?? '';
  };
  const invoiceOf = async (id: string) => (await provider.readSubscription(id, new Date()))?.invoices[0];
  /** What Stripe lists as payments of an invoice, changed. */
  function changePayments(change: (data: Stripe.InvoicePayment[]) => Stripe.InvoicePayment[]): void {
    const { invoicePayments } = (provider as StripeProvider)['client'];
    const list = invoicePayments.list.bind(invoicePayments);
    jest.spyOn(invoicePayments, 'list').mockImplementation((async (query: Stripe.InvoicePaymentListParams) => {
      const page = await list(query);
      return { ...page, data: change(page.data) };
    }) as never);
  }

  test('whose file is refused gives none, and says that it is for now', async () => {
    const invoice = await invoiceOf(await buy());
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('later', { status: 503 }));
    const file = provider.readInvoiceFile(invoice?.id ?? '', { company: '', tax_id: '', address: '' });
    await expect(file).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
  });

  test('for which nothing had to be paid has no payment', async () => {
    const id = await buy();
    changePayments(() => []);
    expect(await invoiceOf(id)).toMatchObject({ status: 'paid', payment: null });
  });

  test('tells the payment that succeeded, not a later one that did not', async () => {
    const id = await buy();
    const before = await invoiceOf(id);
    const failed = { status: 'canceled', payment: { type: 'payment_intent', payment_intent: 'pi_unknown' } };
    changePayments((data) => [failed as Stripe.InvoicePayment, ...data]);
    expect((await invoiceOf(id))?.payment).toEqual(before?.payment);
  });
});
