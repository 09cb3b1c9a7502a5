import { approveAtPaypal } from '@app/sandbox';
import { PaypalProvider } from '../../../src/modules/subscriptions/providers/paypal/paypal.provider.js';
import type {
  PaymentProvider,
  StartedCheckout,
} from '../../../src/modules/subscriptions/providers/payment-provider.port.js';
import { StripeProvider } from '../../../src/modules/subscriptions/providers/stripe/stripe.provider.js';
import { testConfig } from '../config.js';
import type { TestSandbox } from '../sandbox.js';

/** What happens at a payment service without the application. */
export interface PaymentWorld {
  id: 'stripe' | 'paypal';
  create(timeoutMs: number): PaymentProvider;
  pay(checkout: StartedCheckout): Promise<unknown>;
  /** Tries to pay with what is refused. */
  payRefused(checkout: StartedCheckout): Promise<unknown>;
  /** Whether renewals will be refused from now on. */
  refuseRenewals(subscription: { id: string; customerId: string }, isRefused: boolean): Promise<unknown>;
  /** Agrees to a change on the page that it asks for, if it does. */
  agree(approvalUrl: string | null): Promise<unknown>;
  dispute(paymentId: string): Promise<{ win: () => Promise<unknown> }>;
  sendWebhooks(): Promise<unknown>;
}

export function stripeWorld(sandbox: TestSandbox, webhookUrl: () => string): PaymentWorld {
  const pay = async ({ sessionId }: StartedCheckout, how: object) => {
    await sandbox.control('stripe', { webhookUrl: webhookUrl() });
    return sandbox.control(`stripe/checkout/${sessionId}/pay`, how);
  };
  const create = (timeoutMs: number): PaymentProvider => {
    const { stripe } = testConfig(sandbox.environment()).payments;
    if (!stripe) throw new Error('the sandbox has no Stripe');
    return new StripeProvider(stripe, timeoutMs);
  };
  return {
    id: 'stripe',
    create,
    pay: (checkout) => pay(checkout, {}),
    payRefused: (checkout) => pay(checkout, { outcome: 'generic_decline' }),
    refuseRenewals: async ({ customerId }, isRefused) => {
      const [card] = await create(2_500).listMethods(customerId);
      const outcome = isRefused ? 'generic_decline' : 'success';
      return sandbox.control('stripe/cards', { payment_method: card?.id, outcome });
    },
    agree: () => Promise.resolve(),
    dispute: async (paymentId) => {
      const { id } = await sandbox.control<{ id: string }>('stripe/disputes', { payment_intent: paymentId });
      return { win: () => sandbox.control(`stripe/disputes/${id}/close`, { result: 'won' }) };
    },
    sendWebhooks: () => sandbox.control('stripe/deliveries/drain', {}),
  };
}

export const paypalWorld = (sandbox: TestSandbox, webhookUrl: () => string): PaymentWorld => ({
  id: 'paypal',
  create: (timeoutMs) => {
    const { paypal } = testConfig({ ...sandbox.environment(), PAYPAL_WEBHOOK_URL: webhookUrl() }).payments;
    if (!paypal) throw new Error('the sandbox has no PayPal');
    return new PaypalProvider(paypal, timeoutMs);
  },
  pay: async ({ url }) => {
    await sandbox.control('paypal', { firstPaymentDelayMs: 0 });
    return approveAtPaypal(url);
  },
  payRefused: async ({ url }) => {
    await sandbox.control('paypal', { firstPaymentDelayMs: 0 });
    return approveAtPaypal(url, { funding: 'card_declined' });
  },
  refuseRenewals: ({ id }, isRefused) =>
    sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: isRefused ? 'renewal_declined' : 'balance' }),
  agree: (approvalUrl) => approveAtPaypal(approvalUrl ?? ''),
  dispute: async (transactionId) => {
    const { dispute_id: id } = await sandbox.control<{ dispute_id: string }>('paypal/disputes', { transactionId });
    return { win: () => sandbox.control(`paypal/disputes/${id}/resolve`, { outcome: 'RESOLVED_SELLER_FAVOUR' }) };
  },
  sendWebhooks: () => sandbox.control('paypal/webhooks/flush', {}),
});
