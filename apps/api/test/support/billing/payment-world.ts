import type { PaymentProviderId } from '@app/contracts';
import { createHmac } from 'node:crypto';
import type { TestSandbox } from '../sandbox.js';

export interface Delivery {
  body: string;
  headers: Record<string, string>;
}

export interface SentEvent {
  id: string;
  type: string;
}

/** A payment provider of the sandbox as tests steer it, whichever it is. */
export interface PaymentWorld {
  readonly id: PaymentProviderId;
  /** Of the API. */
  readonly paths: { checkout: string; confirm: string; confirmBySession: string; status: string; webhook: string };
  pay(sessionId: string): Promise<unknown>;
  /** All so far, oldest first. */
  events(): Promise<SentEvent[]>;
  /** As the provider delivers it; `at` in seconds from now, `secret` of somebody else. */
  deliver(event: SentEvent, how?: { at?: number; secret?: string }): Delivery;
  /** Opens a dispute of a payment of the provider; answers how to end it. */
  dispute(providerPaymentId: string): Promise<(result: 'won' | 'lost') => Promise<unknown>>;
  /** From the provider's dashboard; all that is left without an amount. */
  refund(providerPaymentId: string, cents?: number): Promise<unknown>;
  /** The bank sends the newest refund of a payment back. */
  failRefund(providerPaymentId: string): Promise<unknown>;
  /** Lets the provider tell one more event, of something that is none of ours. */
  tellOther(): Promise<unknown>;
}

const PAGE = 100;

class StripeWorld implements PaymentWorld {
  readonly id = 'stripe';
  readonly paths = {
    checkout: '/subscriptions/checkout-session',
    confirm: '/subscriptions/confirm-payment',
    confirmBySession: '/subscriptions/confirm-payment-by-session',
    status: '/subscriptions/payments',
    webhook: '/webhooks/stripe',
  };

  constructor(private readonly sandbox: TestSandbox) {}

  pay(sessionId: string): Promise<unknown> {
    return this.sandbox.control(`stripe/checkout/${sessionId}/pay`, {});
  }

  async events(): Promise<SentEvent[]> {
    const all: SentEvent[] = [];
    for (let hasMore = true; hasMore;) {
      const after = all.at(-1);
      const page = await this.call<{ data: SentEvent[]; has_more: boolean }>(
        `events?limit=${PAGE}${after ? `&starting_after=${after.id}` : ''}`,
      );
      all.push(...page.data);
      hasMore = page.has_more;
    }
    return all.toReversed();
  }

  deliver(event: SentEvent, { at = 0, secret = this.setting('STRIPE_WEBHOOK_SECRET') } = {}): Delivery {
    const time = Math.floor(Date.now() / 1000) + at;
    const body = JSON.stringify(event);
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` } };
  }

  async dispute(payment_intent: string) {
    const { id } = await this.sandbox.control<{ id: string }>('stripe/disputes', { payment_intent });
    return (result: 'won' | 'lost') => this.sandbox.control(`stripe/disputes/${id}/close`, { result });
  }

  refund(payment_intent: string, cents?: number): Promise<unknown> {
    const body = new URLSearchParams({ payment_intent, ...(cents !== undefined && { amount: String(cents) }) });
    return this.call('refunds', { method: 'POST', body });
  }

  failRefund(payment_intent: string): Promise<unknown> {
    return this.sandbox.control('stripe/refunds/fail', { payment_intent });
  }

  tellOther(): Promise<unknown> {
    return this.call('customers', { method: 'POST' });
  }

  /** A call of its API, as its dashboard makes it. */
  private async call<T>(path: string, init: RequestInit = {}): Promise<T> {
    const headers = { authorization: `Bearer ${this.setting('STRIPE_SECRET_KEY')}` };
    const answer = await fetch(`${this.setting('STRIPE_BASE_URL')}/v1/${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  private setting(name: string): string {
    return this.sandbox.environment()[name] ?? '';
  }
}

/** One for each provider that the sandbox and the API both have. */
export const paymentWorlds: [PaymentProviderId, (sandbox: TestSandbox) => PaymentWorld][] = [
  ['stripe', (sandbox) => new StripeWorld(sandbox)],
];
