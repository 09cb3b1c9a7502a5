import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Stripe } from 'stripe';
import {
  CARD,
  createPrice,
  idOf,
  startStripe,
  SUCCESS_URL,
  type HostedAnswer,
  type StripeTarget,
} from '../../../test/stripe.js';

let target: StripeTarget;
let stripe: Stripe;
let price: Stripe.Price;

beforeAll(async () => {
  target = await startStripe();
  stripe = target.stripe;
  price = await createPrice(stripe);
});
afterAll(() => target.dispose());

const subscriptionSession = async () => {
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: SUCCESS_URL,
  });
};
const pay = (session: Stripe.Checkout.Session, fields: Record<string, string> = {}): Promise<HostedAnswer> =>
  target.submit(session.url ?? '', { ...CARD, ...fields });
const successUrl = (session: Stripe.Checkout.Session) => SUCCESS_URL.replace('{CHECKOUT_SESSION_ID}', session.id);
const latestIntent = async (session: Stripe.Checkout.Session) =>
  (await stripe.paymentIntents.list({ customer: idOf(session.customer), limit: 1 })).data[0];

describe('a card that is declined', () => {
  it.each([
    ['4000 0000 0000 0002', 'card_declined', 'generic_decline'],
    ['4000 0000 0000 9995', 'card_declined', 'insufficient_funds'],
    ['4000 0000 0000 9987', 'card_declined', 'lost_card'],
    ['4000 0000 0000 9979', 'card_declined', 'stolen_card'],
    ['4000 0000 0000 0069', 'expired_card', 'expired_card'],
    ['4000 0000 0000 0127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000 0000 0000 0119', 'processing_error', 'processing_error'],
    ['4000 0000 0000 6975', 'card_declined', 'card_velocity_exceeded'],
    ['4000 0000 0010 0000', 'card_declined', 'withdrawal_count_limit_exceeded'],
    ['4000 0000 0010 1008', 'card_declined', 'new_account_information_available'],
    ['4000 0000 0010 2006', 'card_declined', 'restricted_card'],
    ['4000 0000 0010 3004', 'card_declined', 'security_violation'],
    ['4000 0000 0010 4002', 'card_declined', 'service_not_allowed'],
    ['4000 0000 0010 5009', 'card_declined', 'stop_payment_order'],
    ['4000 0000 0010 6007', 'card_declined', 'testmode_decline'],
    ['4000 0000 0010 7005', 'card_declined', 'transaction_not_allowed'],
    ['4000 0000 0010 8003', 'card_declined', 'try_again_later'],
    ['4000 0000 0011 0009', 'card_declined', undefined],
  ])('%s keeps the session open, with the reason at its payment: %s, %s', async (number, code, declineCode) => {
    const session = await subscriptionSession();
    const answer = await pay(session, { number });
    const intent = await latestIntent(session);

    expect(answer.status).toBe(200);
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } });
    expect(intent?.last_payment_error?.decline_code).toBe(declineCode);
    expect(answer.page.replaceAll('&#39;', "'")).toContain(intent?.last_payment_error?.message);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
    });
  });

  it('can be replaced by another one on the same page', async () => {
    const session = await subscriptionSession();
    await pay(session, { number: '4000000000000002' });
    expect((await pay(session)).location).toBe(successUrl(session));

    expect((await stripe.charges.list({ customer: idOf(session.customer) })).data.map(({ status }) => status)).toEqual([
      'succeeded',
      'failed',
    ]);
  });

  it.each([
    [{ number: '4242424242424241' }, 'Your card number is incorrect.'],
    [{ number: '4111111111111111' }, 'used a non test card'],
    [{ expiry: '01/20' }, "Your card's expiration year is invalid."],
    [{ expiry: 'soon' }, 'Enter the expiry as MM/YY.'],
    [{ cvc: '1' }, "Your card's security code is invalid."],
  ])('is refused on the page when its fields are wrong: %j', async (fields, message) => {
    const session = await subscriptionSession();
    const answer = await pay(session, fields);

    expect(answer.page.replaceAll('&#39;', "'")).toContain(message);
    expect(await latestIntent(session)).toBeUndefined();
  });

  it('can be chosen by outcome instead of by number', async () => {
    const session = await subscriptionSession();
    await pay(session, { outcome: 'lost_card' });

    expect((await latestIntent(session))?.last_payment_error?.decline_code).toBe('lost_card');
  });
});

describe('3-D Secure', () => {
  const number = '4000 0027 6000 3184';
  const answerBank = (location: string | null, decision: string) => target.submit(location ?? '', { decision });

  it('completes the session when the holder confirms', async () => {
    const session = await subscriptionSession();
    const { location } = await pay(session, { number });
    expect(location).toContain('/stripe/authenticate/pi_');
    expect(await latestIntent(session)).toMatchObject({ status: 'requires_action' });

    expect((await answerBank(location, 'confirm')).location).toBe(successUrl(session));
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
  });

  it('leaves the session open when the holder refuses', async () => {
    const session = await subscriptionSession();
    const { location } = await pay(session, { number });
    const answer = await answerBank(location, 'refuse');

    expect(answer.page).toContain('has failed authentication');
    expect((await latestIntent(session))?.last_payment_error?.code).toBe('payment_intent_authentication_failure');
    expect((await pay(session)).location).toBe(successUrl(session));
  });

  it('can end in a decline', async () => {
    const session = await subscriptionSession();
    const { location } = await pay(session, { number: '4000 0084 0000 1629' });
    const answer = await answerBank(location, 'confirm');

    expect(answer.page).toContain('Your card was declined.');
    expect((await latestIntent(session))?.last_payment_error?.decline_code).toBe('generic_decline');
  });
});
