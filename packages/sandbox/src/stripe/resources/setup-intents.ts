import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { ApiFault, invalidRequest, noSuch } from '../api/errors.js';
import { isWithin, matches, pageOf } from '../api/list.js';
import { address, flag, listParams, mergeMetadata, metadata, params, range, text } from '../api/params.js';
import { resolvePaymentMethod } from '../cards/payment-methods.js';
import { attemptSetup, createSetup } from '../payments/setup.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { findCustomer } from './customers.js';

type SetupIntent = Stored<'setup_intent'>;

const CreateParams = params({
  automatic_payment_methods: z.strictObject({ enabled: flag, allow_redirects: text.optional() }).optional(),
  confirm: flag.optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  return_url: address.optional(),
  usage: z.enum(['off_session', 'on_session']).optional(),
});
const ConfirmParams = params({ payment_method: text.optional(), return_url: address.optional() });
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export const setupIntentCalls: Call[] = [
  defineCall('post', '/v1/setup_intents', CreateParams, ({ account, params: given }) => {
    if (given.customer !== undefined) findCustomer(account, given.customer, 'customer');
    const intent = createSetup(account, {
      customer: given.customer,
      description: given.description,
      metadata: mergeMetadata({}, given.metadata),
      paymentMethod: given.payment_method === undefined ? null : resolvePaymentMethod(account, given.payment_method).id,
      usage: given.usage,
    });
    return given.confirm ? confirm(account, intent, { return_url: given.return_url }) : intent;
  }),
  defineCall(
    'get',
    '/v1/setup_intents',
    listParams({ created: range.optional(), customer: text.optional(), payment_method: text.optional() }),
    ({ account, params: given }) => {
      const found = account.objects
        .list('setup_intent')
        .filter(
          (intent) =>
            matches(intent, { customer: given.customer, payment_method: given.payment_method }) &&
            isWithin(intent.created, given.created),
        );
      return pageOf('/v1/setup_intents', found, given);
    },
  ),
  defineCall('get', '/v1/setup_intents/:id', params({ client_secret: text.optional() }), ({ account, id }) =>
    findSetup(account, id()),
  ),
  defineCall('post', '/v1/setup_intents/:id/confirm', ConfirmParams, ({ account, params: given, id }) =>
    confirm(account, findSetup(account, id()), given),
  ),
  defineCall(
    'post',
    '/v1/setup_intents/:id/cancel',
    params({ cancellation_reason: text.optional() }),
    ({ account, id }) => {
      const intent = findSetup(account, id());
      if (!OPEN.includes(intent.status)) throw unexpectedState(intent, 'canceled');
      return account.update(
        'setup_intent',
        intent.id,
        { status: 'canceled', next_action: null },
        'setup_intent.canceled',
      );
    },
  ),
];

function findSetup(account: StripeAccount, id: string): SetupIntent {
  const intent = account.objects.find('setup_intent', id);
  if (!intent) throw noSuch('setup_intent', id);
  return intent;
}

const unexpectedState = (intent: SetupIntent, action: string) =>
  invalidRequest(
    `You cannot update this SetupIntent because it could not be ${action} in the status ${intent.status}.`,
    {
      code: 'setup_intent_unexpected_state',
      setup_intent: intent,
    },
  );

function confirm(
  account: StripeAccount,
  intent: SetupIntent,
  {
    payment_method: given,
    return_url: returnUrl,
  }: { payment_method?: string | undefined; return_url?: string | undefined },
): SetupIntent {
  if (!OPEN.includes(intent.status)) throw unexpectedState(intent, 'confirmed');
  const paymentMethodId = given === undefined ? intent.payment_method : resolvePaymentMethod(account, given).id;
  if (paymentMethodId === null) {
    throw invalidRequest("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: 'setup_intent_unexpected_state',
      setup_intent: intent,
    });
  }
  const after = attemptSetup(account, intent.id, { paymentMethodId, returnUrl });
  if (after.status !== 'requires_payment_method') return after;
  const { code, decline_code: declineCode, message = '' } = after.last_setup_error ?? {};
  throw new ApiFault(402, {
    type: 'card_error',
    message,
    setup_intent: after,
    ...(code !== undefined && { code }),
    ...(declineCode !== undefined && { decline_code: declineCode }),
  });
}
