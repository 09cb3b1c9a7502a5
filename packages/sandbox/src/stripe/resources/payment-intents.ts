import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { ApiFault, invalidRequest, noSuch } from '../api/errors.js';
import { isWithin, matches, pageOf } from '../api/list.js';
import { address, flag, integer, listParams, mergeMetadata, metadata, params, range, text } from '../api/params.js';
import { paymentOfIntent } from '../billing/invoices.js';
import { settle } from '../billing/settlement.js';
import { resolvePaymentMethod } from '../cards/payment-methods.js';
import { attemptPayment, createIntent } from '../payments/attempt.js';
import { paymentErrorOf } from '../payments/errors.js';
import { saveFor } from '../payments/setup.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { findCustomer } from './customers.js';
import { currency } from './prices.js';

type Intent = Stored<'payment_intent'>;

const shared = {
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  receipt_email: text.optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
};
const confirmation = {
  off_session: flag.optional(),
  return_url: address.optional(),
  error_on_requires_action: flag.optional(),
};
const automatic = z.strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() }).optional();
const CreateParams = params({
  ...shared,
  ...confirmation,
  amount: integer,
  automatic_payment_methods: automatic,
  confirm: flag.optional(),
  currency,
  customer: text.optional(),
  payment_method_types: z.array(z.enum(['card'])).optional(),
});
const UpdateParams = params({
  ...shared,
  amount: integer.optional(),
  currency: currency.optional(),
  customer: text.optional(),
});
const ConfirmParams = params({
  ...confirmation,
  payment_method: text.optional(),
  setup_future_usage: shared.setup_future_usage,
});

const MINIMUM = 50;
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export const paymentIntentCalls: Call[] = [
  defineCall('post', '/v1/payment_intents', CreateParams, ({ account, params: given }) => {
    checkAmount(given.amount);
    if (given.customer !== undefined) findCustomer(account, given.customer, 'customer');
    const intent = createIntent(account, {
      amount: given.amount,
      currency: given.currency,
      customer: given.customer,
      description: given.description,
      metadata: mergeMetadata({}, given.metadata),
      receiptEmail: given.receipt_email,
      setupFutureUsage: given.setup_future_usage,
      paymentMethod: given.payment_method === undefined ? null : resolvePaymentMethod(account, given.payment_method).id,
    });
    return given.confirm ? confirm(account, intent, given) : intent;
  }),
  defineCall(
    'get',
    '/v1/payment_intents',
    listParams({ created: range.optional(), customer: text.optional() }),
    ({ account, params: given }) => {
      const found = account.objects
        .list('payment_intent')
        .filter((intent) => matches(intent, { customer: given.customer }) && isWithin(intent.created, given.created));
      return pageOf('/v1/payment_intents', found, given);
    },
  ),
  defineCall('get', '/v1/payment_intents/:id', params({ client_secret: text.optional() }), ({ account, id }) =>
    findIntent(account, id()),
  ),
  defineCall('post', '/v1/payment_intents/:id', UpdateParams, ({ account, params: given, id }) => {
    const intent = findIntent(account, id());
    const { metadata: values, payment_method: methodId, expand: _, ...rest } = given;
    if (rest.amount !== undefined) checkAmount(rest.amount);
    if (rest.amount !== undefined && !OPEN.includes(intent.status)) throw unexpectedState(intent, 'updated');
    const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const method = methodId === undefined ? undefined : resolvePaymentMethod(account, methodId);
    return account.update('payment_intent', intent.id, {
      ...plain,
      metadata: mergeMetadata(intent.metadata, values),
      ...(method && { payment_method: method.id, status: 'requires_confirmation' }),
    });
  }),
  defineCall('post', '/v1/payment_intents/:id/confirm', ConfirmParams, ({ account, params: given, id }) =>
    confirm(account, findIntent(account, id()), given),
  ),
  defineCall(
    'post',
    '/v1/payment_intents/:id/cancel',
    params({
      cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    }),
    ({ account, params: given, id }) => {
      const intent = findIntent(account, id());
      if (!OPEN.includes(intent.status)) throw unexpectedState(intent, 'canceled');
      if (paymentOfIntent(account, intent.id)) {
        throw invalidRequest('You cannot cancel a PaymentIntent that belongs to an invoice. Void the invoice instead.');
      }
      return account.update(
        'payment_intent',
        intent.id,
        {
          status: 'canceled',
          canceled_at: account.now(),
          cancellation_reason: given.cancellation_reason ?? null,
          next_action: null,
        },
        'payment_intent.canceled',
      );
    },
  ),
];

function findIntent(account: StripeAccount, id: string): Intent {
  const intent = account.objects.find('payment_intent', id);
  if (!intent) throw noSuch('payment_intent', id);
  return intent;
}

function checkAmount(amount: number): void {
  if (amount >= MINIMUM) return;
  throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
}

const unexpectedState = (intent: Intent, action: string) =>
  invalidRequest(
    `This PaymentIntent could not be ${action} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${action}: ${OPEN.join(', ')}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  );

function confirm(account: StripeAccount, intent: Intent, given: Partial<z.infer<typeof ConfirmParams>>): Intent {
  if (!OPEN.includes(intent.status)) throw unexpectedState(intent, 'confirmed');
  const methodId =
    given.payment_method === undefined ? intent.payment_method : resolvePaymentMethod(account, given.payment_method).id;
  if (methodId === null) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    );
  }
  const paid = attemptPayment(account, intent.id, {
    paymentMethodId: methodId,
    isOffSession: given.off_session ?? false,
    returnUrl: given.return_url,
  });
  settle(account, intent.id);
  if (paid.status === 'requires_payment_method') throw new ApiFault(402, paymentErrorOf(account, intent.id));
  if (paid.status === 'succeeded' && paid.setup_future_usage !== null && paid.customer !== null) {
    saveFor(account, methodId, paid.customer);
  }
  return account.objects.get('payment_intent', intent.id);
}
