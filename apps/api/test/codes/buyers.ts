import type { Answer, PaymentProviderId } from '@app/contracts';
import { approveAtPaypal } from '@app/sandbox';
import { randomUUID } from 'node:crypto';
import type { SignedIn } from '../support/app.js';
import { billingOf } from '../support/billing/billing.js';
import type { Stage } from './stage.js';
import type { Refused } from './table.js';

export const ADDRESSES = { success_url: '/payment/success', cancel_url: '/pricing' };
export const PRO = { plan_id: 'plan-pro', is_annual: false };
export const CARD = 'pm_card_visa';

export const free = ({ person }: Stage): Promise<SignedIn> => person({ plan: 'free' });

export async function ok<T>({ api }: Stage, path: string, by: SignedIn, body: object): Promise<T> {
  const answer = await api.post<T>(`/subscriptions${path && `/${path}`}`, { token: by.token, body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** A checkout that waits for its payment. */
export const checkout = (stage: Stage, by: SignedIn): Promise<Answer<'subscriptions.checkoutSession'>> =>
  ok(stage, 'checkout-session', by, { ...PRO, ...ADDRESSES });

/** Somebody who has bought the plan. */
export async function subscriber(
  stage: Stage,
): Promise<{ by: SignedIn; paid: Answer<'subscriptions.confirmPayment'> }> {
  const by = await free(stage);
  const { session_id } = await checkout(stage, by);
  await stage.sandbox.control(`stripe/checkout/${session_id}/pay`, {});
  const paid = await ok<Answer<'subscriptions.confirmPayment'>>(stage, 'confirm-payment-by-session', by, {
    session_id,
  });
  return { by, paid };
}

/** For probes that change nothing of it. */
export const someSubscriber = (stage: Stage): ReturnType<typeof subscriber> =>
  stage.once('subscriber', () => subscriber(stage));

export async function withCard(stage: Stage): Promise<{ by: SignedIn; cardId: string }> {
  const by = await free(stage);
  const { id } = await ok<Answer<'subscriptions.addPaymentMethod'>>(stage, 'payment-methods', by, {
    payment_method_id: CARD,
  });
  return { by, cardId: id };
}

/** For probes that change nothing of it. */
export const someCard = (stage: Stage): ReturnType<typeof withCard> => stage.once('card', () => withCard(stage));

/** Somebody who has bought the plan with PayPal. */
export async function paypalBuyer(
  stage: Stage,
): Promise<{ by: SignedIn; paid: Answer<'subscriptions.confirmPayment'> }> {
  const by = await free(stage);
  await stage.sandbox.control('paypal', { firstPaymentDelayMs: 0 });
  const body = { ...PRO, ...ADDRESSES };
  const begun = await ok<Answer<'subscriptions.paypalCheckoutSession'>>(stage, 'paypal/checkout-session', by, body);
  await approveAtPaypal(begun.url);
  const { session_id } = begun;
  return { by, paid: await ok(stage, 'paypal/confirm-payment-by-session', by, { session_id }) };
}

/** Somebody whose card was removed at the provider. */
export async function cardlessSubscriber(stage: Stage): Promise<SignedIn> {
  const { by } = await subscriber(stage);
  await billingOf(stage.api, stage.sandbox).detachCard(by);
  return by;
}

export async function canceller(stage: Stage): Promise<SignedIn> {
  const { by } = await subscriber(stage);
  await ok(stage, 'cancel', by, {});
  return by;
}

/** Somebody whose subscription is of the other provider, which has no saved cards. */
export async function paypalSubscriber(stage: Stage): Promise<SignedIn> {
  const by = await stage.person({ plan: 'pro' });
  await stage.sql(
    `insert into subscriptions (user_id, provider, provider_subscription_id, plan, is_annual, status, anchored_at,
                                period_start, period_end, read_number)
     values ($1, 'paypal', $2, 'pro', false, 'active', now(), now(), now() + interval '1 month', 1)`,
    [by.userId, randomUUID()],
  );
  return by;
}

/** Somebody who has cancelled what PayPal does not have any more. */
export async function paypalCanceller(stage: Stage): Promise<SignedIn> {
  const by = await paypalSubscriber(stage);
  await stage.sql(`update subscriptions set cancel_at_period_end = true where user_id = $1`, [by.userId]);
  return by;
}

/** Somebody whose subscription the provider does not have any more. */
export async function lostSubscriber(stage: Stage, { isCancelled = false } = {}): Promise<SignedIn> {
  const { by } = await subscriber(stage);
  await stage.sql(
    `update subscriptions set provider_subscription_id = 'sub_' || id, cancel_at_period_end = $2 where user_id = $1`,
    [by.userId, isCancelled],
  );
  return by;
}

/** For probes that change nothing of it. */
export const someLostSubscriber = (stage: Stage): Promise<SignedIn> =>
  stage.once('lost subscriber', () => lostSubscriber(stage));

/** The provider answers with failures; a connection that breaks would be tried once more after half a second. */
export async function silent<R extends Refused>(
  stage: Stage,
  refused: R,
  provider: PaymentProviderId = 'stripe',
): Promise<R> {
  await stage.failing(provider, 'error');
  return refused;
}

export async function invoiceOf({ sql }: Stage, { userId }: SignedIn): Promise<{ id: string }> {
  const [invoice] = (await sql(`select id from billing_invoices where user_id = $1`, [userId])) as { id: string }[];
  return { id: invoice?.id ?? '' };
}
