import StripeClient, { type Stripe } from 'stripe';
import { startTestSandbox, type TestSandbox } from './sandbox.js';

export interface StripeTarget {
  stripe: Stripe;
  sandbox: TestSandbox;
  /** The form of a hosted page, as a browser sends it. */
  submit(url: string, fields: Record<string, string>): Promise<HostedAnswer>;
  dispose(): Promise<void>;
}

export interface HostedAnswer {
  status: number;
  location: string | null;
  page: string;
}

export const CARD = { email: 'ada@example.com', number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };

export const clientFor = (sandbox: TestSandbox, key = sandbox.environment().STRIPE_SECRET_KEY ?? ''): Stripe => {
  const { hostname, port } = new URL(sandbox.environment().STRIPE_BASE_URL ?? '');
  return new StripeClient(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
};

export async function startStripe(): Promise<StripeTarget> {
  const sandbox = await startTestSandbox();
  const target: StripeTarget = {
    sandbox,
    stripe: clientFor(sandbox),
    submit: async (url, fields) => {
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
      return { status: answer.status, location: answer.headers.get('location'), page: await answer.text() };
    },
    // The sandbox as it is then: a test may have started it again.
    dispose: () => target.sandbox.dispose(),
  };
  return target;
}

const RETURN = 'http://127.0.0.1:3000';
export const SUCCESS_URL = `${RETURN}/payment/success?session={CHECKOUT_SESSION_ID}`;
export const CANCEL_URL = `${RETURN}/pricing`;

export const createPrice = (stripe: Stripe, fields: Partial<Stripe.PriceCreateParams> = {}): Promise<Stripe.Price> =>
  stripe.prices.create({
    currency: 'usd',
    unit_amount: 999,
    recurring: { interval: 'month' },
    product_data: { name: 'Pro' },
    ...fields,
  });

/** A customer whose card is saved and used by default. */
export async function createPayingCustomer(stripe: Stripe, card = 'pm_card_visa'): Promise<Stripe.Customer> {
  const customer = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada' });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
}

/** The id of what may have been expanded. */
export const idOf = (reference: string | { id: string } | null | undefined): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

const DAY_MS = 86_400_000;
export const advance = (sandbox: TestSandbox, days: number): Promise<unknown> =>
  sandbox.control('clock/advance', { ms: Math.round(days * DAY_MS) });

/** Event types in the order in which they happened, from `since` on. */
export async function eventTypes(stripe: Stripe, since?: string): Promise<string[]> {
  const events = await stripe.events.list({ limit: 100, ...(since && { ending_before: since }) });
  return events.data.map(({ type }) => type).reverse();
}

export const lastEvent = async (stripe: Stripe): Promise<string> =>
  (await stripe.events.list({ limit: 1 })).data[0]?.id ?? '';
